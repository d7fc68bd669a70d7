import type { Box } from "./box.js";
import { centerOf } from "./ellipse.js";
import { type Outline, polygonOutline } from "./outline.js";

/** A triangle that fills its box: its tip in the middle of the top side. */
export const triangleOutline = ({ x, y, width, height }: Box): Outline =>
	polygonOutline([x + width / 2, y, x + width, y + height, x, y + height]);

/**
 * Corners evenly spaced on the ellipse inscribed in the box, the first at the top, clockwise. As in
 * design programs, it touches a side of its box only if a corner lies there.
 * @param factors factors of the radii, repeated around the shape: [1] for a polygon
 */
function corners(box: Box, count: number, factors: readonly number[]): number[] {
	const center = centerOf(box);
	const points: number[] = [];
	for (let i = 0; i < count; i++) {
		const angle = (2 * Math.PI * i) / count;
		const factor = factors[i % factors.length]!;
		points.push(
			center.x + (box.width / 2) * factor * Math.sin(angle),
			center.y - (box.height / 2) * factor * Math.cos(angle),
		);
	}
	return points;
}

/** @param sides 3 to 12 */
export const regularPolygon = (box: Box, sides: number): Outline =>
	polygonOutline(corners(box, sides, [1]));

/**
 * @param points 3 to 24
 * @param innerRadius radius of the inner corners, percent of the outer radius
 */
export const starOutline = (box: Box, points: number, innerRadius: number): Outline =>
	polygonOutline(corners(box, 2 * points, [1, innerRadius / 100]));
