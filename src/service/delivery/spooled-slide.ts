import type { FileHandle } from "node:fs/promises";
import type { CanvasId } from "../../contract/platforms.js";
import type { RenderedSlide } from "../../engine/job.js";

/** Default number of bytes that are read at a time; a multiple of 3, for base64. */
const PIECE_BYTES = 196_608;

/** A slide as part of an answer. */
export interface NamedSlide extends RenderedSlide {
	/** Number of the slide within its platform, counted from 1. */
	readonly slide: number;
	/** Present if the document has several platforms. */
	readonly platform?: CanvasId;
}

/** Where the bytes of a slide are. */
type Place =
	| { readonly bytes: Buffer; readonly release: () => void }
	| { readonly file: FileHandle; readonly start: number; readonly size: number };

/** A rendered slide that waits in memory or in a file until it is sent. */
export class SpooledSlide {
	/** See NamedSlide. */
	readonly slide: number;
	readonly platform: CanvasId | undefined;
	readonly mimeType: RenderedSlide["mimeType"];
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	readonly alt: string;
	/** The bytes are base64 text. */
	readonly base64: boolean;
	readonly warnings: RenderedSlide["warnings"];
	readonly warningCount: number;
	/** Bytes. */
	readonly size: number;
	#place: Place | undefined;

	constructor(meta: Omit<NamedSlide, "bytes">, place: Place) {
		this.slide = meta.slide;
		this.platform = meta.platform;
		this.mimeType = meta.mimeType;
		this.width = meta.width;
		this.height = meta.height;
		this.alt = meta.alt;
		this.base64 = meta.base64 === true;
		this.warnings = meta.warnings;
		this.warningCount = meta.warningCount;
		this.size = "bytes" in place ? place.bytes.length : place.size;
		this.#place = place;
	}

	/** The bytes, if they are in memory. */
	get inMemory(): Buffer | undefined {
		return this.#place !== undefined && "bytes" in this.#place ? this.#place.bytes : undefined;
	}

	/**
	 * All bytes at once.
	 * @throws Error if the slide was released
	 */
	async bytes(): Promise<Buffer> {
		if (this.inMemory !== undefined) return this.inMemory;
		return this.#read(0, this.size);
	}

	/**
	 * The bytes in chunks of equal length, except the last.
	 * @throws Error if the slide was released meanwhile
	 */
	async *pieces(length = PIECE_BYTES): AsyncGenerator<Buffer> {
		for (let at = 0; at < this.size; at += length) {
			const end = Math.min(at + length, this.size);
			yield this.inMemory?.subarray(at, end) ?? (await this.#read(at, end));
		}
	}

	/** Releases the slide. */
	release(): void {
		const place = this.#place;
		this.#place = undefined;
		if (place !== undefined && "bytes" in place) place.release();
	}

	async #read(from: number, to: number): Promise<Buffer> {
		const place = this.#place;
		if (place === undefined || "bytes" in place) throw new Error("the slide was let go");
		const buffer = Buffer.allocUnsafeSlow(to - from);
		for (let done = 0; done < buffer.length; ) {
			const { file, start } = place;
			const { bytesRead } = await file.read(
				buffer,
				done,
				buffer.length - done,
				start + from + done,
			);
			if (bytesRead === 0) throw new Error("the spool file ended early");
			done += bytesRead;
		}
		return buffer;
	}
}
