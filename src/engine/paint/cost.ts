/** Estimates the cost of painting a node. */
import { needsKernels } from "./fill.js";
import type { PaintNode } from "./node.js";

/**
 * Drawing a character of markup, which is nearly always part of the outline of a letter.
 * Nanoseconds.
 */
const CHARACTER = 250;
/** Drawing a pixel of a picture on the slide, rotated or not. Nanoseconds. */
const PIXEL = 60;
/** Blurring a pixel of a shadow. Nanoseconds. */
const SHADE = 40;
/**
 * Scaling a rotated shadow up to a pixel; an upright shadow, and one on the canvas, takes a fifth.
 * Nanoseconds.
 */
const SHADED = 30;
/**
 * Painting a group on a separate surface: clearing a pixel, applying the opacity and painting it.
 * Nanoseconds.
 */
const LAYER = 20;
/** Blurring a pixel of a group, and changing its colour. Nanoseconds. */
const BLUR = 60;
const MAP = 10;
/** Clipping, masking and blending a pixel of a group. Nanoseconds. */
const CLIP = 15;
const MASK = 35;
const BLEND = 40;
/** Painting a pixel with a gradient. Nanoseconds. */
const GRADIENT = 20;
/** Painting a pixel with a conic gradient or a pattern, and cutting out its outline. */
const KERNEL = 70;
/** The same along a line, which is a mask on a surface, as it is for a picture. Nanoseconds. */
const KERNEL_LINE = 110;
/** Painting a pixel with one colour. Nanoseconds. */
const SOLID = 2;

/** Characters of an element without its path data and its children. */
const ELEMENT = 32;

/** Approximate number of characters of a node's markup, on which resvg's memory and time depend. */
export function charactersOf(node: PaintNode): number {
	if (node.kind === "path") return node.data.length + ELEMENT;
	if (node.kind === "drawing") return node.markup.length * (node.rim ? 2 : 1) + ELEMENT;
	if (node.kind !== "group") return ELEMENT;
	let characters = ELEMENT;
	for (const child of node.children) characters += charactersOf(child);
	return (
		characters + (node.clip?.data.length ?? 0) + (node.mask ? charactersOf(node.mask.node) : 0)
	);
}

/**
 * @param seen visible part in pixels of the slide; nothing outside is painted
 * @param scale pixels of the image per pixel of the slide
 * @returns nanoseconds of one core
 */
export function costOf(node: PaintNode, seen = Number.POSITIVE_INFINITY, scale = 1): number {
	const pixels = Math.min(seen, node.bounds.width * node.bounds.height) * scale;
	if (node.kind === "picture") return node.place.width * node.place.height * scale * PIXEL;
	if (node.kind === "shade") return node.columns * node.rows * SHADE + pixels * SHADED;
	if (node.kind === "drawing") return charactersOf(node) * CHARACTER;
	if (node.kind === "path") {
		const fills = [node.fill, node.stroke?.paint].filter((fill) => fill != null);
		const line = node.stroke?.paint;
		const isCut = line !== undefined && (needsKernels(line) || line.kind === "picture");
		if (isCut || fills.some(needsKernels))
			return (node.data.length + ELEMENT) * CHARACTER + pixels * (isCut ? KERNEL_LINE : KERNEL);
		const plain = [node.fill, node.stroke?.paint].every((fill) => !fill || fill.kind === "solid");
		return (node.data.length + ELEMENT) * CHARACTER + pixels * (plain ? SOLID : GRADIENT);
	}
	let cost = 0;
	for (const child of node.children) cost += costOf(child, seen, scale);
	const { clip, mask, filter, backdrop, opacity = 1, blend = "normal" } = node;
	if (filter) cost += pixels * ((filter.blur > 0 ? BLUR : 0) + filter.maps.length * MAP + LAYER);
	if (backdrop) cost += pixels * (BLUR + CLIP + LAYER);
	if (clip) cost += clip.data.length * CHARACTER;
	if (mask) cost += costOf(mask.node, seen, scale);
	let perPixel = (clip ? CLIP : 0) + (mask ? MASK : 0) + (blend === "normal" ? 0 : BLEND);
	if (perPixel > 0 || opacity < 1) perPixel += LAYER;
	return cost + perPixel * pixels;
}
