import { type Bitmap, hasTransparency as bitmapHasTransparency } from "../bitmap.js";
import { coverPlacement } from "../cover.js";
import type { ImageNeed } from "../need.js";
import type { OpenImage } from "../open-image.js";
import { malformed } from "./budget.js";
import { rasterize } from "./rasterize.js";
import { readSvgDocument, type WrittenSvg } from "./sanitize.js";

/** Longer side of the copy that is searched for transparent pixels. */
const PREVIEW = 256;

/** An SVG, which can also be returned as drawn elements. */
export interface OpenSvg extends OpenImage {
	/**
	 * The drawing of the region of `need`, in its pixels.
	 * @throws ImageFault too_complex, not_an_image
	 */
	readonly write: (need: ImageNeed) => WrittenSvg;
}

/**
 * Parses an SVG from outside. Only elements on the allow-list of this folder are drawn, from a
 * newly written SVG.
 * @throws ImageFault not_an_image, too_complex
 */
export async function openSvg(bytes: Uint8Array): Promise<OpenSvg> {
	const document = readSvgDocument(bytes);
	const { width, height } = document.size;
	if (!(width / height < 1e5 && height / width < 1e5)) throw malformed("a line, not a picture");
	// Pricing is followed by drawing, so the result is kept.
	let written: { readonly need: ImageNeed; readonly svg: WrittenSvg } | undefined;
	const write = (need: ImageNeed): WrittenSvg => {
		if (written?.need !== need) {
			const { scale, left, top } = coverPlacement(width, height, need);
			written = { need, svg: document.write([scale, 0, 0, scale, -left, -top], need.region) };
		}
		return written.svg;
	};
	return {
		size: { width, height },
		vector: true,
		textDropped: document.hasText,
		write,
		price: (need: ImageNeed) => write(need).price,
		async draw(need: ImageNeed): Promise<Bitmap> {
			const { markup } = write(need);
			written = undefined;
			return rasterize(markup, need.region);
		},
		async hasTransparency(): Promise<boolean> {
			const scale = PREVIEW / Math.max(width, height);
			const size = {
				width: Math.max(1, Math.floor(width * scale)),
				height: Math.max(1, Math.floor(height * scale)),
			};
			const matrix = [size.width / width, 0, 0, size.height / height, 0, 0] as const;
			return bitmapHasTransparency(rasterize(document.write(matrix, size).markup, size));
		},
	};
}
