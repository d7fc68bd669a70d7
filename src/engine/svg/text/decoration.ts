/**
 * Backgrounds, underlines and strikethroughs of rich text runs, placed as in Blink
 * (text-decoration-thickness: auto, -skip-ink: auto).
 */

import { rectPath } from "../../paint/outlines.js";
import type { Box, Extent } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import { inkInBand } from "../../text/layout/glyph-path.js";
import type { Fragment } from "../../text/layout/line-layout.js";
import { type Rgba, sameColor } from "../../text/rich/css-color.js";
import { addPath, type ColoredPath } from "./colored-path.js";
import type { RunStyle } from "./content.js";
import type { PlacedLine } from "./layout.js";
import type { TextMetrics } from "./line-height.js";

/** Thickness of a line, in em. */
const THICKNESS = 0.1;

/** Neighbouring fragments of a line that share a decoration. */
interface Stretch {
	readonly color: Rgba;
	readonly fragments: Fragment<RunStyle>[];
}

/**
 * Rectangles of the backgrounds, underlines and strikethroughs.
 * @param reach limits of the rectangles, pixels before the block's rotation
 * @param extent called with each
 */
export function decorationRects(
	placed: readonly PlacedLine[],
	metrics: TextMetrics,
	block: SceneText,
	reach: Box,
	extent: Pick<Extent, "include">,
): { backgrounds: ColoredPath[]; under: ColoredPath[]; over: ColoredPath[] } {
	const under = new Map<string, ColoredPath>();
	const over = new Map<string, ColoredPath>();
	const backgrounds: ColoredPath[] = [];
	// Skia rounds the thickness down to whole pixels. The position depends on the thickness before
	// rounding.
	const askedOf = ({ lineSize }: RunStyle) => Math.max(1, THICKNESS * lineSize * block.fontSize);
	const snap = block.rotation === 0 ? Math.round : (value: number) => value;
	const add = (
		paths: Map<string, ColoredPath>,
		color: Rgba,
		left: number,
		right: number,
		top: number,
		bottom: number,
	) => {
		const from = Math.max(left, reach.x);
		const to = Math.min(right, reach.x + reach.width);
		if (to <= from || color.a === 0) return;
		addPath(paths, color, rectPath(from, top, to, bottom), null);
		extent.include(from, top, to, bottom);
	};

	for (const { line, x, baseline } of placed) {
		// One map for each level of nesting, which preserves the painting order.
		for (let level = 0; ; level++) {
			const stretches = stretchesOf(
				line.fragments,
				({ style }) => style.backgrounds[level],
				isSameBox,
			);
			if (stretches.length === 0) break;
			const paths = new Map<string, ColoredPath>();
			for (const { color, fragments } of stretches) {
				const { left, right } = span(fragments, x);
				const { style } = fragments[0]!;
				const { ascent, descent } = style.raise === 0 ? metrics.of(style) : metrics;
				add(
					paths,
					color,
					snap(left),
					snap(right),
					snap(baseline - ascent),
					snap(baseline + descent),
				);
			}
			backgrounds.push(...paths.values());
		}
		for (const { color, fragments } of stretchesOf(
			line.fragments,
			({ style }) => style.underline,
			isSameLine,
		)) {
			const asked = askedOf(fragments[0]!.style);
			const thickness = Math.floor(asked);
			const underTop = baseline + Math.ceil(asked / 2);
			for (const [left, right] of skipInk(fragments, x, baseline, underTop, thickness))
				add(under, color, left, right, underTop, underTop + thickness);
		}
		for (const { color, fragments } of stretchesOf(
			line.fragments,
			({ style }) => style.strike,
			isSameLine,
		)) {
			const { lineSize } = fragments[0]!.style;
			const asked = askedOf(fragments[0]!.style);
			const thickness = Math.floor(asked);
			const overTop = Math.floor(baseline - (metrics.ascent * lineSize) / 3 - asked / 2 + 0.5);
			const { left, right } = span(fragments, x);
			add(over, color, left, right, overTop, overTop + thickness);
		}
	}
	return { backgrounds, under: [...under.values()], over: [...over.values()] };
}

function stretchesOf(
	fragments: readonly Fragment<RunStyle>[],
	colorOf: (fragment: Fragment<RunStyle>) => Rgba | null | undefined,
	goTogether: (a: Fragment<RunStyle>, b: Fragment<RunStyle>) => boolean,
): Stretch[] {
	const stretches: Stretch[] = [];
	let last: Stretch | undefined;
	for (const fragment of fragments) {
		const color = colorOf(fragment);
		if (!color) last = undefined;
		else if (last && sameColor(last.color, color) && goTogether(last.fragments[0]!, fragment))
			last.fragments.push(fragment);
		else {
			last = { color, fragments: [fragment] };
			stretches.push(last);
		}
	}
	return stretches;
}

/**
 * Whether two neighbours have backgrounds of the same height; sup and sub have the height of their
 * parent.
 */
const isSameBox = (a: Fragment<RunStyle>, b: Fragment<RunStyle>) =>
	a.raise !== 0 ||
	b.raise !== 0 ||
	(a.style.size === b.style.size && a.style.font === b.style.font);

/** Whether two neighbours have the same line under or through them. */
const isSameLine = (a: Fragment<RunStyle>, b: Fragment<RunStyle>) =>
	a.style.lineSize === b.style.lineSize;

function span(fragments: readonly Fragment<RunStyle>[], lineX: number) {
	const last = fragments[fragments.length - 1]!;
	return { left: lineX + fragments[0]!.x, right: lineX + last.x + last.width };
}

const IDEOGRAPHIC: ReadonlySet<string> = new Set(["Hani", "Hira", "Kana", "Bopo", "Hang"]);

/** The pieces of an underline that remain if letters cross it. */
function skipInk(
	fragments: readonly Fragment<RunStyle>[],
	lineX: number,
	baseline: number,
	top: number,
	thickness: number,
): [number, number][] {
	const gaps: [number, number][] = [];
	for (const fragment of fragments) {
		if (fragment.kind !== "glyphs") continue;
		// Han, kana and hangul are underlined without gaps (CSS Text Decoration 4, skip-ink: auto).
		if (fragment.font.ideographic ?? IDEOGRAPHIC.has(fragment.script)) continue;
		const scale = fragment.size / fragment.font.metrics.unitsPerEm;
		for (const glyph of fragment.glyphs) {
			const shift = top - baseline - glyph.y;
			const ink = inkInBand(fragment.font, glyph.id, scale, shift, shift + thickness);
			if (!ink) continue;
			const x = lineX + glyph.x;
			gaps.push([x + ink.left - thickness, x + ink.right + thickness]);
		}
	}
	gaps.sort((a, b) => a[0] - b[0]);
	const { left, right } = span(fragments, lineX);
	const pieces: [number, number][] = [];
	let pen = left;
	for (const [from, to] of gaps) {
		if (from > pen) pieces.push([pen, Math.min(from, right)]);
		pen = Math.max(pen, to);
	}
	if (pen < right) pieces.push([pen, right]);
	return pieces;
}
