import { crc32 } from "node:zlib";
import { latin1 } from "../sniff.js";

/** Maximum number of chunks before the pixels that are examined. */
const MAX_CHUNKS = 256;
/** Bytes of a chunk's length or name. */
const WORD = 4;
/** Bytes of a chunk besides its data: length, name and checksum. */
const CHUNK_BYTES = 12;

/** A chunk of a PNG. */
export interface PngChunk {
	readonly name: string;
	readonly data: DataView;
	/** Whether its checksum is right. */
	isIntact(): boolean;
}

/**
 * The chunks before the pixels.
 * @returns ends with the first IDAT, which has no data here, or before a chunk that is incomplete
 */
export function* headerChunks(bytes: Uint8Array): Generator<PngChunk> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let at = 8;
	for (let count = 0; count < MAX_CHUNKS && at + 2 * WORD <= bytes.length; count++) {
		const name = latin1(bytes, at + WORD, at + 2 * WORD);
		const isLast = name === "IDAT";
		const length = isLast ? 0 : view.getUint32(at);
		const next = at + CHUNK_BYTES + length;
		if (next > bytes.length) return;
		const named = bytes.subarray(at + WORD, next - WORD);
		yield {
			name,
			data: new DataView(bytes.buffer, named.byteOffset + WORD, length),
			isIntact: () => crc32(named) === view.getUint32(next - WORD),
		};
		if (isLast) return;
		at = next;
	}
}
