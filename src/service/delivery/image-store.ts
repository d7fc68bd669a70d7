import type { Readable } from "node:stream";
import type { StoredType } from "./image-name.js";

/** A stored image: its metadata, and access to its bytes. */
export interface StoredImage {
	readonly type: StoredType;
	/** Bytes. */
	readonly size: number;
	/** Whole seconds until it expires, at least 0. */
	readonly remainingSeconds: number;
	/** Its path, if it is a file on this machine. */
	readonly file?: { readonly directory: string; readonly name: string };
	/**
	 * Creates a URL of another server, to which clients are redirected for the bytes until the image
	 * expires.
	 */
	readonly location?: () => Promise<string>;
	/**
	 * The bytes from `start` to `end`, inclusive. The caller must end the stream.
	 * @throws ServiceError not_found if the image has expired meanwhile, storage_unavailable
	 */
	read(start: number, end: number): Promise<Readable>;
}

/** What a store knows about its contents without a request; undefined if it does not know. */
export interface StoreStats {
	readonly store: "file" | "redis" | "s3";
	readonly images?: number;
	readonly bytes?: number;
	/** Its capacity in bytes. */
	readonly maxBytes?: number;
}

/**
 * Stores temporary images until they expire. The name that `put` returns is the only key to an
 * image; it cannot be guessed.
 */
export interface ImageStore {
	/** Prepares the store as far as possible; it does not fail, and does not take long. */
	start(): Promise<void>;
	/**
	 * Stores an image, completely or not at all.
	 * @param name of 128 bits and the extension of the type; default: a new random one
	 * @param client whose share of the store is used; a store without a limit of its own has no
	 * shares
	 * @returns its name
	 * @throws ServiceError storage_unavailable
	 */
	put(bytes: Uint8Array, type: StoredType, name?: string, client?: string): Promise<string>;
	/**
	 * The image with this name; undefined if there is none or it has expired.
	 * @throws ServiceError storage_unavailable if the store cannot be asked now
	 */
	get(name: string): Promise<StoredImage | undefined>;
	/** Deletes images as far as possible now; the others expire. */
	delete(names: readonly string[]): Promise<void>;
	/** @throws Error if images can be neither stored nor read */
	check(): Promise<void>;
	stats(): StoreStats;
	close(): void;
}
