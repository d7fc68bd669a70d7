/**
 * The outline of highlighted lines that touch: one shape with rounded outer and inner corners, as
 * in the story editors of the big apps.
 *
 *     ╭──────────────╮
 *     │ a long line  │        the steps between two lines of different
 *     │      ╭───────╯        length have an outer and an inner corner
 *     │ short│
 *     ╰──────╯
 */
import { num } from "../../numbers.js";

/** The box of one line; neighbours overlap or touch. */
export interface GroundRow {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

interface Point {
	readonly x: number;
	readonly y: number;
}

/** SVG path of rows from top to bottom, with a new piece after each gap. */
export function highlightOutline(rows: readonly GroundRow[], radius: number): string {
	let path = "";
	let group: GroundRow[] = [];
	const flush = () => {
		if (group.length > 0) path += roundedPath(corners(evenEnds(group, radius / 2)), radius);
		group = [];
	};
	for (const row of rows) {
		const above = group.at(-1);
		const touches =
			above !== undefined &&
			row.top <= above.bottom &&
			row.left < above.right &&
			row.right > above.left;
		if (!touches) flush();
		group.push(row);
	}
	flush();
	return path;
}

/** Ends of neighbours that differ by less than `tolerance` become the longer one. */
function evenEnds(rows: readonly GroundRow[], tolerance: number): GroundRow[] {
	const even = rows.map((row) => ({ ...row }));
	const meet = (a: { left: number; right: number }, b: { left: number; right: number }) => {
		if (Math.abs(a.left - b.left) < tolerance) a.left = b.left = Math.min(a.left, b.left);
		if (Math.abs(a.right - b.right) < tolerance) a.right = b.right = Math.max(a.right, b.right);
	};
	// Downwards and upwards, so that a whole series of nearly equal ends becomes the longest one.
	for (let i = 1; i < even.length; i++) meet(even[i - 1]!, even[i]!);
	for (let i = even.length - 1; i > 0; i--) meet(even[i - 1]!, even[i]!);
	return even;
}

/** The corners of the union, clockwise from the top left. */
function corners(rows: readonly GroundRow[]): Point[] {
	const first = rows[0]!;
	const last = rows.at(-1)!;
	const right: Point[] = [{ x: first.right, y: first.top }];
	const left: Point[] = [{ x: first.left, y: first.top }];
	for (const [index, row] of rows.slice(1).entries()) {
		const above = rows[index]!;
		// The wider of two lines keeps its full height, so the step is where it ends.
		if (row.right !== above.right) {
			const y = row.right > above.right ? row.top : above.bottom;
			right.push({ x: above.right, y }, { x: row.right, y });
		}
		if (row.left !== above.left) {
			const y = row.left < above.left ? row.top : above.bottom;
			left.push({ x: above.left, y }, { x: row.left, y });
		}
	}
	right.push({ x: last.right, y: last.bottom });
	left.push({ x: last.left, y: last.bottom });
	return [...right, ...left.reverse()];
}

/**
 * A polygon of vertical and horizontal edges with rounded corners, which are smaller at short
 * edges.
 */
function roundedPath(points: readonly Point[], radius: number): string {
	const count = points.length;
	const length = (a: Point, b: Point) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
	let path = "";
	for (const [index, corner] of points.entries()) {
		const before = points[(index + count - 1) % count]!;
		const after = points[(index + 1) % count]!;
		const into = length(before, corner);
		const out = length(corner, after);
		const r = Math.min(radius, into / 2, out / 2);
		const dx = { in: Math.sign(corner.x - before.x), out: Math.sign(after.x - corner.x) };
		const dy = { in: Math.sign(corner.y - before.y), out: Math.sign(after.y - corner.y) };
		// The path runs clockwise (y points down), so a right turn is an outer corner.
		const outer = dx.in * dy.out - dy.in * dx.out > 0 ? 1 : 0;
		const start = `${num(corner.x - dx.in * r)} ${num(corner.y - dy.in * r)}`;
		const end = `${num(corner.x + dx.out * r)} ${num(corner.y + dy.out * r)}`;
		path += `${index === 0 ? "M" : "L"}${start}A${num(r)} ${num(r)} 0 0 ${outer} ${end}`;
	}
	return `${path}z`;
}
