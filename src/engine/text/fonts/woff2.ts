import { createRequire } from "node:module";

/** What wawoff2's Emscripten module offers once its runtime is there. */
interface Decoder {
	/** A view of the decoder's own memory, valid until the next call; false for a broken file. */
	decompress(file: Uint8Array): Uint8Array | false;
	onRuntimeInitialized?: () => void;
	calledRun?: boolean;
}

/** Unpacks a WOFF2 file into a TrueType or OpenType font. */
export type DecodeWoff2 = (file: Uint8Array) => Uint8Array;

/**
 * Instantiates the WOFF2 decoder (about 8 ms). The function that comes back is
 * synchronous, unlike wawoff2's own entry point; its result is valid until the
 * next call, so the caller copies it (hb.Blob does).
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
