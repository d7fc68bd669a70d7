import { at } from "./bounds.js";
import { CLOSE, CUBIC, LINE, MOVE, type Outline } from "./outline.js";

/** A subpath as straight lines. */
export interface Polyline {
	/**
	 * x, y, x, y, …; neighbours differ by at least SAME. A closed subpath does not repeat its first
	 * point.
	 */
	readonly points: readonly number[];
	readonly closed: boolean;
}

/** Maximum number of lines per curve, which limits the time for a hostile path. */
const MAX_PIECES = 32;

/**
 * Two points closer than this, in pixels, count as one, because they are written with the same
 * digits and the line between them has no reliable direction.
 */
const SAME = 5e-4;

/**
 * The outline as straight lines, in linear time.
 * @param tolerance pixels by which a line may differ from its curve, as long as
 * MAX_PIECES lines suffice
 */
export function flatten(outline: Outline, tolerance = 0.1): Polyline[] {
	const lines: Polyline[] = [];
	let points: number[] = [];
	const isLast = (x: number, y: number) =>
		Math.abs(points[points.length - 2]! - x) < SAME &&
		Math.abs(points[points.length - 1]! - y) < SAME;
	const add = (x: number, y: number) => {
		if (points.length === 0 || !isLast(x, y)) points.push(x, y);
	};
	const end = (closed: boolean) => {
		while (closed && points.length > 2 && isLast(points[0]!, points[1]!)) points.length -= 2;
		const { length } = points;
		if (length > 0) lines.push({ points, closed });
	};
	for (let i = 0; i < outline.length; ) {
		const command = outline[i++]!;
		if (command === CLOSE) {
			const [x, y] = points as [number, number];
			end(true);
			// After Z, the pen is at the start of the subpath.
			points = [x, y];
			if (outline[i] === MOVE || i === outline.length) points = [];
		} else if (command === MOVE) {
			end(false);
			points = [outline[i++]!, outline[i++]!];
		} else if (command === LINE) add(outline[i++]!, outline[i++]!);
		else if (command === CUBIC) {
			curve(points, outline.slice(i, i + 6), tolerance, add);
			i += 6;
		}
	}
	end(false);
	return lines;
}

function curve(
	points: readonly number[],
	operands: readonly number[],
	tolerance: number,
	add: (x: number, y: number) => void,
): void {
	const [x0, y0] = [points.at(-2)!, points.at(-1)!];
	const [x1, y1, x2, y2, x3, y3] = operands as [number, number, number, number, number, number];
	const bend = Math.max(
		Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
		Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
	);
	// Wang's upper limit of the distance between a curve and its chords.
	const count = Math.min(MAX_PIECES, Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / tolerance))));
	for (let k = 1; k < count; k++) add(at(k / count, x0, x1, x2, x3), at(k / count, y0, y1, y2, y3));
	add(x3, y3);
}

/** Length of a subpath in pixels, with the side that closes it. */
export function lengthOf({ points, closed }: Polyline): number {
	let length = 0;
	for (let i = 2; i < points.length; i += 2)
		length += Math.hypot(points[i]! - points[i - 2]!, points[i + 1]! - points[i - 1]!);
	if (closed) length += Math.hypot(points[0]! - points.at(-2)!, points[1]! - points.at(-1)!);
	return length;
}
