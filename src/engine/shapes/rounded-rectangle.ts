import type { Box } from "./box.js";
import { appendArc } from "./ellipse.js";
import { CLOSE, LINE, MOVE, type Outline } from "./outline.js";

/** Radii in CSS order: top left, top right, bottom right, bottom left. */
export type Radii = readonly [
	topLeft: number,
	topRight: number,
	bottomRight: number,
	bottomLeft: number,
];

export const NO_RADII: Radii = [0, 0, 0, 0];

/** The four radii of a borderRadius; negative ones count as 0. */
export function radiiOf(borderRadius: number | readonly number[]): Radii {
	const [a, b, c, d] =
		typeof borderRadius === "number"
			? [borderRadius, borderRadius, borderRadius, borderRadius]
			: borderRadius;
	return [a, b, c, d].map((radius) => Math.max(0, radius ?? 0)) as unknown as Radii;
}

/**
 * The radii that fit a box: if two do not fit on a side, all four are reduced by the same factor.
 * @see https://www.w3.org/TR/css-backgrounds-3/#corner-overlap
 */
export function fitRadii({ width, height }: Box, radii: Radii): Radii {
	const [topLeft, topRight, bottomRight, bottomLeft] = radii;
	let factor = 1;
	const fit = (side: number, sum: number) => {
		if (sum > side) factor = Math.min(factor, side / sum);
	};
	fit(width, topLeft + topRight);
	fit(width, bottomLeft + bottomRight);
	fit(height, topLeft + bottomLeft);
	fit(height, topRight + bottomRight);
	return factor === 1 ? radii : (radii.map((radius) => radius * factor) as unknown as Radii);
}

/** Radii of the outline `by` pixels further inside, by the rule of CSS for the padding edge. */
export const insetRadii = (radii: Radii, by: number): Radii =>
	radii.map((radius) => Math.max(0, radius - by)) as unknown as Radii;

/**
 * A rectangle with rounded corners, clockwise; it starts at the left end of the top side.
 * @param radii as the document gives them; see fitRadii
 */
export function roundedRectangle(box: Box, radii: Radii = NO_RADII): Outline {
	const { x, y } = box;
	const right = x + box.width;
	const bottom = y + box.height;
	const [topLeft, topRight, bottomRight, bottomLeft] = fitRadii(box, radii);
	const outline: number[] = [MOVE, x + topLeft, y];
	const lineTo = (toX: number, toY: number) => {
		const [lastX, lastY] = [outline.at(-2)!, outline.at(-1)!];
		// A pill has no straight side here, because a line of length 0 would add a join to a stroke.
		if (Math.abs(lastX - toX) > 1e-9 || Math.abs(lastY - toY) > 1e-9) outline.push(LINE, toX, toY);
	};
	const corner = (cx: number, cy: number, radius: number, from: number) => {
		if (radius > 0) appendArc(outline, { x: cx, y: cy }, radius, radius, from, Math.PI / 2);
	};
	lineTo(right - topRight, y);
	corner(right - topRight, y + topRight, topRight, -Math.PI / 2);
	lineTo(right, bottom - bottomRight);
	corner(right - bottomRight, bottom - bottomRight, bottomRight, 0);
	lineTo(x + bottomLeft, bottom);
	corner(x + bottomLeft, bottom - bottomLeft, bottomLeft, Math.PI / 2);
	// If the last corner is square, closing the path draws the left side.
	if (topLeft > 0) lineTo(x, y + topLeft);
	corner(x + topLeft, y + topLeft, topLeft, Math.PI);
	outline.push(CLOSE);
	return outline;
}
