import type { ResvgRenderOptions } from "@resvg/resvg-js";

/**
 * What resvg-js is always told: no fonts, as texts come as outlines, and to leave what it has
 * drawn as it is. With `crop` unset it copies it once more, a pixel at a time, to cut it to
 * its own size; an empty `crop` cuts nothing. A twentieth of the processor time of a text slide.
 */
export const RESVG_OPTIONS = {
	font: { loadSystemFonts: false },
	crop: { left: 0, top: 0, right: 0, bottom: 0 },
} as const satisfies ResvgRenderOptions;
