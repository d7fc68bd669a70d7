import type { ResvgRenderOptions } from "@resvg/resvg-js";

/**
 * Options for every call of resvg-js. Fonts are off, because texts are outlines. The empty `crop`
 * crops nothing; if it were unset, resvg-js would copy the result pixel by pixel to crop it to its
 * own size, which takes a twentieth of the processor time of a text slide.
 */
export const RESVG_OPTIONS = {
	font: { loadSystemFonts: false },
	crop: { left: 0, top: 0, right: 0, bottom: 0 },
} as const satisfies ResvgRenderOptions;
