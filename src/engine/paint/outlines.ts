/** Path data of common outlines. */
import { num } from "../numbers.js";

/** An axis-aligned rectangle, clockwise. */
export const rectPath = (left: number, top: number, right: number, bottom: number): string =>
	`M${num(left)} ${num(top)}H${num(right)}V${num(bottom)}H${num(left)}z`;

/** Radii of corners, from the top left clockwise, pixels. */
export type Corners = readonly [number, number, number, number];

/**
 * A rectangle with rounded corners, clockwise. If radii do not fit next to each other, all are
 * reduced by the same factor.
 * @see https://www.w3.org/TR/css-backgrounds-3/#corner-overlap
 */
export function roundRectPath(
	left: number,
	top: number,
	right: number,
	bottom: number,
	radii: number | Corners,
): string {
	const asked = (typeof radii === "number" ? [radii, radii, radii, radii] : radii).map((radius) =>
		Math.max(0, radius),
	) as [number, number, number, number];
	const [width, height] = [right - left, bottom - top];
	const [a, b, c, d] = asked;
	const factor = Math.min(
		1,
		...[
			[width, a + b],
			[height, b + c],
			[width, c + d],
			[height, d + a],
		].map(([side, sum]) => (sum! > 0 ? side! / sum! : 1)),
	);
	if (!(a + b + c + d > 0) || !(factor > 0)) return rectPath(left, top, right, bottom);
	const [tl, tr, br, bl] = asked.map((radius) => radius * factor) as [
		number,
		number,
		number,
		number,
	];
	const arc = (radius: number, dx: number, dy: number) =>
		radius > 0 ? `a${num(radius)} ${num(radius)} 0 0 1 ${num(dx)} ${num(dy)}` : "";
	return (
		`M${num(left + tl)} ${num(top)}H${num(right - tr)}${arc(tr, tr, tr)}` +
		`V${num(bottom - br)}${arc(br, -br, br)}H${num(left + bl)}${arc(bl, -bl, -bl)}` +
		`V${num(top + tl)}${arc(tl, tl, -tl)}z`
	);
}
