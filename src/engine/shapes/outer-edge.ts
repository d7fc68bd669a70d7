/** The edge of the area that outlines fill together. Letters of joined scripts overlap. */
import { flatten } from "./flatten.js";
import { LINE, MOVE, OPERANDS, type Outline } from "./outline.js";

/** How far beside a piece of an outline it is examined whether the area is there, pixels. */
const BESIDE = 0.2;
/** Length of a piece, pixels. */
const PIECE = 0.5;
/** Pixels by which a line may differ from its curve. */
const TOLERANCE = 0.05;

interface Contour {
	/** As in the outline. */
	readonly commands: readonly number[];
	/** x, y, x, y, …; the last point is joined with the first. */
	readonly points: readonly number[];
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** How much may still be examined: points of outlines, and boxes of outlines. */
export interface EdgeWork {
	left: number;
}

/**
 * @param outline of closed subpaths, filled by the nonzero rule
 * @param work is reduced by what was examined; default: any amount
 * @returns the outline without the parts that lie inside of the area, which leave open subpaths;
 * undefined if that would take more work than is left
 */
export function outerEdge(
	outline: Outline,
	work: EdgeWork = { left: Number.POSITIVE_INFINITY },
): Outline | undefined {
	const contours = contoursOf(outline);
	const near = neighbours(contours, work);
	const edge: number[] = [];
	for (const [i, contour] of contours.entries()) {
		if (work.left < 0) return undefined;
		for (const number of shownParts(contour, near[i]!, work)) edge.push(number);
	}
	return work.left < 0 ? undefined : edge;
}

function contoursOf(outline: Outline): Contour[] {
	const contours: Contour[] = [];
	const add = (commands: readonly number[]) => {
		const points = flatten(commands, TOLERANCE).flatMap((line) => [...line.points]);
		const across = points.filter((_, i) => i % 2 === 0);
		const down = points.filter((_, i) => i % 2 === 1);
		contours.push({
			commands,
			points,
			left: across.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY),
			top: down.reduce((least, y) => Math.min(least, y), Number.POSITIVE_INFINITY),
			right: across.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY),
			bottom: down.reduce((most, y) => Math.max(most, y), Number.NEGATIVE_INFINITY),
		});
	};
	let start = 0;
	for (let i = 0; i < outline.length; i += 1 + OPERANDS[outline[i]!]!)
		if (outline[i] === MOVE && i > start) {
			add(outline.slice(start, i));
			start = i;
		}
	if (start < outline.length) add(outline.slice(start));
	return contours;
}

const touch = (a: Contour, b: Contour) =>
	a.left <= b.right + BESIDE &&
	b.left <= a.right + BESIDE &&
	a.top <= b.bottom + BESIDE &&
	b.top <= a.bottom + BESIDE;

/** The contours whose boxes touch that of each. */
function neighbours(contours: readonly Contour[], work: EdgeWork): Contour[][] {
	const found = contours.map((): Contour[] => []);
	const order = [...contours.keys()].sort((a, b) => contours[a]!.left - contours[b]!.left);
	for (const [at, i] of order.entries()) {
		const contour = contours[i]!;
		for (let next = at + 1; next < order.length; next++) {
			const other = contours[order[next]!]!;
			if (other.left > contour.right + BESIDE || --work.left < 0) break;
			if (!touch(contour, other)) continue;
			found[i]!.push(other);
			found[order[next]!]!.push(contour);
		}
	}
	return found;
}

/** How often a contour winds around a point. */
function winding({ points, left, top, right, bottom }: Contour, x: number, y: number): number {
	if (x < left || x > right || y < top || y > bottom) return 0;
	let count = 0;
	let [ax, ay] = [points.at(-2)!, points.at(-1)!];
	for (let i = 0; i < points.length; i += 2) {
		const [bx, by] = [points[i]!, points[i + 1]!];
		if (ay <= y !== by <= y && ax + ((y - ay) * (bx - ax)) / (by - ay) > x)
			count += by > ay ? 1 : -1;
		[ax, ay] = [bx, by];
	}
	return count;
}

/** The parts of a contour with the area on one side only; all of it if it has no others. */
function shownParts(
	contour: Contour,
	others: readonly Contour[],
	work: EdgeWork,
): readonly number[] {
	const { points, commands } = contour;
	if (others.length === 0) return commands;
	const near: Contour[] = [];
	const isFilled = (x: number, y: number) => {
		let count = winding(contour, x, y);
		for (const other of near) count += winding(other, x, y);
		return count !== 0;
	};
	/** Whether the area may be on both sides of a place. */
	const isNear = (x: number, y: number) => {
		near.length = 0;
		work.left -= others.length + points.length;
		for (const other of others)
			if (
				x >= other.left - BESIDE &&
				x <= other.right + BESIDE &&
				y >= other.top - BESIDE &&
				y <= other.bottom + BESIDE
			) {
				near.push(other);
				work.left -= other.points.length;
			}
		return near.length > 0;
	};
	const parts: number[][] = [];
	let open: number[] | undefined;
	let hidden = false;
	let [ax, ay] = [points.at(-2)!, points.at(-1)!];
	for (let i = 0; i < points.length && work.left >= 0; i += 2) {
		const [bx, by] = [points[i]!, points[i + 1]!];
		const [dx, dy] = [bx - ax, by - ay];
		const length = Math.hypot(dx, dy);
		const [nx, ny] = length > 0 ? [(-dy / length) * BESIDE, (dx / length) * BESIDE] : [0, 0];
		const count = Math.max(1, Math.ceil(length / PIECE));
		for (let k = 0; k < count; k++) {
			const middle = (k + 0.5) / count;
			const [x, y] = [ax + dx * middle, ay + dy * middle];
			if (isNear(x, y) && isFilled(x + nx, y + ny) && isFilled(x - nx, y - ny)) {
				open = undefined;
				hidden = true;
				continue;
			}
			if (open === undefined) {
				open = [MOVE, ax + (dx * k) / count, ay + (dy * k) / count, LINE, 0, 0];
				parts.push(open);
			} else if (k === 0) open.push(LINE, 0, 0);
			open.splice(-2, 2, ax + (dx * (k + 1)) / count, ay + (dy * (k + 1)) / count);
		}
		[ax, ay] = [bx, by];
	}
	if (!hidden) return commands;
	const [first] = parts;
	// The last part goes on with the first, where the contour begins.
	if (first !== undefined && parts.length > 1 && open === parts.at(-1) && startsAt(first, ax, ay)) {
		open!.push(...first.slice(3));
		parts.shift();
	}
	return parts.flat();
}

const startsAt = ([, x, y]: readonly number[], toX: number, toY: number): boolean =>
	x === toX && y === toY;
