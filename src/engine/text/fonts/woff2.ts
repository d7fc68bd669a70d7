import { createRequire } from "node:module";

/** The functions of wawoff2's Emscripten module after its runtime has started. */
interface Decoder {
	/** A view of the decoder's memory, valid until the next call; false for a damaged file. */
	decompress(file: Uint8Array): Uint8Array | false;
	onRuntimeInitialized?: () => void;
	calledRun?: boolean;
}

/** Decompresses a WOFF2 file to a TrueType or OpenType font. */
export type DecodeWoff2 = (file: Uint8Array) => Uint8Array;

/**
 * Instantiates the WOFF2 decoder (about 8 ms). Unlike wawoff2's own entry point, the returned
 * function is synchronous. Its result is valid until the next call, so the caller must copy it
 * (hb.Blob does).
 */
export async function openWoff2Decoder(): Promise<DecodeWoff2> {
	const decoder = createRequire(import.meta.url)("wawoff2/build/decompress_binding.js") as Decoder;
	if (decoder.calledRun !== true) {
		await new Promise<void>((resolve) => {
			decoder.onRuntimeInitialized = resolve;
		});
	}
	return (file) => {
		const font = decoder.decompress(file);
		if (font === false) throw new Error("not a WOFF2 font file");
		return font;
	};
}
