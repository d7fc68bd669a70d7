/** Estimated costs of painting parts of layers. Nanoseconds of one core. */
import { type Box, grow, intersect } from "../scene/geometry.js";
import { outlineLength } from "../shapes/dashes.js";
import type { Outline } from "../shapes/outline.js";
import type { Stroke } from "../shapes/stroke.js";

/** A pixel along the outline of a fill, and along a stroke, which has two edges and joins. */
const FILLED_EDGE = 60;
const STROKED_EDGE = 120;
/** A dash, with round caps. */
const DASH = 20_000;
/** Maximum visible length of an outline for each of its numbers, pixels. The rest is clipped. */
const SEEN_EDGE = 2_000;

/** @param dashes number of dashes of the stroke */
export function shapePrice(outline: Outline, stroke: Stroke | undefined, dashes: number): number {
	const length = Math.min(outlineLength(outline), outline.length * SEEN_EDGE);
	return length * (FILLED_EDGE + (stroke ? STROKED_EDGE : 0)) + dashes * DASH;
}

/**
 * A pixel of a shadow, scaled up from the small bitmap that was blurred, and drawing what casts the
 * shadow.
 */
const SHADOW_PIXEL = 10;
const SHADOW = 1_000_000;

/**
 * @param box of what casts the shadow, pixels
 * @param seen the visible part of the box's space
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
