import { num, type Point } from "./drawing.js";
import type { Random } from "./random.js";

const pair = (p: Point) => `${num(p.x)} ${num(p.y)}`;

/** A polygon or a polyline as path data. */
export function poly(points: readonly Point[], closed = true): string {
	return `M${points.map(pair).join("L")}${closed ? "Z" : ""}`;
}

/** A smooth curve through all points: Catmull-Rom as cubic Béziers. */
export function smooth(points: readonly Point[], closed = false): string {
	const count = points.length;
	const at = (i: number): Point =>
		points[closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i))] as Point;
	let data = `M${pair(at(0))}`;
	for (let i = 0; i < (closed ? count : count - 1); i++) {
		const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
		const out = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
		const into = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
		data += `C${pair(out)} ${pair(into)} ${pair(to)}`;
	}
	return closed ? `${data}Z` : data;
}

/** A closed organic shape: a circle whose radius wanders by `wobble` (0..1). */
export function blob(
	random: Random,
	center: Point,
	radius: number,
	wobble = 0.25,
	corners = 9,
	stretch = 1,
): string {
	const turn = random(0, Math.PI * 2);
	const points = Array.from({ length: corners }, (_, i) => {
		const angle = turn + ((i + random(-0.2, 0.2)) / corners) * Math.PI * 2;
		const r = radius * random(1 - wobble, 1 + wobble);
		return { x: center.x + Math.cos(angle) * r * stretch, y: center.y + Math.sin(angle) * r };
	});
	return smooth(points, true);
}

/**
 * The heights of a ridge by midpoint displacement, relative to its ends.
 * @param steps a power of two
 * @param rough how much of the displacement is left at each level: 0.4 hills, 0.6 rocks
 */
export function ridge(random: Random, steps: number, rough: number): number[] {
	const heights = new Array<number>(steps + 1).fill(0);
	heights[0] = random(-0.5, 0.5);
	heights[steps] = random(-0.5, 0.5);
	let spread = 1;
	for (let step = steps; step > 1; step /= 2) {
		for (let i = step / 2; i < steps; i += step) {
			const left = heights[i - step / 2] as number;
			const right = heights[i + step / 2] as number;
			heights[i] = (left + right) / 2 + random(-spread, spread);
		}
		spread *= rough;
	}
	return heights;
}

/** Rotates a point around the origin and moves it to `center`. */
export function place(center: Point, angle: number, x: number, y: number): Point {
	const cos = Math.cos(angle);
	const sin = Math.sin(angle);
	return { x: center.x + x * cos - y * sin, y: center.y + x * sin + y * cos };
}

/** Points at least `distance` apart, at most `count`, on a canvas with a margin outside (best candidate). */
export function scatter(
	random: Random,
	width: number,
	height: number,
	count: number,
	distance: number,
	margin = 0,
): Point[] {
	const points: Point[] = [];
	for (let tries = count * 14; tries > 0 && points.length < count; tries--) {
		const p = { x: random(-margin, width + margin), y: random(-margin, height + margin) };
		if (points.every((q) => (q.x - p.x) ** 2 + (q.y - p.y) ** 2 >= distance * distance))
			points.push(p);
	}
	return points;
}
