/**
 * Places marks that a font has but does not place, and marks whose base is drawn by another font:
 * over, under, across or around the base.
 */

import type { LoadedFont } from "../fonts/library.js";
import { glyphBounds } from "./glyph-path.js";
import type { Glyph } from "./shape.js";

/** Marks for letters and symbols of any script. Marks of a single script are placed by its font. */
const MARKS = /[\u0300-\u035b\u0363-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]/;
const ENCLOSING = /[\u20dd-\u20e0\u20e2-\u20e4]/;
const ACROSS = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/;
const BELOW =
	/[\u0316-\u0319\u031c-\u0320\u0323-\u0326\u0329-\u0333\u0339-\u033c\u0347-\u0349\u034d\u034e\u0353-\u0356\u0359\u035a\u20e8\u20ec-\u20ef]/;

/** Distance between a base and a mark, em. */
const GAP = 0.05;

/** A box in pixels from the pen and the baseline, y points up. */
export interface InkBox {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

export const hasMarks = (text: string): boolean => MARKS.test(text);

function inkOf(
	font: LoadedFont,
	{ id, x, y }: Glyph,
	size: number,
	pen: number,
): InkBox | undefined {
	const bounds = glyphBounds(font, id);
	if (bounds === undefined) return undefined;
	const scale = size / font.metrics.unitsPerEm;
	return {
		left: pen + x + bounds.left * scale,
		right: pen + x + bounds.right * scale,
		top: bounds.top * scale - y,
		bottom: bounds.bottom * scale - y,
	};
}

/** How far a mark has to move to its place at a base, pixels, y points up. */
function moveTo(base: InkBox, mark: InkBox, char: string, size: number) {
	const dx = (base.left + base.right - mark.left - mark.right) / 2;
	// Its font places it in the middle of the line, so that circles in a row are level whatever they
	// contain.
	if (ENCLOSING.test(char) && mark.top > base.top && mark.bottom < base.bottom)
		return { dx, dy: 0 };
	if (ENCLOSING.test(char) || ACROSS.test(char))
		return { dx, dy: (base.top + base.bottom - mark.top - mark.bottom) / 2 };
	if (BELOW.test(char)) return { dx, dy: Math.min(0, base.bottom - GAP * size - mark.top) };
	return { dx, dy: Math.max(0, base.top + GAP * size - mark.bottom) };
}

/** @param size font size, pixels */
export interface MarkFont {
	readonly font: LoadedFont;
	readonly size: number;
}

/**
 * The glyphs of a run from left to right, with placed marks. Marks that the font has placed do not
 * move.
 */
export function placeMarks(
	text: string,
	glyphs: readonly Glyph[],
	{ font, size }: MarkFont,
): Glyph[] {
	const placed: Glyph[] = [];
	for (let start = 0; start < glyphs.length; ) {
		const { cluster } = glyphs[start]!;
		let end = start + 1;
		while (end < glyphs.length && glyphs[end]!.cluster === cluster) end++;
		const own = glyphs.slice(start, end);
		const chars = [...text.slice(cluster, glyphs[end]?.cluster ?? text.length)].slice(
			0,
			own.length,
		);
		placed.push(
			...(own.length > 1 && hasMarks(chars.join("")) ? inCluster(own, chars, font, size) : own),
		);
		start = end;
	}
	return placed;
}

function inCluster(
	glyphs: readonly Glyph[],
	chars: readonly string[],
	font: LoadedFont,
	size: number,
): Glyph[] {
	const [first, ...marks] = glyphs;
	let base = inkOf(font, first!, size, 0);
	if (base === undefined) return [...glyphs];
	const placed = [first!];
	let pen = first!.advance;
	for (const [index, mark] of marks.entries()) {
		const char = chars[index + 1] ?? "";
		const ink = inkOf(font, mark, size, pen);
		const isFree =
			mark.x === 0 && mark.y === 0 && MARKS.test(char) && !ACROSS.test(char) && ink !== undefined;
		if (!isFree) placed.push(mark);
		else if (mark.advance > 0) {
			// An enclosing mark with an advance; the base is in its middle.
			const shift = (mark.advance - pen) / 2;
			placed.splice(
				0,
				placed.length,
				...placed.map((glyph) => ({ ...glyph, x: glyph.x + Math.max(0, shift), advance: 0 })),
			);
			const width = Math.max(mark.advance, pen);
			const { dy } = moveTo(base, ink, char, size);
			placed.push({ ...mark, x: Math.max(0, -shift), y: -dy, advance: width });
			pen = width;
		} else {
			const { dx, dy } = moveTo(base, ink, char, size);
			placed.push({ ...mark, x: dx, y: -dy });
			if (dy >= 0 && !BELOW.test(char)) base = { ...base, top: Math.max(base.top, ink.top + dy) };
			else base = { ...base, bottom: Math.min(base.bottom, ink.bottom + dy) };
		}
	}
	return placed;
}

/**
 * Additional space that a base needs for enclosing marks, which another font draws. Pixels.
 * @param advance of the base, pixels
 */
export function roomAround(
	text: string,
	glyphs: readonly Glyph[],
	advance: number,
	{ font, size }: MarkFont,
): number {
	let width = advance;
	for (const glyph of glyphs) {
		const ink = ENCLOSING.test(text[glyph.cluster] ?? "") && inkOf(font, glyph, size, 0);
		if (ink) width = Math.max(width, ink.right - ink.left + GAP * size);
	}
	return width - advance;
}

/**
 * Marks after a base that another font draws.
 * @param base its ink, which is left of the pen
 */
export function placeLoneMarks(
	text: string,
	glyphs: readonly Glyph[],
	base: InkBox,
	{ font, size }: MarkFont,
): Glyph[] {
	return glyphs.map((glyph) => {
		const char = text[glyph.cluster] ?? "";
		const ink = inkOf(font, glyph, size, 0);
		if (ink === undefined || !MARKS.test(char)) return glyph;
		const { dx, dy } = moveTo(base, ink, char, size);
		return { ...glyph, x: glyph.x + dx, y: glyph.y - dy, advance: 0 };
	});
}
