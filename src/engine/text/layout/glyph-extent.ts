/** The exact ink of glyphs, upright or rotated. */
import type { LoadedFont } from "../fonts/library.js";
import { glyphOutline } from "./glyph-path.js";

/** Ink of a glyph, font units from its origin, y down. */
export interface GlyphExtent {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

type Table = Map<number, GlyphExtent | undefined>;

/** Number of glyphs, of all fonts and rotations, at which the cache is cleared. */
const MAX_CACHED = 50_000;
let tables = new Map<string, Table>();
let cached = 0;

/**
 * The extents of a font's glyphs by glyph id; undefined for a glyph without ink. They use the
 * extrema of curves instead of control points, so that the rectangle touches the ink.
 * @param skew horizontal shear of a synthetic italic, tan of its angle
 * @param degrees clockwise around the origin of each glyph
 */
export function glyphExtents(
	font: LoadedFont,
	skew: number,
	degrees: number,
): (glyph: number) => GlyphExtent | undefined {
	const angle = (degrees * Math.PI) / 180;
	const cos = Math.cos(angle);
	const sin = Math.sin(angle);
	const key = `${font.key}:${skew}:${degrees}`;
	let table = tables.get(key);
	if (table === undefined) {
		table = new Map();
		tables.set(key, table);
	}
	const known = table;
	return (glyph) => {
		if (known.has(glyph)) return known.get(glyph);
		if (++cached > MAX_CACHED) {
			tables = new Map();
			cached = 0;
		}
		const extent = extentOf(font, glyph, skew, cos, sin);
		known.set(glyph, extent);
		return extent;
	};
}

function extentOf(
	font: LoadedFont,
	glyph: number,
	skew: number,
	cos: number,
	sin: number,
): GlyphExtent | undefined {
	const across = new Range();
	const down = new Range();
	let penX = 0;
	let penY = 0;
	for (const { type, values } of glyphOutline(font, glyph)) {
		if (type === "Z") continue;
		const xs = [penX];
		const ys = [penY];
		for (let i = 0; i < values.length; i += 2) {
			const x = values[i]! + skew * values[i + 1]!;
			const y = -values[i + 1]!;
			xs.push(x * cos - y * sin);
			ys.push(x * sin + y * cos);
		}
		penX = xs[xs.length - 1]!;
		penY = ys[ys.length - 1]!;
		// A move draws nothing; it is only the start of the next segment.
		if (type === "M") continue;
		across.curve(xs);
		down.curve(ys);
	}
	if (across.least > across.most) return undefined;
	return { left: across.least, right: across.most, top: down.least, bottom: down.most };
}

/** The minimum and maximum of Bézier curves along one axis. */
class Range {
	least = Number.POSITIVE_INFINITY;
	most = Number.NEGATIVE_INFINITY;

	#include(value: number): void {
		if (value < this.least) this.least = value;
		if (value > this.most) this.most = value;
	}

	/** @param p coordinates of the points: two for a line, three or four for a curve */
	curve(p: readonly number[]): void {
		this.#include(p[0]!);
		this.#include(p[p.length - 1]!);
		for (const t of p.length === 3 ? quadratic(p) : p.length === 4 ? cubic(p) : []) {
			if (t > 0 && t < 1) this.#include(pointAt(p, t));
		}
	}
}

/** Where the derivative of a quadratic curve is zero. */
function quadratic([a, b, c]: readonly number[]): number[] {
	const second = a! - 2 * b! + c!;
	return second === 0 ? [] : [(a! - b!) / second];
}

/** Where the derivative of a cubic curve is zero. */
function cubic([a, b, c, d]: readonly number[]): number[] {
	const cube = -a! + 3 * b! - 3 * c! + d!;
	const square = 2 * (a! - 2 * b! + c!);
	const linear = b! - a!;
	if (cube === 0) return square === 0 ? [] : [-linear / square];
	const root = Math.sqrt(square * square - 4 * cube * linear);
	return Number.isNaN(root) ? [] : [(-square + root) / (2 * cube), (-square - root) / (2 * cube)];
}

/** De Casteljau's algorithm along one axis. */
function pointAt(p: readonly number[], t: number): number {
	const work = [...p];
	for (let count = work.length; count > 1; count--)
		for (let i = 0; i < count - 1; i++) work[i] = work[i]! + (work[i + 1]! - work[i]!) * t;
	return work[0]!;
}
