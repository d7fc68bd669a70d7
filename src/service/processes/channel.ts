import type { Duplex } from "node:stream";
import { BODY_BOUNDS, beyondBounds, type JsonBounds } from "../../base/json-bounds.js";

/**
 * Frames on a local stream socket: u32 header length | u32 blob count | u32 length of each blob |
 * header (JSON) | blobs, in little endian. Blobs are sent without encoding and received directly
 * into a buffer of their size: no base64, no concatenation, one copy per side.
 */
export interface FrameLimits {
	readonly maxHeaderBytes: number;
	readonly maxBlobs: number;
	/** Bytes of all blobs of a frame. */
	readonly maxBlobBytes: number;
}

export interface Frame {
	readonly header: unknown;
	readonly blobs: readonly Buffer[];
}

/** The data violates the format or the limits; the channel can no longer be used. */
export class FrameError extends Error {
	override readonly name = "FrameError";
}

const PREFIX_BYTES = 8;

/** Limit of a header: a document with its context, or warnings with their values. */
const HEADER_BOUNDS: JsonBounds = {
	maxDepth: BODY_BOUNDS.maxDepth + 4,
	maxValues: 2 * BODY_BOUNDS.maxValues,
};

/** Splits a stream into frames, regardless of its chunks. Linear in its bytes. */
export class FrameReader {
	readonly #limits: () => FrameLimits;
	readonly #onFrame: (frame: Frame) => void;
	#part: "prefix" | "lengths" | "header" | "blobs" = "prefix";
	#target = Buffer.allocUnsafeSlow(PREFIX_BYTES);
	#filled = 0;
	#headerLength = 0;
	#maxBlobBytes = 0;
	#blobLengths: number[] = [];
	#header: unknown;
	#blobs: Buffer[] = [];

	/** @param limits of the next frame; called when it begins */
	constructor(limits: FrameLimits | (() => FrameLimits), onFrame: (frame: Frame) => void) {
		this.#limits = typeof limits === "function" ? limits : () => limits;
		this.#onFrame = onFrame;
	}

	/** @throws FrameError; the reader must not be used afterwards */
	push(chunk: Uint8Array): void {
		let offset = 0;
		for (;;) {
			while (this.#filled === this.#target.length) this.#advance();
			if (offset === chunk.length) return;
			const count = Math.min(this.#target.length - this.#filled, chunk.length - offset);
			this.#target.set(
				count === chunk.length ? chunk : chunk.subarray(offset, offset + count),
				this.#filled,
			);
			this.#filled += count;
			offset += count;
		}
	}

	/** The current part is complete: process it, and prepare for the next. */
	#advance(): void {
		switch (this.#part) {
			case "prefix": {
				this.#headerLength = this.#target.readUInt32LE(0);
				const count = this.#target.readUInt32LE(4);
				const { maxHeaderBytes, maxBlobs, maxBlobBytes } = this.#limits();
				this.#maxBlobBytes = maxBlobBytes;
				if (this.#headerLength > maxHeaderBytes || count > maxBlobs) {
					throw new FrameError(`frame of ${this.#headerLength} header bytes, ${count} blobs`);
				}
				this.#expect("lengths", count * 4);
				return;
			}
			case "lengths": {
				let total = 0;
				for (let at = 0; at < this.#target.length; at += 4) {
					const length = this.#target.readUInt32LE(at);
					total += length;
					this.#blobLengths.push(length);
				}
				if (total > this.#maxBlobBytes) throw new FrameError(`frame of ${total} blob bytes`);
				this.#expect("header", this.#headerLength);
				return;
			}
			case "header":
				try {
					if (beyondBounds(this.#target, HEADER_BOUNDS) !== undefined)
						throw new Error("more than a header has");
					this.#header = JSON.parse(this.#target.toString("utf8"));
				} catch (cause) {
					throw new FrameError("the header is not JSON", { cause });
				}
				this.#nextBlob();
				return;
			case "blobs":
				this.#blobs.push(this.#target);
				this.#nextBlob();
				return;
		}
	}

	#nextBlob(): void {
		const length = this.#blobLengths[this.#blobs.length];
		if (length !== undefined) {
			this.#expect("blobs", length);
			return;
		}
		const frame: Frame = { header: this.#header, blobs: this.#blobs };
		this.#header = undefined;
		this.#blobs = [];
		this.#blobLengths = [];
		this.#expect("prefix", PREFIX_BYTES);
		this.#onFrame(frame);
	}

	#expect(part: "prefix" | "lengths" | "header" | "blobs", length: number): void {
		this.#part = part;
		this.#filled = 0;
		// Not from Node's shared pool: a bitmap would keep a whole slab in memory.
		this.#target = Buffer.allocUnsafeSlow(length);
	}
}

/**
 * Writes one frame.
 * @param blobs sent without a copy, so they must not change until the peer has answered
 */
export function writeFrame(
	stream: Duplex,
	header: unknown,
	blobs: readonly Uint8Array[] = [],
): void {
	const json = JSON.stringify(header);
	const jsonLength = Buffer.byteLength(json);
	const headStart = PREFIX_BYTES + blobs.length * 4;
	const head = Buffer.allocUnsafe(headStart + jsonLength);
	head.writeUInt32LE(jsonLength, 0);
	head.writeUInt32LE(blobs.length, 4);
	blobs.forEach((blob, i) => {
		head.writeUInt32LE(blob.length, PREFIX_BYTES + i * 4);
	});
	head.write(json, headStart);
	stream.cork();
	stream.write(head);
	for (const blob of blobs) if (blob.length > 0) stream.write(blob);
	stream.uncork();
}
