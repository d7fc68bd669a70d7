/**
 * Caches pictures that were cropped and scaled for one slide: the next rows of a batch or slides of
 * a carousel usually show the same pictures.
 */
import { createHash } from "node:crypto";
import type { ImageNeed, PreparedImage } from "../images/need.js";
import { bitmapKey } from "../job.js";

/** Bytes of pixels that a process keeps: seven pictures that cover a feed post. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Without a lookup for this long, all pictures are dropped. Milliseconds. */
const IDLE_MS = 5_000;

/** A picture, and what its preparation cost. */
export interface KeptPicture {
	readonly image: PreparedImage;
	/**
	 * Nanoseconds, in the order in which they were spent; each slide that uses the picture is
	 * charged.
	 */
	readonly spent: readonly number[];
}

/** Pictures by their bytes and how they are prepared; the least recently used are dropped first. */
export class KeptPictures {
	readonly #kept = new Map<string, KeptPicture>();
	readonly #most: number;
	#bytes = 0;
	#idle: NodeJS.Timeout | undefined;

	/** @param most bytes of pixels that are kept */
	constructor(most = MOST_BYTES) {
		this.#most = most;
	}

	/** Bytes of the pixels that are kept. */
	get bytes(): number {
		return this.#bytes;
	}

	/**
	 * Returns the cached picture, or prepares it.
	 * @param prepare reports the cost through its argument
	 * @param spend called with the cost, also for a cached picture; its errors are thrown
	 * @throws what `prepare` throws; then nothing is kept
	 */
	async get(
		bytes: Uint8Array,
		need: ImageNeed,
		spend: (nanoseconds: number) => void,
		prepare: (spend: (nanoseconds: number) => void) => Promise<PreparedImage>,
	): Promise<PreparedImage> {
		this.#rest();
		const key = bitmapKey(createHash("sha256").update(bytes).digest("base64url"), need);
		const known = this.#kept.get(key);
		if (known) {
			for (const nanoseconds of known.spent) spend(nanoseconds);
			this.#drop(key, known);
			this.#keep(key, known);
			return known.image;
		}
		const spent: number[] = [];
		const image = await prepare((nanoseconds) => {
			spent.push(nanoseconds);
			spend(nanoseconds);
		});
		if (image.data.length <= this.#most) this.#keep(key, { image, spent });
		return image;
	}

	#keep(key: string, picture: KeptPicture): void {
		this.#kept.set(key, picture);
		this.#bytes += picture.image.data.length;
		for (const [oldest, { image }] of this.#kept) {
			if (this.#bytes <= this.#most) return;
			this.#kept.delete(oldest);
			this.#bytes -= image.data.length;
		}
	}

	#drop(key: string, { image }: KeptPicture): void {
		this.#kept.delete(key);
		this.#bytes -= image.data.length;
	}

	/** Restarts the idle timer. */
	#rest(): void {
		clearTimeout(this.#idle);
		this.#idle = setTimeout(() => {
			this.#kept.clear();
			this.#bytes = 0;
		}, IDLE_MS).unref();
	}
}
