import type { Point } from "./drawing.js";
import type { Random } from "./random.js";

/** Smooth value noise in two dimensions, about -1..1, with `octaves` layers of detail. */
export function noiseField(random: Random, octaves = 3): (x: number, y: number) => number {
	const table = Float64Array.from({ length: 256 }, () => random(-1, 1));
	const order = Uint8Array.from({ length: 256 }, () => Math.floor(random(0, 256)));
	const lattice = (x: number, y: number) =>
		table[((order[(x + (order[y & 255] as number)) & 255] as number) + y) & 255] as number;
	const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
	const single = (x: number, y: number) => {
		const [x0, y0] = [Math.floor(x), Math.floor(y)];
		const [u, v] = [ease(x - x0), ease(y - y0)];
		const top = lattice(x0, y0) * (1 - u) + lattice(x0 + 1, y0) * u;
		const bottom = lattice(x0, y0 + 1) * (1 - u) + lattice(x0 + 1, y0 + 1) * u;
		return top * (1 - v) + bottom * v;
	};
	return (x, y) => {
		let [sum, size, scale, total] = [0, 1, 1, 0];
		for (let i = 0; i < octaves; i++) {
			sum += single(x * scale + i * 17, y * scale + i * 31) * size;
			total += size;
			size /= 2;
			scale *= 2;
		}
		return sum / total;
	};
}

/**
 * The lines where a field crosses a level, on a grid of cells: marching
 * squares, with the segments joined into polylines.
 */
export function contours(
	field: (column: number, row: number) => number,
	columns: number,
	rows: number,
	level: number,
): Point[][] {
	const values = Array.from({ length: rows + 1 }, (_, r) =>
		Float64Array.from({ length: columns + 1 }, (_, c) => field(c, r) - level),
	);
	const value = (c: number, r: number) => values[r]?.[c] as number;
	// An edge of the grid is named by its first corner and its direction, so that
	// the cells on both sides of it meet in the same point.
	const points = new Map<number, Point>();
	const links = new Map<number, number[]>();
	const name = (c: number, r: number, down: 0 | 1) => (r * (columns + 1) + c) * 2 + down;
	const cross = (c: number, r: number, down: 0 | 1): number | undefined => {
		const a = value(c, r);
		const b = down ? value(c, r + 1) : value(c + 1, r);
		if (a < 0 === b < 0) return undefined;
		const t = a / (a - b);
		points.set(name(c, r, down), down ? { x: c, y: r + t } : { x: c + t, y: r });
		return name(c, r, down);
	};
	for (let r = 0; r < rows; r++) {
		for (let c = 0; c < columns; c++) {
			const hits = [cross(c, r, 0), cross(c + 1, r, 1), cross(c, r + 1, 0), cross(c, r, 1)].filter(
				(edge) => edge !== undefined,
			);
			for (let i = 0; i + 1 < hits.length; i += 2) {
				const [a, b] = [hits[i] as number, hits[i + 1] as number];
				links.set(a, [...(links.get(a) ?? []), b]);
				links.set(b, [...(links.get(b) ?? []), a]);
			}
		}
	}
	const seen = new Set<number>();
	const lines: Point[][] = [];
	const walk = (start: number) => {
		const line: Point[] = [];
		for (let edge: number | undefined = start; edge !== undefined; ) {
			seen.add(edge);
			line.push(points.get(edge) as Point);
			edge = links.get(edge)?.find((next) => !seen.has(next));
		}
		if ((links.get(start)?.length ?? 0) > 1 && line.length > 2) line.push(line[0] as Point);
		if (line.length > 8) lines.push(line);
	};
	// Open lines first, from their ends; what is left is closed.
	for (const [edge, next] of links) if (next.length === 1 && !seen.has(edge)) walk(edge);
	for (const edge of links.keys()) if (!seen.has(edge)) walk(edge);
	return lines;
}
