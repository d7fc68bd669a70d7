import type { Box } from "./box.js";
import { ellipseOutline } from "./ellipse.js";
import { CLOSE, CUBIC, LINE, MOVE, type Outline } from "./outline.js";
import { type Radii, roundedRectangle } from "./rounded-rectangle.js";

/** Numbers to draw in a box: as a line, an area, columns or dots. */
export interface Series {
	/** null is a gap. */
	readonly values: readonly (number | null)[];
	/** The values at the bottom and at the top of the box. Default: the range of the values. */
	readonly domain?: readonly [low: number, high: number] | undefined;
	readonly draw: "line" | "area" | "columns" | "dots";
	/** Where points are: from edge to edge, or in the middle of equal slots. */
	readonly at?: "edges" | "centers" | undefined;
	/** Percent of a slot that stays empty between columns and around dots. */
	readonly spacing?: number | undefined;
	/** A monotone curve instead of straight lines. */
	readonly smooth?: boolean | undefined;
	/** Corners of columns; they round the end away from 0. */
	readonly radii?: Radii | undefined;
	/** The first value is on the right. */
	readonly mirrored?: boolean | undefined;
	/** Diameter of the dot for a value between gaps. Export pixels. */
	readonly dot: number;
}

/** A point in the box. */
interface Point {
	readonly x: number;
	readonly y: number;
}

/** Percent of a slot between columns without `spacing`. */
const SPACING = 20;
/** Greatest diameter of dots, relative to the smaller side of the box. */
const LARGEST_DOT = 0.1;

/** The outline of a series: open for lines, closed for all others. */
export function seriesOutline(series: Series, box: Box): Outline {
	const { values, draw, mirrored = false } = series;
	const { x, y, width, height } = box;
	const [low, high] = domainOf(series);
	const isSlotted = draw === "columns" || draw === "dots" || series.at === "centers";
	const slot = width / Math.max(1, values.length);
	const step = isSlotted ? slot : width / Math.max(1, values.length - 1);
	const xOf = (i: number) => {
		const along = isSlotted ? (i + 0.5) * slot : values.length === 1 ? width / 2 : i * step;
		return mirrored ? x + width - along : x + along;
	};
	const yOf = (value: number) => {
		const share = low === high ? 0.5 : (value - low) / (high - low);
		return y + height * (1 - Math.min(1, Math.max(0, share)));
	};
	const base = low === high ? y + height : yOf(0);
	const inner = slot * (1 - (series.spacing ?? SPACING) / 100);
	const points = values.map((value, i) => (value === null ? null : { x: xOf(i), y: yOf(value) }));
	if (draw === "columns")
		return points.flatMap((point) => (point ? column(point, base, inner, series.radii) : []));
	if (draw === "dots") {
		const diameter = Math.min(inner, LARGEST_DOT * Math.min(width, height));
		return points.flatMap((point) => (point ? dot(point, diameter) : []));
	}
	return runsOf(points).flatMap((run) => {
		if (run.length === 1) return dot(run[0]!, series.dot);
		const line = series.smooth ? curve(run) : straight(run);
		if (draw === "line") return line;
		return [...line, LINE, run.at(-1)!.x, base, LINE, run[0]!.x, base, CLOSE];
	});
}

/** The lowest and highest value; areas and columns begin at 0. */
function domainOf({ values, domain, draw }: Series): readonly [number, number] {
	if (domain !== undefined) return domain;
	const numbers = values.filter((value) => value !== null);
	if (draw === "area" || draw === "columns") numbers.push(0);
	return [Math.min(...numbers), Math.max(...numbers)];
}

/** Points without a gap between them. */
function runsOf(points: readonly (Point | null)[]): Point[][] {
	const runs: Point[][] = [[]];
	for (const point of points) {
		if (point !== null) runs.at(-1)!.push(point);
		else if (runs.at(-1)!.length > 0) runs.push([]);
	}
	return runs.filter((run) => run.length > 0);
}

const straight = (run: readonly Point[]): number[] =>
	run.flatMap(({ x, y }, i) => [i === 0 ? MOVE : LINE, x, y]);

/**
 * A curve that never leaves the range of two neighbours: M. Steffen, "A simple method for monotonic
 * interpolation in one dimension", Astronomy and Astrophysics 239 (1990).
 */
function curve(run: readonly Point[]): number[] {
	const slopeBetween = (i: number) => (run[i + 1]!.y - run[i]!.y) / (run[i + 1]!.x - run[i]!.x);
	const last = run.length - 1;
	const slopes = run.map((_, i) => {
		if (i === 0 || i === last) return undefined;
		const [before, after] = [slopeBetween(i - 1), slopeBetween(i)];
		if (before * after <= 0) return 0;
		const [h0, h1] = [run[i]!.x - run[i - 1]!.x, run[i + 1]!.x - run[i]!.x];
		const mean = (before * h1 + after * h0) / (h0 + h1);
		const least = Math.min(Math.abs(before), Math.abs(after), Math.abs(mean) / 2);
		return 2 * Math.sign(before) * least;
	});
	// At the ends, the curvature is constant.
	const slopeAt = (i: number) => {
		const slope = slopes[i];
		if (slope !== undefined) return slope;
		const neighbour = slopes[i === 0 ? 1 : last - 1];
		const chord = slopeBetween(i === 0 ? 0 : last - 1);
		return neighbour === undefined ? chord : (3 * chord - neighbour) / 2;
	};
	const outline = [MOVE, run[0]!.x, run[0]!.y];
	for (let i = 0; i < last; i++) {
		const [from, to] = [run[i]!, run[i + 1]!];
		const third = (to.x - from.x) / 3;
		outline.push(CUBIC, from.x + third, from.y + third * slopeAt(i));
		outline.push(to.x - third, to.y - third * slopeAt(i + 1), to.x, to.y);
	}
	return outline;
}

/** A column from the base to a value, round at the value. */
function column({ x, y }: Point, base: number, width: number, radii: Radii | undefined): Outline {
	const height = Math.abs(base - y);
	if (height === 0 || width <= 0) return [];
	const box = { x: x - width / 2, y: Math.min(y, base), width, height };
	const [topLeft = 0, topRight = 0] = radii ?? [];
	const isDown = y > base;
	return roundedRectangle(box, isDown ? [0, 0, topRight, topLeft] : [topLeft, topRight, 0, 0]);
}

const dot = ({ x, y }: Point, diameter: number): Outline =>
	diameter <= 0
		? []
		: ellipseOutline({
				x: x - diameter / 2,
				y: y - diameter / 2,
				width: diameter,
				height: diameter,
			});
