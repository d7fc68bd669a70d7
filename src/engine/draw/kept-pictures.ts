/**
 * Pictures that were cut and scaled for one slide, kept for the next ones that show the same: rows
 * of a batch and slides of a carousel mostly do.
 */
import { createHash } from "node:crypto";
import type { ImageNeed, PreparedImage } from "../images/need.js";
import { bitmapKey } from "../job.js";

/** Bytes of pixels that a process keeps: seven pictures that cover a feed post. */
const MOST_BYTES = 32 * 1024 * 1024;
/** After as long without a slide that asks for one, all are dropped. Milliseconds. */
const IDLE_MS = 5_000;

/** A picture, and what it cost when it was prepared. */
export interface KeptPicture {
	readonly image: PreparedImage;
	/** Nanoseconds, in the order in which they were spent: who gets the picture spends them too. */
	readonly spent: readonly number[];
}

/** Pictures by their bytes and by what is needed of them; those not used for longest go first. */
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
	 * The picture, prepared or kept.
	 * @param prepare is told where to say what the picture costs
	 * @param spend takes what the picture costs, prepared or not; what it throws is thrown
	 * @throws what `prepare` throws; nothing is kept then
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

	/** Begins to count the time without work anew. */
	#rest(): void {
		clearTimeout(this.#idle);
		this.#idle = setTimeout(() => {
			this.#kept.clear();
			this.#bytes = 0;
		}, IDLE_MS).unref();
	}
}
