import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import { FetchFailure } from "../../../base/fetch-failure.js";

type Decompress = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
	["gzip", promisify<Uint8Array, ZlibOptions, Buffer>(gunzip)],
	["x-gzip", promisify<Uint8Array, ZlibOptions, Buffer>(gunzip)],
	["deflate", promisify<Uint8Array, ZlibOptions, Buffer>(inflate)],
	["br", promisify<Uint8Array, ZlibOptions, Buffer>(brotliDecompress)],
]);

/** Large enough that an image needs few round trips to libuv's thread pool. */
const CHUNK_BYTES = 262_144;

/**
 * The content coding of a response, or undefined if there is none. Requests only ask for identity,
 * but object stores return what was stored compressed, mostly SVGs.
 * @throws {FetchFailure} not_an_image for an unknown coding, or several
 */
export function contentCoding(header: string | undefined): string | undefined {
	const coding = (header ?? "").trim().toLowerCase();
	if (coding === "" || coding === "identity") return undefined;
	if (DECODERS.has(coding)) return coding;
	throw new FetchFailure("not_an_image", "the content coding is not supported");
}

/**
 * Decodes a content coding.
 * @param coding a result of contentCoding
 * @param limit maximum number of decoded bytes; no more are produced
 * @throws {FetchFailure} too_large, or not_an_image if the bytes are damaged
 */
export async function decodeContent(
	bytes: Uint8Array,
	coding: string,
	limit: number,
): Promise<Uint8Array> {
	const decompress = DECODERS.get(coding);
	if (!decompress) throw new FetchFailure("not_an_image", "the content coding is not supported");
	try {
		return await decompress(bytes, { maxOutputLength: limit, chunkSize: CHUNK_BYTES });
	} catch (error) {
		if (error instanceof RangeError) {
			throw new FetchFailure("too_large", "the decompressed image is too large", {
				details: { maxBytes: limit },
			});
		}
		throw new FetchFailure("not_an_image", "the compressed image is damaged", { cause: error });
	}
}
