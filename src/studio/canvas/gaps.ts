/** Gaps between boxes: snapping to equal gaps, and distances to show. Preview pixels. */
import type { Rectangle } from "../preview.js";

export const AXES = ["x", "y"] as const;
export type AxisName = (typeof AXES)[number];

/** A distance along one axis, and its position on the other. */
export interface Distance {
	readonly axis: AxisName;
	readonly from: number;
	readonly to: number;
	/** Position on the other axis. */
	readonly at: number;
	/** Whether other gaps have the same length. */
	readonly equal: boolean;
}

/** A box projected onto one axis. */
interface Span {
	readonly near: number;
	readonly far: number;
	/** Its edges on the other axis. */
	readonly low: number;
	readonly high: number;
}

/** Gaps that differ by less count as equal: fields are rounded to tenths of a pixel. */
const SAME = 0.15;
/** Gaps below one pixel are ignored. */
const LEAST = 1;

const spanOf = (axis: AxisName, { x, y, width, height }: Rectangle): Span =>
	axis === "x"
		? { near: x, far: x + width, low: y, high: y + height }
		: { near: y, far: y + height, low: x, high: x + width };

/** Boxes in the same row or column: those that overlap the box on the other axis. */
const inBand = (axis: AxisName, box: Span, others: readonly Rectangle[]): Span[] =>
	others
		.map((one) => spanOf(axis, one))
		.filter(({ low, high }) => low < box.high && high > box.low)
		.sort((a, b) => a.near - b.near);

/** The nearest boxes on both sides. */
function neighboursIn(box: Span, band: readonly Span[]) {
	const middle = (box.near + box.far) / 2;
	const before = band
		.filter(({ far }) => far <= middle)
		.reduce<Span | undefined>((best, one) => (best && best.far >= one.far ? best : one), undefined);
	const after = band.find(({ near }) => near >= middle);
	return { before, after };
}

/** The gaps between consecutive boxes. */
function pairsOf(band: readonly Span[]): { readonly a: Span; readonly b: Span; gap: number }[] {
	return band.slice(1).flatMap((b, index) => {
		const a = band[index]!;
		const gap = b.near - a.far;
		return gap >= LEAST ? [{ a, b, gap }] : [];
	});
}

/**
 * The shift along an axis that makes gaps equal: centred between the neighbours, or at the same
 * distance from one of them as between others in the row.
 * @param reach maximum shift
 */
export function equalGapShift(
	axis: AxisName,
	box: Rectangle,
	others: readonly Rectangle[],
	reach: number,
): number | undefined {
	const own = spanOf(axis, box);
	const band = inBand(axis, own, others);
	const { before, after } = neighboursIn(own, band);
	const size = own.far - own.near;
	const places: number[] = [];
	if (before && after && after.near - before.far > size)
		places.push((before.far + after.near - size) / 2);
	for (const { gap } of pairsOf(band)) {
		if (before) places.push(before.far + gap);
		if (after) places.push(after.near - gap - size);
	}
	const shifts = places
		.map((place) => place - own.near)
		.filter((shift) => Math.abs(shift) <= reach)
		.sort((a, b) => Math.abs(a) - Math.abs(b));
	return shifts[0];
}

/** The middle of the overlap of two boxes on the other axis. */
const between = (a: Span, b: Span): number =>
	(Math.max(a.low, b.low) + Math.min(a.high, b.high)) / 2;

/**
 * Distances from a box to its neighbours on an axis and to the nearer edge of its container, plus
 * the other gaps in its row that have the same length.
 * @param others upright boxes that do not move with it
 */
export function distancesOf(
	axis: AxisName,
	box: Rectangle,
	others: readonly Rectangle[],
	slide: Rectangle,
): Distance[] {
	const own = spanOf(axis, box);
	const band = inBand(axis, own, others);
	const { before, after } = neighboursIn(own, band);
	const edge = spanOf(axis, slide);
	const middle = Math.max(edge.low, Math.min(edge.high, (own.low + own.high) / 2));
	const beforeGap = before ? own.near - before.far : undefined;
	const afterGap = after ? after.near - own.far : undefined;
	const found: Distance[] = [];
	const add = (from: number, to: number, at: number, equal = false) => {
		if (to - from >= LEAST) found.push({ axis, from, to, at, equal });
	};
	const isSame = (a: number | undefined, b: number | undefined) =>
		a !== undefined && b !== undefined && a >= LEAST && Math.abs(a - b) <= SAME;
	const pairs = pairsOf(band).filter(({ gap }) => isSame(gap, beforeGap) || isSame(gap, afterGap));
	for (const { a, b } of pairs) {
		// Ignore the gap that contains the box itself.
		if (a === before && b === after) continue;
		add(a.far, b.near, between(a, b), true);
	}
	const isEqual = (gap: number | undefined) =>
		isSame(beforeGap, afterGap) || pairs.some((pair) => isSame(pair.gap, gap));
	if (before) add(before.far, own.near, between(before, own), isEqual(beforeGap));
	if (after) add(own.far, after.near, between(own, after), isEqual(afterGap));
	const toNear = own.near - edge.near;
	const toFar = edge.far - own.far;
	if (toNear <= toFar) {
		if (!before) add(edge.near, own.near, middle);
	} else if (!after) add(own.far, edge.far, middle);
	return found;
}

/**
 * The distances between two boxes: the gap between them or, if they overlap, between their edges.
 */
export function distancesBetween(a: Rectangle, b: Rectangle): Distance[] {
	const found: Distance[] = [];
	const apart = AXES.some((axis) => {
		const [one, other] = [spanOf(axis, a), spanOf(axis, b)];
		return one.far <= other.near || other.far <= one.near;
	});
	for (const axis of AXES) {
		const [one, other] = [spanOf(axis, a), spanOf(axis, b)];
		const at = (one.low + one.high) / 2;
		const add = (from: number, to: number) => {
			if (Math.abs(to - from) >= LEAST)
				found.push({ axis, from: Math.min(from, to), to: Math.max(from, to), at, equal: false });
		};
		if (one.far <= other.near) add(one.far, other.near);
		else if (other.far <= one.near) add(other.far, one.near);
		else if (!apart) {
			add(one.near, other.near);
			add(one.far, other.far);
		}
	}
	return found;
}

/** Whether a box is inside another. */
export const isWithin = (box: Rectangle, { x, y, width, height }: Rectangle): boolean =>
	x <= box.x && y <= box.y && x + width >= box.x + box.width && y + height >= box.y + box.height;

/** The smallest box that contains a box; undefined if there is none. */
export const containerOf = (box: Rectangle, others: readonly Rectangle[]): Rectangle | undefined =>
	others
		.filter((other) => isWithin(box, other))
		.sort((a, b) => a.width * a.height - b.width * b.height)[0];
