import type { StoredImage } from "../delivery/image-store.js";

/** Larger objects are not read. Bytes. */
export const MAX_OBJECT_BYTES = 134_217_728;

/** What is stored of a job. */
export interface JobFolder {
	readonly folder: string;
	readonly bytes: number;
}

/**
 * The store of rows and results of jobs. All replicas that render a job must see the same. Names are
 * those of `KEYS`, in a folder for each job.
 */
export interface JobFiles {
	/** Prepares the store as far as possible now. */
	start(): Promise<void>;
	/**
	 * Stores an object completely or not at all, and replaces one with the same name.
	 * @throws ServiceError storage_unavailable
	 */
	put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
	/**
	 * An object as a whole.
	 * @returns undefined: there is none.
	 * @throws ServiceError storage_unavailable
	 */
	get(folder: string, name: string): Promise<Buffer | undefined>;
	/**
	 * A picture, to be sent.
	 * @param whole its bytes will be read, once and from the first to the last: a store may open
	 * them at once instead of asking for the size first
	 * @returns undefined: there is none.
	 * @throws ServiceError storage_unavailable
	 */
	image(folder: string, file: string, whole?: boolean): Promise<StoredImage | undefined>;
	/** Deletes a folder with everything in it. @throws ServiceError storage_unavailable */
	remove(folder: string): Promise<void>;
	/** All folders. @throws ServiceError storage_unavailable */
	folders(): AsyncIterable<JobFolder>;
	/** Whether it can be reached and written to now. @throws ServiceError storage_unavailable */
	check(): Promise<void>;
	close(): void;
}
