import type { Readable } from "node:stream";
import type { StoredImage } from "../delivery/image-store.js";

/** An object that is larger is read in pieces. Bytes. */
export const MAX_OBJECT_BYTES = 134_217_728;

/**
 * Where the rows of jobs are kept, and what was drawn of them. All replicas that draw for a job
 * have to see the same. Names are those of `KEYS`, below a folder for each job.
 */
export interface JobFiles {
	/** Gets ready, as far as that is possible now. */
	start(): Promise<void>;
	/**
	 * Stores an object, whole or not at all, over one of that name.
	 * @throws ServiceError storage_unavailable
	 */
	put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
	/**
	 * An object as a whole.
	 * @returns undefined: there is none. @throws ServiceError storage_unavailable
	 */
	get(folder: string, name: string): Promise<Buffer | undefined>;
	/** A picture, to be sent. @returns undefined: there is none. @throws ServiceError storage_unavailable */
	image(folder: string, file: string): Promise<StoredImage | undefined>;
	/**
	 * Deletes a job's folder, as far as that is possible now.
	 * @param names of all that is in it, for a store that cannot list them
	 */
	remove(folder: string, names: () => AsyncIterable<string>): Promise<void>;
	close(): void;
}

/** All bytes of a stream. @throws Error when there are more than `MAX_OBJECT_BYTES` */
export async function bytesOf(stream: Readable): Promise<Buffer> {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of stream) {
		size += (piece as Buffer).length;
		if (size > MAX_OBJECT_BYTES) throw new Error("larger than all that is stored");
		pieces.push(piece as Buffer);
	}
	return Buffer.concat(pieces);
}
