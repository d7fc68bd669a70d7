import { CUBIC, LINE } from "./outline.js";

/**
 * Appends an elliptical arc of path data as cubic curves of at most an eighth of a turn, which
 * differ from the arc by less than 5e-6 of its radius.
 * @param values of the command: radii, rotation in degrees, large-arc and sweep flags
 * @see https://www.w3.org/TR/SVG2/implnote.html#ArcConversionEndpointToCenter
 */
export function appendEndpointArc(
	outline: number[],
	x0: number,
	y0: number,
	[givenRx = 0, givenRy = 0, degrees = 0, large = 0, sweep = 0]: readonly number[],
	x: number,
	y: number,
): void {
	let rx = Math.abs(givenRx);
	let ry = Math.abs(givenRy);
	if (!(rx > 0 && ry > 0)) return void outline.push(LINE, x, y);
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
	if (!(both > 0)) return void outline.push(LINE, x, y);
	const away = Math.sqrt(Math.max(0, (rx * ry) ** 2 - both) / both) * (large === sweep ? -1 : 1);
	const centerX = (away * rx * halfY) / ry;
	const centerY = (-away * ry * halfX) / rx;
	const from = Math.atan2((halfY - centerY) / ry, (halfX - centerX) / rx);
	let span = Math.atan2((-halfY - centerY) / ry, (-halfX - centerX) / rx) - from;
	if (sweep === 1 && span < 0) span += 2 * Math.PI;
	if (sweep === 0 && span > 0) span -= 2 * Math.PI;
	// Radii whose squares overflow cannot be drawn; the check of the end point reports them.
	if (!Number.isFinite(span)) return void outline.push(LINE, x, y);
	const middleX = cos * centerX - sin * centerY + (x0 + x) / 2;
	const middleY = sin * centerX + cos * centerY + (y0 + y) / 2;
	const count = Math.max(1, Math.ceil(Math.abs(span) / (Math.PI / 4) - 1e-9));
	const reach = (4 / 3) * Math.tan(span / count / 4);
	const add = (u: number, v: number) => {
		outline.push(cos * rx * u - sin * ry * v + middleX, sin * rx * u + cos * ry * v + middleY);
	};
	for (let i = 0; i < count; i++) {
		const [a, b] = [from + (span * i) / count, from + (span * (i + 1)) / count];
		const [ua, va, ub, vb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
		outline.push(CUBIC);
		add(ua - reach * va, va + reach * ua);
		add(ub + reach * vb, vb - reach * ub);
		if (i === count - 1) outline.push(x, y);
		else add(ub, vb);
	}
}
