import type { Bitmap } from "../images/bitmap.js";
import { type Fill, isPicture } from "../paint/fill.js";
import type { PaintNode } from "../paint/node.js";
import type { Content } from "../pixels/canvas.js";
import { area, type Box, intersect, type Size } from "../scene/geometry.js";

/** The kind of content of a slide's pixels, which decides how they are compressed. */
export function contentOf(
	slide: Size,
	background: Bitmap | null,
	paints: readonly PaintNode[],
): Content {
	const seen = { x: 0, y: 0, width: slide.width, height: slide.height };
	const found = { pictures: 0, shades: false };
	for (const paint of paints) look(paint, seen, found);
	if (background || found.pictures > area(slide) / 4) return "photo";
	return found.shades ? "shaded" : "flat";
}

interface Found {
	/** In square pixels. */
	pictures: number;
	/** Whether neighbouring pixels have many colours. */
	shades: boolean;
}

function look(node: PaintNode, seen: Box, found: Found): void {
	if (node.kind === "picture") found.pictures += area(node.place);
	else if (node.kind === "shade") found.shades = true;
	else if (node.kind === "path") {
		for (const fill of [node.fill, node.stroke?.paint]) lookAt(fill, node.bounds, seen, found);
	} else if (node.kind === "group") {
		const inside = intersect(seen, node.bounds);
		const inner: Found = { pictures: 0, shades: found.shades };
		for (const child of node.children) look(child, inside, inner);
		// The part of a picture that a clip cuts off is not visible.
		found.pictures += Math.min(inner.pictures, area(inside));
		found.shades = inner.shades || (inner.pictures > 0 && (node.opacity ?? 1) < 1);
	}
}

function lookAt(fill: Fill | null | undefined, bounds: Box, seen: Box, found: Found): void {
	if (!fill || fill.kind === "solid") return;
	if (isPicture(fill)) found.pictures += area(intersect(seen, bounds));
	else found.shades = true;
}
