import { writeVisible } from "../compose/visible.js";
import type { Bitmap } from "../images/bitmap.js";
import { drawSvg, drawSvgAside } from "../images/svg/resvg.js";
import { bitmapOf } from "../paint/build.js";
import { isVector, type ShadeNode } from "../paint/node.js";
import { SVG_NAMESPACES } from "../paint/svg-writer.js";
import {
	type Box,
	Extent,
	grow,
	intersect,
	isEmpty,
	type Size,
	wholePixels,
} from "../scene/geometry.js";
import { markupOfPixels } from "../svg/native-memory.js";
import { drawnBy } from "../svg/soft-mask.js";
import type { Call } from "./plan.js";
import { encodeBitmap } from "./png.js";

/** Of the URLs by which resvg names the pictures. */
const HREF_PREFIX = "https://image.invalid/";

/** Rasterised vectors: premultiplied RGBA at whole pixels of the slide. */
export interface Layer {
	readonly kind: "layer";
	readonly pixels: Uint8Array;
	readonly region: Box;
	/** Characters of markup that were drawn, plus an equivalent for the pixels. */
	readonly drawn: number;
}

/** A layer, or a shade, that a thread draws. */
export interface Drawing {
	readonly kind: "drawing";
	readonly region: Box;
	readonly layer: Promise<Layer | ShadeNode>;
}

const NOTHING: Layer = {
	kind: "layer",
	pixels: new Uint8Array(0),
	region: { x: 0, y: 0, width: 0, height: 0 },
	drawn: 0,
};

/** Draws the part of the slide that a call touches. */
export function rasterize(call: Call, slide: Size & Partial<Box>): Layer {
	const region = regionOf(call, slide);
	if (isEmpty(region)) return NOTHING;
	const { svg, pictures } = documentOf(call, region);
	let drawn = svg.length;
	const { pixels } = drawSvg(svg, (href) => {
		const picture = pictures[Number(href.slice(HREF_PREFIX.length))];
		if (picture && "alpha" in picture) drawn += drawnBy(picture.alpha);
		return picture && encodeBitmap("alpha" in picture ? bitmapOf(picture) : picture, 0);
	});
	return { kind: "layer", pixels, region, drawn: drawn + markupOfPixels(pixels.length) };
}

/** Whether a call draws no pictures. */
export const isVectorCall = ({ paints }: Call): boolean => paints.every(isVector);

/**
 * Draws a call in a thread; calls with pictures are drawn in this one, because pictures cannot be
 * passed to another thread.
 */
export function rasterizeAside(call: Call, slide: Size): Layer | Drawing {
	const region = regionOf(call, slide);
	if (!isVectorCall(call) || isEmpty(region)) return rasterize(call, slide);
	const { svg } = documentOf(call, region);
	const layer = drawSvgAside(svg).then(
		({ pixels }): Layer => ({
			kind: "layer",
			pixels,
			region,
			drawn: svg.length + markupOfPixels(pixels.length),
		}),
	);
	// The failure is handled where the layer is used.
	layer.catch(() => undefined);
	return { kind: "drawing", region, layer };
}

/**
 * The part of the slide (or of a region of it) that a call touches, plus one pixel around it.
 * @param slide whole pixels; starts at 0, 0 by default
 */
export function regionOf({ paints }: Call, slide: Size & Partial<Box>): Box {
	const extent = new Extent();
	for (const { bounds } of paints)
		extent.include(bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height);
	const { x = 0, y = 0, width, height } = slide;
	return intersect(grow(wholePixels(extent.box), 1), { x, y, width, height });
}

function documentOf({ paints }: Call, region: Box) {
	const { x, y, width, height } = region;
	const pictures: (Bitmap | ShadeNode)[] = [];
	const hrefOf = (picture: Bitmap | ShadeNode) => {
		const known = pictures.indexOf(picture);
		return `${HREF_PREFIX}${known >= 0 ? known : pictures.push(picture) - 1}`;
	};
	const body = writeVisible(paints, region, hrefOf);
	const svg = `<svg ${SVG_NAMESPACES} width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${body}</svg>`;
	return { svg, pictures };
}
