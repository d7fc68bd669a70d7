/** The chunks of a PNG (PNG specification, 5.3). */
import { crc32 } from "node:zlib";
import { latin1 } from "../sniff.js";

/** Maximum number of chunks before the pixels that are examined. */
const MAX_HEADER_CHUNKS = 256;
/** Bytes of the signature before the first chunk. */
const SIGNATURE_BYTES = 8;
/** Bytes of a chunk's length, name or checksum. */
const WORD = 4;
/** Bytes of a chunk besides its data: length, name and checksum. */
export const CHUNK_BYTES = 3 * WORD;

/** A chunk of a PNG. */
export interface PngChunk {
	readonly name: string;
	/** Shorter than it should be if the file ends within the chunk. */
	readonly data: DataView;
	/** Whether all of it is there, and its checksum is right. */
	isIntact(): boolean;
}

/**
 * The chunks in their order, up to one that is incomplete, which is the last.
 * @param most number of chunks at which it stops
 */
export function* pngChunks(bytes: Uint8Array, most: number): Generator<PngChunk> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let at = SIGNATURE_BYTES;
	for (let count = 0; count < most && at + CHUNK_BYTES <= bytes.length; count++) {
		const next = at + CHUNK_BYTES + view.getUint32(at);
		const end = Math.min(next, bytes.length) - WORD;
		const named = bytes.subarray(at + WORD, end);
		yield {
			name: latin1(named, 0, WORD),
			data: new DataView(bytes.buffer, named.byteOffset + WORD, named.length - WORD),
			isIntact: () => next <= bytes.length && crc32(named) === view.getUint32(end),
		};
		at = next;
	}
}

/**
 * The chunks before the pixels, and the first IDAT.
 * @returns ends without an IDAT if there is none, or too much before it
 */
export function* headerChunks(bytes: Uint8Array): Generator<PngChunk> {
	for (const chunk of pngChunks(bytes, MAX_HEADER_CHUNKS)) {
		yield chunk;
		if (chunk.name === "IDAT") return;
	}
}
