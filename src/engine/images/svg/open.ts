import { type Bitmap, hasTransparency as bitmapHasTransparency } from "../bitmap.js";
import { coverPlacement } from "../cover.js";
import type { ImageNeed } from "../need.js";
import type { OpenImage } from "../open-image.js";
import { malformed } from "./budget.js";
import { readSvgDocument, type SvgSources, type WrittenSvg } from "./document.js";
import { withPictures } from "./images.js";
import type { Matrix } from "./matrix.js";
import type { SvgNote } from "./notes.js";
import { rasterize } from "./rasterize.js";
import type { Size } from "./viewport.js";

/** Longer side of the copy that is searched for transparent pixels. */
const PREVIEW = 256;

/** An SVG, which can also be returned as drawn elements. */
export interface OpenSvg extends OpenImage {
	/**
	 * The drawing of the region of `need`, in its pixels.
	 * @throws ImageFault too_complex, not_an_image
	 */
	readonly write: (need: ImageNeed) => WrittenSvg;
	/** What was not drawn as in a browser so far. */
	readonly notes: () => readonly SvgNote[];
}

/**
 * Parses an SVG from outside. Only elements on the allow-list of this folder are drawn, from a
 * newly written SVG.
 * @throws ImageFault not_an_image, too_complex
 */
export async function openSvg(bytes: Uint8Array, sources: SvgSources = {}): Promise<OpenSvg> {
	const document = await readSvgDocument(bytes, sources);
	const { size } = document.intrinsic;
	const { width, height } = size;
	if (!(width / height < 1e5 && height / width < 1e5))
		throw malformed("it is a line, not a picture");
	let notes: readonly SvgNote[] = [];
	let shown: WrittenSvg["placed"] = [];
	const damaged: SvgNote[] = [];
	// Pricing is followed by drawing, so the result is kept.
	let written: { readonly need: ImageNeed; readonly svg: WrittenSvg } | undefined;
	const write = (need: ImageNeed): WrittenSvg => {
		if (written?.need !== need) {
			const svg = document.write(...placement(need, size), need.region);
			written = { need, svg };
			notes = svg.notes;
			shown = svg.placed;
		}
		return written.svg;
	};
	const rasterized = async ({ markup, placed }: WrittenSvg, canvas: Size): Promise<Bitmap> =>
		rasterize(
			await withPictures(markup, placed, ({ where }) => {
				damaged.push({ kind: "not_supported", name: "damaged image", where });
			}),
			canvas,
		);
	return {
		size,
		vector: true,
		write,
		notes: () => [
			...notes,
			...damaged,
			...shown.flatMap(({ source }) => source.image.notes?.() ?? []),
		],
		price: (need: ImageNeed) => write(need).price,
		async draw(need: ImageNeed): Promise<Bitmap> {
			const svg = write(need);
			written = undefined;
			return rasterized(svg, need.region);
		},
		async hasTransparency(): Promise<boolean> {
			const scale = PREVIEW / Math.max(width, height);
			const canvas = {
				width: Math.max(1, Math.floor(width * scale)),
				height: Math.max(1, Math.floor(height * scale)),
			};
			const matrix = [canvas.width / width, 0, 0, canvas.height / height, 0, 0] as const;
			return bitmapHasTransparency(await rasterized(document.write(matrix, size, canvas), canvas));
		},
	};
}

/**
 * The matrix from CSS pixels to the canvas and the size of the drawing in CSS pixels. A browser
 * lays out the drawing at the size at which it is shown.
 */
function placement(need: ImageNeed, size: Size): [Matrix, Size] {
	const { scale, left, top } = coverPlacement(size.width, size.height, need);
	const pixels = need.scale ?? 1;
	const viewport = {
		width: (size.width * scale) / pixels,
		height: (size.height * scale) / pixels,
	};
	return [[pixels, 0, 0, pixels, -left, -top], viewport];
}
