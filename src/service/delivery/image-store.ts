import type { Readable } from "node:stream";
import type { StoredType } from "./image-name.js";

/** A stored image: what is known of it, and the way to its bytes. */
export interface StoredImage {
	readonly type: StoredType;
	/** Bytes. */
	readonly size: number;
	/** Whole seconds until it ends, at least 0. */
	readonly remainingSeconds: number;
	/** Where it is, if it is a file of this machine. */
	readonly file?: { readonly directory: string; readonly name: string };
	/** Makes a URL elsewhere that clients are sent to for the bytes, until the image ends. */
	readonly location?: () => Promise<string>;
	/**
	 * The bytes from `start` to `end`, both included. Who takes the stream ends it.
	 * @throws ServiceError not_found when the image ended meanwhile, storage_unavailable
	 */
	read(start: number, end: number): Promise<Readable>;
}

/** What a store knows of its contents without looking; undefined: it does not know. */
export interface StoreStats {
	readonly store: "file" | "redis" | "s3";
	readonly images?: number;
	readonly bytes?: number;
	/** Bytes that it may hold. */
	readonly maxBytes?: number;
}

/**
 * Where temporary images are kept until their time is over. The name that
 * `put` gives is the only key to an image; it cannot be guessed.
 */
export interface ImageStore {
	/** Gets ready, as far as that is possible now: it does not fail, and takes no long time. */
	start(): Promise<void>;
	/**
	 * Stores an image, whole or not at all.
	 * @param name of 128 bits and the extension of the type; a new random one unless given
	 * @param client whose share of the store it takes; a store without a bound of its own has none
	 * @returns its name
	 * @throws ServiceError storage_unavailable
	 */
	put(bytes: Uint8Array, type: StoredType, name?: string, client?: string): Promise<string>;
	/**
	 * The image of that name, unless there is none or its time is over.
	 * @throws ServiceError storage_unavailable when that cannot be told now
	 */
	get(name: string): Promise<StoredImage | undefined>;
	/** Deletes images as far as that is possible now; those that are left end by themselves. */
	delete(names: readonly string[]): Promise<void>;
	/** @throws Error when images can neither be stored nor read */
	check(): Promise<void>;
	stats(): StoreStats;
	close(): void;
}
