import type { Rgba, Stop } from "./paint.js";

/**
 * The colour of a gradient at a position, with premultiplied interpolation as in CSS. If several
 * stops share the position, the last one counts.
 * @param t 0 at the start of the gradient line, 1 at its end; outside, the first
 * and last colours continue
 * @returns not rounded
 */
export function colorAt(stops: readonly Stop[], t: number): Rgba {
	let next = 0;
	while (next < stops.length && stops[next]!.at <= t) next++;
	const before = stops[next - 1];
	const after = stops[next];
	if (before === undefined) return after!;
	if (after === undefined) return before;
	return mix(before, after, (t - before.at) / (after.at - before.at));
}

/** The colour at a fraction of the way between two colours. */
export function mix(from: Rgba, to: Rgba, share: number): Rgba {
	const a = from.a + (to.a - from.a) * share;
	if (a <= 0) return { r: 0, g: 0, b: 0, a: 0 };
	const [ofFrom, ofTo] = [(from.a * (1 - share)) / a, (to.a * share) / a];
	return {
		r: from.r * ofFrom + to.r * ofTo,
		g: from.g * ofFrom + to.g * ofTo,
		b: from.b * ofFrom + to.b * ofTo,
		a,
	};
}
