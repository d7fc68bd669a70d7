/** The stops of a repeating gradient, once for each repetition. */
import { colorAt } from "./color-at.js";
import type { Rgba, Stop } from "./paint.js";

/** With more stops, a repetition is so narrow that only its average colour can be seen. */
const MAX_STOPS = 2_000;

/**
 * @param from start of the part of the gradient that is painted; 0 is its start
 * @param to end of that part; 1 is the end of the gradient
 * @returns stops from 0 (`from`) to 1 (`to`); undefined if there would be too many
 */
export function unrolledStops(
	stops: readonly Stop[],
	from: number,
	to: number,
): Stop[] | undefined {
	const first = stops[0]!.at;
	const period = stops.at(-1)!.at - first;
	const count = (to - from) / period;
	if (!(period > 0) || count * stops.length > MAX_STOPS) return undefined;
	const place = (at: number) => (at - from) / (to - from);
	const unrolled: Stop[] = [];
	for (let i = Math.floor((from - first) / period); first + i * period < to; i++)
		for (const stop of stops) {
			const at = stop.at + i * period;
			if (at >= from && at <= to)
				unrolled.push({ ...stop, at: Math.min(1, Math.max(0, place(at))) });
		}
	// Both ends are within a repetition.
	const inside = (at: number) => first + ((((at - first) % period) + period) % period);
	const end = inside(to) === first ? stops.at(-1)! : colorAt(stops, inside(to));
	return [{ ...colorAt(stops, inside(from)), at: 0 }, ...unrolled, { ...end, at: 1 }];
}

/** The average colour between the first and the last stop, premultiplied as in CSS. */
export function averageColor(stops: readonly Stop[]): Rgba {
	let [r, g, b, a, weight] = [0, 0, 0, 0, 0];
	const isPoint = stops[0]!.at === stops.at(-1)!.at;
	const add = (stop: Rgba, by: number) => {
		r += stop.r * stop.a * by;
		g += stop.g * stop.a * by;
		b += stop.b * stop.a * by;
		a += stop.a * by;
		weight += by;
	};
	for (let i = 0; i + 1 < stops.length; i++) {
		const by = isPoint ? 1 : stops[i + 1]!.at - stops[i]!.at;
		add(stops[i]!, by);
		add(stops[i + 1]!, by);
	}
	return a === 0 ? { r: 0, g: 0, b: 0, a: 0 } : { r: r / a, g: g / a, b: b / a, a: a / weight };
}
