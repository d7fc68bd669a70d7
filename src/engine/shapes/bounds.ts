import { type Box, PointBounds } from "./box.js";
import { CLOSE, CUBIC, OPERANDS, type Outline } from "./outline.js";

/** The exact box around a filled outline; null when it is empty. */
export function fillBounds(outline: Outline): Box | null {
	const bounds = new PointBounds();
	let x = 0;
	let y = 0;
	for (let i = 0; i < outline.length; ) {
		const command = outline[i++]!;
		if (command === CLOSE) continue;
		if (command === CUBIC) {
			const [x1, y1, x2, y2, x3, y3] = outline.slice(i, i + 6) as [
				number,
				number,
				number,
				number,
				number,
				number,
			];
			for (const t of extrema(x, x1, x2, x3)) bounds.add(at(t, x, x1, x2, x3), y3);
			for (const t of extrema(y, y1, y2, y3)) bounds.add(x3, at(t, y, y1, y2, y3));
		}
		i += OPERANDS[command]!;
		x = outline[i - 2]!;
		y = outline[i - 1]!;
		bounds.add(x, y);
	}
	return bounds.box;
}

/** A coordinate of a cubic curve. */
export function at(t: number, a: number, b: number, c: number, d: number): number {
	const s = 1 - t;
	return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

/** The extremes of a cubic curve in one coordinate: roots of its derivative between 0 and 1. */
function extrema(p0: number, p1: number, p2: number, p3: number): number[] {
	const a = p3 - 3 * p2 + 3 * p1 - p0;
	const b = 2 * (p2 - 2 * p1 + p0);
	const c = p1 - p0;
	const inside = (t: number) => t > 0 && t < 1;
	const size = Math.abs(a) + Math.abs(b) + Math.abs(c);
	if (Math.abs(a) <= 1e-12 * size) return [-c / b].filter(inside);
	const root = b * b - 4 * a * c;
	if (!(root >= 0)) return [];
	// Without subtracting nearly equal numbers.
	const q = -(b + Math.sign(b || 1) * Math.sqrt(root)) / 2;
	return [q / a, c / q].filter(inside);
}
