import type { Box, Sides } from "./box.js";
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

/** The radius of a corner: of a quarter of a circle, or of an ellipse. */
export type Corner = number | readonly [across: number, down: number];

/** Radii of which some may be those of ellipses, in the same order. */
export type EllipticRadii = readonly [Corner, Corner, Corner, Corner];

export const acrossOf = (corner: Corner): number =>
	typeof corner === "number" ? corner : corner[0];
export const downOf = (corner: Corner): number => (typeof corner === "number" ? corner : corner[1]);

/** Whether all corners are quarters of circles. */
export const isCircular = (radii: EllipticRadii): radii is Radii =>
	radii.every((corner) => typeof corner === "number");

/** @param change of one radius */
const mapCorner = (corner: Corner, change: (radius: number) => number): Corner =>
	typeof corner === "number" ? change(corner) : [change(corner[0]), change(corner[1])];

export const scaleRadii = <R extends EllipticRadii>(radii: R, by: number): R =>
	radii.map((corner) => mapCorner(corner, (radius) => radius * by)) as unknown as R;

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
export function fitRadii<R extends EllipticRadii>({ width, height }: Box, radii: R): R {
	const [topLeft, topRight, bottomRight, bottomLeft] = radii;
	let factor = 1;
	const fit = (side: number, sum: number) => {
		if (sum > side) factor = Math.min(factor, side / sum);
	};
	fit(width, acrossOf(topLeft) + acrossOf(topRight));
	fit(width, acrossOf(bottomLeft) + acrossOf(bottomRight));
	fit(height, downOf(topLeft) + downOf(bottomLeft));
	fit(height, downOf(topRight) + downOf(bottomRight));
	return factor === 1 ? radii : scaleRadii(radii, factor);
}

/** Radii of the outline `by` pixels further inside, by the rule of CSS for the padding edge. */
export const insetRadii = <R extends EllipticRadii>(radii: R, by: number): R =>
	radii.map((corner) => mapCorner(corner, (radius) => Math.max(0, radius - by))) as unknown as R;

/** Radii of the outline inside sides of these widths, by the same rule. */
export function innerRadii(radii: EllipticRadii, sides: Sides): EllipticRadii {
	const [top, right, bottom, left] = sides;
	const inner = (corner: Corner, beside: number, above: number): Corner => {
		const across = Math.max(0, acrossOf(corner) - beside);
		const down = Math.max(0, downOf(corner) - above);
		if (across === 0 || down === 0) return 0;
		return across === down ? across : [across, down];
	};
	const [a, b, c, d] = radii;
	return [
		inner(a, left, top),
		inner(b, right, top),
		inner(c, right, bottom),
		inner(d, left, bottom),
	];
}

/**
 * A rectangle with rounded corners, clockwise; it starts at the left end of the top side.
 * @param radii as the document gives them; see fitRadii
 */
export function roundedRectangle(box: Box, radii: EllipticRadii = NO_RADII): Outline {
	const { x, y } = box;
	const right = x + box.width;
	const bottom = y + box.height;
	const [topLeft, topRight, bottomRight, bottomLeft] = fitRadii(box, radii);
	const outline: number[] = [MOVE, x + acrossOf(topLeft), y];
	const lineTo = (toX: number, toY: number) => {
		const [lastX, lastY] = [outline.at(-2)!, outline.at(-1)!];
		// A pill has no straight side here, because a line of length 0 would add a join to a stroke.
		if (Math.abs(lastX - toX) > 1e-9 || Math.abs(lastY - toY) > 1e-9) outline.push(LINE, toX, toY);
	};
	const corner = (cx: number, cy: number, radius: Corner, from: number) => {
		const [across, down] = [acrossOf(radius), downOf(radius)];
		if (across > 0 && down > 0)
			appendArc(outline, { x: cx, y: cy }, across, down, from, Math.PI / 2);
	};
	lineTo(right - acrossOf(topRight), y);
	corner(right - acrossOf(topRight), y + downOf(topRight), topRight, -Math.PI / 2);
	lineTo(right, bottom - downOf(bottomRight));
	corner(right - acrossOf(bottomRight), bottom - downOf(bottomRight), bottomRight, 0);
	lineTo(x + acrossOf(bottomLeft), bottom);
	corner(x + acrossOf(bottomLeft), bottom - downOf(bottomLeft), bottomLeft, Math.PI / 2);
	// If the last corner is square, closing the path draws the left side.
	if (downOf(topLeft) > 0) lineTo(x, y + downOf(topLeft));
	corner(x + acrossOf(topLeft), y + downOf(topLeft), topLeft, Math.PI);
	outline.push(CLOSE);
	return outline;
}
