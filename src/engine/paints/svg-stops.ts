import { mix } from "./color-at.js";
import type { Rgba, Stop } from "./paint.js";

/**
 * Maximum difference between the colour between two written stops and the premultiplied one, in
 * levels of 255 after compositing.
 */
const TOLERANCE = 0.4;
/** Maximum number of halvings between two stops; only colours of very low alpha need so many. */
const MAX_DEPTH = 8;

/**
 * Stops that give the same colours where gradients interpolate without premultiplication, as in SVG
 * and PDF. The distance between two stops of different colour and different alpha is halved until
 * the difference is below TOLERANCE.
 * @returns at least as many stops; a stop of alpha 0 takes the colour of its neighbour, and is
 * written twice if its neighbours differ
 */
export function unpremultipliedStops(stops: readonly Stop[]): Stop[] {
	const written: Stop[] = [];
	const add = (stop: Stop) => {
		const last = written.at(-1);
		const same = last !== undefined && last.at === stop.at && sameColor(last, stop);
		if (!same) written.push(stop);
	};
	for (let i = 0; i + 1 < stops.length; i++) {
		const [from, to] = [stops[i]!, stops[i + 1]!];
		add(from.a === 0 ? { ...to, at: from.at, a: 0 } : from);
		if (from.a > 0 && to.a > 0 && from.a !== to.a) halve(from, to, MAX_DEPTH, add);
		add(to.a === 0 ? { ...from, at: to.at, a: 0 } : to);
	}
	return written;
}

function halve(from: Stop, to: Stop, depth: number, add: (stop: Stop) => void): void {
	if (depth === 0 || difference(from, to) <= TOLERANCE) return;
	const middle = { ...mix(from, to, 0.5), at: (from.at + to.at) / 2 };
	halve(from, middle, depth - 1, add);
	add(middle);
	halve(middle, to, depth - 1, add);
}

/** The largest difference of composited channels between both ways of interpolation. */
function difference(from: Rgba, to: Rgba): number {
	const away = Math.max(Math.abs(from.r - to.r), Math.abs(from.g - to.g), Math.abs(from.b - to.b));
	// At share s the colours are (1 - s) from + s to, and the same with weights a0 (1 - s) and a1 s.
	// Multiplied by the alpha, they differ by s (1 - s) (a1 - a0) of their distance, which is largest
	// in the middle.
	return (away * Math.abs(to.a - from.a)) / 4;
}

const sameColor = (p: Rgba, q: Rgba) => p.r === q.r && p.g === q.g && p.b === q.b && p.a === q.a;
