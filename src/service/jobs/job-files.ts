import type { StoredImage } from "../delivery/image-store.js";

/** Larger objects are not read. Bytes. */
export const MAX_OBJECT_BYTES = 134_217_728;

/** A job's folder in the store. */
export interface JobFolder {
	readonly folder: string;
	readonly bytes: number;
}

/**
 * The store of rows and results of jobs. All replicas that render a job must share it. Names are
 * those of `KEYS`, in a folder for each job.
 */
export interface JobFiles {
	/** Prepares the store as far as this is possible now. */
	start(): Promise<void>;
	/**
	 * Stores an object completely or not at all, and replaces any object with the same name.
	 * @throws ServiceError storage_unavailable
	 */
	put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
	/**
	 * Reads a whole object.
	 * @returns undefined if it does not exist
	 * @throws ServiceError storage_unavailable
	 */
	get(folder: string, name: string): Promise<Buffer | undefined>;
	/**
	 * Opens a picture to send it.
	 * @param whole its bytes will be read, once and from first to last: a store may open them at once
	 * instead of asking for the size first
	 * @returns undefined if it does not exist
	 * @throws ServiceError storage_unavailable
	 */
	image(folder: string, file: string, whole?: boolean): Promise<StoredImage | undefined>;
	/** Deletes a folder and all its contents. @throws ServiceError storage_unavailable */
	remove(folder: string): Promise<void>;
	/** All folders. @throws ServiceError storage_unavailable */
	folders(): AsyncIterable<JobFolder>;
	/** Checks that the store is reachable and writable. @throws ServiceError storage_unavailable */
	check(): Promise<void>;
	close(): void;
}
