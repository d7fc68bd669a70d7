/** What it costs to paint parts of layers, before they are painted. Nanoseconds of one core. */
import { type Box, grow, intersect } from "../scene/geometry.js";
import { outlineLength } from "../shapes/dashes.js";
import type { Outline } from "../shapes/outline.js";
import type { Stroke } from "../shapes/stroke.js";

/** A pixel along the outline of a fill, and of a stroke, which has two edges and joins. */
const FILLED_EDGE = 60;
const STROKED_EDGE = 120;
/** A dash, with round caps. */
const DASH = 20_000;
/** Longest part of an outline that can be seen for each of its numbers, pixels: what is outside is cut off. */
const SEEN_EDGE = 2_000;

/** @param dashes of the stroke */
export function shapePrice(outline: Outline, stroke: Stroke | undefined, dashes: number): number {
	const length = Math.min(outlineLength(outline), outline.length * SEEN_EDGE);
	return length * (FILLED_EDGE + (stroke ? STROKED_EDGE : 0)) + dashes * DASH;
}

/** A pixel of a shadow, scaled up from the few that were blurred; and drawing what casts it. */
const SHADOW_PIXEL = 10;
const SHADOW = 1_000_000;

/**
 * @param box of what casts the shadow, pixels
 * @param seen the part of the box's space that can be seen
 */
export function shadowPrice(
	box: Box,
	{ x, y, blur, spread }: { x: number; y: number; blur: number; spread: number },
	seen: Box,
): number {
	const moved = { ...box, x: box.x + x, y: box.y + y };
	const { width, height } = intersect(grow(moved, blur + Math.max(0, spread)), seen);
	return SHADOW + Math.max(0, width) * Math.max(0, height) * SHADOW_PIXEL;
}
