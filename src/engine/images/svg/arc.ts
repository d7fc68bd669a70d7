import { CUBIC, LINE } from "./outline.js";

/**
 * An elliptical arc of path data as cubic curves of at most a quarter of a turn.
 * @param values of the command: radii, rotation in degrees, large-arc and sweep flags
 * @returns pieces of an Outline
 * @see https://www.w3.org/TR/SVG2/implnote.html#ArcConversionEndpointToCenter
 */
export function arcCurves(
	x0: number,
	y0: number,
	[givenRx = 0, givenRy = 0, degrees = 0, large = 0, sweep = 0]: readonly number[],
	x: number,
	y: number,
): number[] {
	let rx = Math.abs(givenRx);
	let ry = Math.abs(givenRy);
	if (!(rx > 0 && ry > 0)) return [LINE, x, y];
	const turn = (degrees * Math.PI) / 180;
	const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
	const halfX = (cos * (x0 - x) + sin * (y0 - y)) / 2;
	const halfY = (cos * (y0 - y) - sin * (x0 - x)) / 2;
	const tooSmall = (halfX / rx) ** 2 + (halfY / ry) ** 2;
	if (tooSmall > 1) {
		rx *= Math.sqrt(tooSmall);
		ry *= Math.sqrt(tooSmall);
	}
	const both = (rx * halfY) ** 2 + (ry * halfX) ** 2;
	if (!(both > 0)) return [LINE, x, y];
	const away = Math.sqrt(Math.max(0, (rx * ry) ** 2 - both) / both) * (large === sweep ? -1 : 1);
	const centerX = (away * rx * halfY) / ry;
	const centerY = (-away * ry * halfX) / rx;
	const from = Math.atan2((halfY - centerY) / ry, (halfX - centerX) / rx);
	let span = Math.atan2((-halfY - centerY) / ry, (-halfX - centerX) / rx) - from;
	if (sweep === 1 && span < 0) span += 2 * Math.PI;
	if (sweep === 0 && span > 0) span -= 2 * Math.PI;
	const middleX = cos * centerX - sin * centerY + (x0 + x) / 2;
	const middleY = sin * centerX + cos * centerY + (y0 + y) / 2;
	const count = Math.max(1, Math.ceil(Math.abs(span) / (Math.PI / 2) - 1e-9));
	const reach = (4 / 3) * Math.tan(span / count / 4);
	const point = (u: number, v: number): [number, number] => [
		cos * rx * u - sin * ry * v + middleX,
		sin * rx * u + cos * ry * v + middleY,
	];
	const curves: number[] = [];
	for (let i = 0; i < count; i++) {
		const [a, b] = [from + (span * i) / count, from + (span * (i + 1)) / count];
		const [ua, va, ub, vb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
		curves.push(
			CUBIC,
			...point(ua - reach * va, va + reach * ua),
			...point(ub + reach * vb, vb - reach * ub),
			...(i === count - 1 ? ([x, y] as const) : point(ub, vb)),
		);
	}
	return curves;
}
