/** Rows of pixels that steps paint on, as ranges. */
import type { Rows } from "../pixels/canvas.js";
import { isEmpty, type Size } from "../scene/geometry.js";
import type { Step } from "./plan.js";
import { type Drawing, type Layer, regionOf } from "./rasterize.js";

/** The rows of the slide that a step may paint on. */
export function rowsOf(step: Step | Layer | Drawing, slide: Size): Rows {
	if (step.kind === "picture" || step.kind === "shade") {
		const { y, height } = step.place;
		return within(Math.floor(y), Math.ceil(y + height), slide);
	}
	if ("bounds" in step) {
		const { y, height } = step.bounds;
		return within(Math.floor(y) - 1, Math.ceil(y + height) + 1, slide);
	}
	const region = step.kind === "call" ? regionOf(step, slide) : step.region;
	return isEmpty(region) ? NO_ROWS : within(region.y, region.y + region.height, slide);
}

const NO_ROWS: Rows = { from: Number.POSITIVE_INFINITY, end: 0 };

function within(from: number, end: number, { height }: Size): Rows {
	const rows = { from: Math.max(0, from), end: Math.min(height, end) };
	return rows.end > rows.from ? rows : NO_ROWS;
}

/** Whether two ranges have a row in common. */
export const overlap = (a: Rows, b: Rows): boolean => a.from < b.end && b.from < a.end;

/**
 * Merges ranges of rows into as few as possible, from the top.
 * @param gap ranges that are less than this many rows apart are merged
 */
export function merged(ranges: readonly Rows[], gap: number): Rows[] {
	const all: Rows[] = [];
	for (const next of ranges.filter(({ from, end }) => end > from).sort((a, b) => a.from - b.from)) {
		const last = all.at(-1);
		if (last && next.from - last.end < gap)
			all[all.length - 1] = { from: last.from, end: Math.max(last.end, next.end) };
		else all.push(next);
	}
	return all;
}
