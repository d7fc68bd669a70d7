import { Resvg, renderAsync } from "@resvg/resvg-js";
import { RESVG_OPTIONS } from "../images/svg/resvg-options.js";
import { type Box, Extent, intersect, isEmpty, type Size } from "../scene/geometry.js";
import { SVG_NAMESPACES } from "../svg/paint.js";
import { type Group, HREF_PREFIX } from "./plan.js";
import { encodeBitmap } from "./png.js";

/** Vectors that are drawn: premultiplied RGBA at whole pixels of the slide. */
export interface Layer {
	readonly kind: "layer";
	readonly pixels: Uint8Array;
	readonly region: Box;
	/** Characters of markup that were drawn. */
	readonly drawn: number;
}

/** A layer that a thread draws. */
export interface Drawing {
	readonly kind: "drawing";
	readonly region: Box;
	readonly layer: Promise<Layer>;
}

const NOTHING: Layer = {
	kind: "layer",
	pixels: new Uint8Array(0),
	region: { x: 0, y: 0, width: 0, height: 0 },
	drawn: 0,
};

/** Draws the part of the slide that a group touches. */
export function rasterize(group: Group, slide: Size): Layer {
	const region = regionOf(group, slide);
	if (isEmpty(region)) return NOTHING;
	const svg = documentOf(group, region);
	const resvg = new Resvg(svg, RESVG_OPTIONS);
	for (const href of resvg.imagesToResolve() as string[]) {
		const bitmap = group.bitmaps[Number(href.slice(HREF_PREFIX.length))];
		if (bitmap) resvg.resolveImage(href, encodeBitmap(bitmap, 0));
	}
	return { kind: "layer", pixels: resvg.render().pixels, region, drawn: svg.length };
}

/** Draws it in a thread; with bitmaps, which can be handed over in this one only, here. */
export function rasterizeAside(group: Group, slide: Size): Layer | Drawing {
	const region = regionOf(group, slide);
	if (group.bitmaps.length > 0 || isEmpty(region)) return rasterize(group, slide);
	const svg = documentOf(group, region);
	const layer = renderAsync(svg, RESVG_OPTIONS).then(
		({ pixels }): Layer => ({ kind: "layer", pixels, region, drawn: svg.length }),
	);
	// Its failure is met where the layer is wanted.
	layer.catch(() => undefined);
	return { kind: "drawing", region, layer };
}

/** The part of the slide that a group touches, and one pixel around. */
export function regionOf({ paints }: Group, slide: Size): Box {
	const extent = new Extent();
	for (const { bounds } of paints)
		extent.include(bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height);
	return wholePixels(extent.box, slide);
}

function documentOf({ paints }: Group, { x, y, width, height }: Box): string {
	const body = paints.map(({ markup }) => markup).join("");
	return `<svg ${SVG_NAMESPACES} width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${body}</svg>`;
}

function wholePixels(box: Box, slide: Size): Box {
	const left = Math.floor(box.x) - 1;
	const top = Math.floor(box.y) - 1;
	const grown = {
		x: left,
		y: top,
		width: Math.ceil(box.x + box.width) + 1 - left,
		height: Math.ceil(box.y + box.height) + 1 - top,
	};
	return intersect(grown, { x: 0, y: 0, width: slide.width, height: slide.height });
}
