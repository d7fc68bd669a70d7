import type { LoadedFont } from "../fonts/library.js";

/** A path command in font units (y points up): the operator and its coordinate pairs. */
export interface OutlineCommand {
	readonly type: string;
	readonly values: readonly number[];
}

/** Paths are rounded to 1/100 pixel, finer than any rasteriser resolves. */
const STEPS_PER_PIXEL = 100;
/** Number of glyph paths at which the cache is cleared; about 20 MB at 500 characters each. */
const MAX_CACHED_PATHS = 20_000;

const outlines = new Map<string, readonly OutlineCommand[]>();
const shapes = new Map<string, GlyphShape>();

/** The outline of a glyph in the font. */
export function glyphOutline(font: LoadedFont, glyph: number): readonly OutlineCommand[] {
	const key = `${font.key}:${glyph}`;
	let commands = outlines.get(key);
	if (!commands) {
		if (outlines.size >= MAX_CACHED_PATHS) outlines.clear();
		commands = font.hb.glyphToJson(glyph);
		outlines.set(key, commands);
	}
	return commands;
}

/** A glyph's ink in font units, y up; undefined for a glyph without ink. */
export interface GlyphBounds {
	readonly left: number;
	readonly bottom: number;
	readonly right: number;
	readonly top: number;
}

const bounds = new Map<string, GlyphBounds | undefined>();

/** A box in font units that contains the glyph's outline and its control points. */
export function glyphBounds(font: LoadedFont, glyph: number): GlyphBounds | undefined {
	const key = `${font.key}:${glyph}`;
	if (bounds.has(key)) return bounds.get(key);
	if (bounds.size >= MAX_CACHED_PATHS) bounds.clear();
	let left = Number.POSITIVE_INFINITY;
	let bottom = Number.POSITIVE_INFINITY;
	let right = Number.NEGATIVE_INFINITY;
	let top = Number.NEGATIVE_INFINITY;
	for (const { values } of glyphOutline(font, glyph)) {
		for (let i = 0; i < values.length; i += 2) {
			left = Math.min(left, values[i]!);
			right = Math.max(right, values[i]!);
			bottom = Math.min(bottom, values[i + 1]!);
			top = Math.max(top, values[i + 1]!);
		}
	}
	const found = left <= right ? { left, bottom, right, top } : undefined;
	bounds.set(key, found);
	return found;
}

/** A glyph in a size, relative to its origin: x to the right, y down, pixels. */
export interface GlyphShape {
	/** SVG path commands, to be written after `M x y`; "" for a glyph without ink. */
	readonly outline: string;
	/** A box that contains the outline. */
	readonly ink: {
		readonly x: number;
		readonly y: number;
		readonly width: number;
		readonly height: number;
	};
}

const NO_INK: GlyphShape = { outline: "", ink: { x: 0, y: 0, width: 0, height: 0 } };

/**
 * @param scale pixels per font unit
 * @param skew horizontal shear of a synthetic italic, tan of its angle
 */
export function glyphShape(
	font: LoadedFont,
	glyph: number,
	scale: number,
	skew: number,
): GlyphShape {
	const key = `${font.key}:${glyph}:${scale}:${skew}`;
	let shape = shapes.get(key);
	if (shape === undefined) {
		if (shapes.size >= MAX_CACHED_PATHS) shapes.clear();
		shape = makeShape(font, glyph, scale, skew);
		shapes.set(key, shape);
	}
	return shape;
}

function makeShape(font: LoadedFont, glyph: number, scale: number, skew: number): GlyphShape {
	const own = glyphBounds(font, glyph);
	const outline = relativePath(glyphOutline(font, glyph), scale, skew);
	if (own === undefined || outline === "") return NO_INK;
	const left = Math.min(own.left, own.left + skew * own.bottom) * scale;
	const right = Math.max(own.right, own.right + skew * own.top) * scale;
	const height = (own.top - own.bottom) * scale;
	return { outline, ink: { x: left, y: -own.top * scale, width: right - left, height } };
}

/** Hundredths as a short decimal: 150 is "1.5", -7 is "-.07". */
function decimal(steps: number): string {
	if (steps % STEPS_PER_PIXEL === 0) return String(steps / STEPS_PER_PIXEL);
	const text = String(steps / STEPS_PER_PIXEL);
	if (text.startsWith("0.")) return text.slice(1);
	return text.startsWith("-0.") ? `-${text.slice(2)}` : text;
}

/**
 * An outline as path commands relative to its origin. Every point is rounded before differences are
 * computed, so that rounding errors do not add up along a contour.
 */
function relativePath(outline: readonly OutlineCommand[], scale: number, skew: number): string {
	const pieces: string[] = [];
	let penX = 0;
	let penY = 0;
	let startX = 0;
	let startY = 0;
	for (const { type, values } of outline) {
		if (type === "Z") {
			pieces.push("z");
			penX = startX;
			penY = startY;
			continue;
		}
		pieces.push(type.toLowerCase());
		let x = penX;
		let y = penY;
		for (let i = 0; i < values.length; i += 2) {
			const unitX = values[i]! + skew * values[i + 1]!;
			x = Math.round(unitX * scale * STEPS_PER_PIXEL);
			y = Math.round(-values[i + 1]! * scale * STEPS_PER_PIXEL);
			const dx = decimal(x - penX);
			const dy = decimal(y - penY);
			if (i > 0 && !dx.startsWith("-")) pieces.push(" ");
			pieces.push(dx);
			if (!dy.startsWith("-")) pieces.push(" ");
			pieces.push(dy);
		}
		penX = x;
		penY = y;
		if (type === "M") {
			startX = x;
			startY = y;
		}
	}
	// Joined, because V8 stores concatenated strings as a tree of pieces, and each markup would go
	// through all of them again.
	return pieces.join("");
}

/** Number of samples of a curve, enough to find where it crosses a band. */
const CURVE_SAMPLES = 8;

/**
 * Where the outline of a glyph crosses a horizontal band, for skip-ink.
 * @param scale pixels per font unit
 * @param top upper edge of the band, pixels below the baseline
 * @param bottom lower edge of the band, pixels below the baseline
 * @returns leftmost and rightmost x within the band, pixels from the glyph's origin
 */
export function inkInBand(
	font: LoadedFont,
	glyph: number,
	scale: number,
	top: number,
	bottom: number,
): { left: number; right: number } | undefined {
	const ink = new InkInBand(top, bottom);
	let penX = 0;
	let penY = 0;
	for (const { type, values } of glyphOutline(font, glyph)) {
		if (type === "Z") continue;
		const endX = values.at(-2)! * scale;
		const endY = -values.at(-1)! * scale;
		if (type === "L") ink.addSegment(penX, penY, endX, endY);
		else if (type !== "M" && reaches(penY, values, scale, top, bottom)) {
			let lastX = penX;
			let lastY = penY;
			for (let step = 1; step <= CURVE_SAMPLES; step++) {
				const { x, y } = bezierPoint(penX, penY, values, scale, step / CURVE_SAMPLES);
				ink.addSegment(lastX, lastY, x, y);
				lastX = x;
				lastY = y;
			}
		}
		penX = endX;
		penY = endY;
	}
	const { left, right } = ink;
	return left <= right ? { left, right } : undefined;
}

/** Whether a curve can enter a band; a curve stays between its control points. */
function reaches(
	penY: number,
	values: readonly number[],
	scale: number,
	top: number,
	bottom: number,
): boolean {
	let [low, high] = [penY, penY];
	for (let i = 1; i < values.length; i += 2) {
		const y = -values[i]! * scale;
		low = Math.min(low, y);
		high = Math.max(high, y);
	}
	return high >= top && low <= bottom;
}

/** The horizontal range of segments within a horizontal band. */
class InkInBand {
	left = Number.POSITIVE_INFINITY;
	right = Number.NEGATIVE_INFINITY;

	constructor(
		readonly top: number,
		readonly bottom: number,
	) {}

	addSegment(x0: number, y0: number, x1: number, y1: number): void {
		const low = Math.min(y0, y1);
		const high = Math.max(y0, y1);
		if (high < this.top || low > this.bottom) return;
		if (high === low) {
			this.#add(x0);
			this.#add(x1);
			return;
		}
		const reach = y1 - y0;
		this.#add(x0 + ((Math.max(low, this.top) - y0) / reach) * (x1 - x0));
		this.#add(x0 + ((Math.min(high, this.bottom) - y0) / reach) * (x1 - x0));
	}

	#add(x: number): void {
		this.left = Math.min(this.left, x);
		this.right = Math.max(this.right, x);
	}
}

/** Four coordinate pairs for computing a point of a curve, reused for each. */
const work = new Float64Array(8);
const found = { x: 0, y: 0 };

/**
 * A point of a curve (de Casteljau), valid until the next call.
 * @param values the points after the pen, font units, y points up
 * @param t 0 at the pen, 1 at the end
 */
function bezierPoint(
	penX: number,
	penY: number,
	values: readonly number[],
	scale: number,
	t: number,
): { readonly x: number; readonly y: number } {
	work[0] = penX;
	work[1] = penY;
	for (let i = 0; i < values.length; i += 2) {
		work[i + 2] = values[i]! * scale;
		work[i + 3] = -values[i + 1]! * scale;
	}
	for (let count = values.length + 2; count > 2; count -= 2)
		for (let i = 0; i < count - 2; i++) work[i] = work[i]! + (work[i + 2]! - work[i]!) * t;
	found.x = work[0]!;
	found.y = work[1]!;
	return found;
}
