/** The heights of lines and the positions of their baselines, by CSS 2.1 (10.8). */
import type { SceneText } from "../../scene/scene.js";
import type { FontLibrary, FontMetrics } from "../../text/fonts/library.js";
import type { Line } from "../../text/layout/line-layout.js";
import { itemsWithin, type Paragraph } from "../../text/layout/paragraph.js";
import type { FontStyle } from "../../text/layout/typeset-options.js";
import type { RunStyle } from "./content.js";

/** Ascent and descent of a font, pixels. */
export interface LineMetrics {
	readonly ascent: number;
	readonly descent: number;
}

/** The metrics of the block's font and of the fonts of its runs. */
export interface TextMetrics extends LineMetrics {
	of(style: RunStyle): LineMetrics;
}

/** Height of a line above and below its baseline, pixels. */
export interface LineReach {
	readonly above: number;
	readonly below: number;
}

/** Blink lays out in steps of 1/64 pixel, rounded down, which affects positions at half a pixel. */
export const layoutUnits = (value: number) => Math.floor(value * 64) / 64;

/**
 * Ascent and descent of a font, rounded as Blink rounds them on Linux (SimpleFontData: where the
 * descent was rounded down, one pixel moves from the ascent to it), so that baselines are at the
 * same positions as in browsers.
 * @param size font size, pixels
 */
export function roundedMetrics(metrics: FontMetrics, size: number): LineMetrics {
	// FreeType takes sizes in steps of 1/64 pixel.
	const scale = layoutUnits(size) / metrics.unitsPerEm;
	let ascent = Math.round(metrics.ascent * scale);
	let descent = Math.round(metrics.descent * scale);
	if (descent < metrics.descent * scale && ascent >= 1) {
		ascent--;
		descent++;
	}
	return { ascent, descent };
}

/** Metrics of the first font of a style, which determine its box and its backgrounds. */
export function styleMetrics(
	fonts: FontLibrary,
	block: SceneText,
	{ weight, font = block.font, size = 1 }: Pick<FontStyle, "weight" | "font" | "size">,
): LineMetrics {
	const pixels = size * block.fontSize;
	const face = fonts.primaryFace({ weight, italic: false, han: "sc", font });
	return roundedMetrics(fonts.load(face, pixels).metrics, pixels);
}

/** Half of the leading is above the line; it is rounded down to whole pixels, as in Blink. */
function withLeading({ ascent, descent }: LineMetrics, height: number): LineReach {
	const above = Math.floor((height - ascent - descent) / 2) + ascent;
	return { above, below: height - above };
}

const unite = (a: LineReach, b: LineReach, raise = 0): LineReach => ({
	above: Math.max(a.above, b.above + raise),
	below: Math.max(a.below, b.below - raise),
});

/**
 * Whether the letters of a style can make their line higher; sup and sub cannot, as with
 * line-height: 0.
 */
const countsForHeight = ({ size = 1, font, raise = 0 }: FontStyle, block: SceneText) =>
	(raise === 0 || size > 1) && (size !== 1 || (font !== undefined && font !== block.font));

/** Measures the lines of a block. */
export class LineHeights {
	readonly #fonts: FontLibrary;
	readonly #block: SceneText;
	readonly metrics: TextMetrics;
	readonly #own: LineReach;

	/** @param block in its final font size */
	constructor(fonts: FontLibrary, block: SceneText) {
		this.#fonts = fonts;
		this.#block = block;
		const own = styleMetrics(fonts, block, { weight: block.weight });
		const isOwn = ({ font, size }: RunStyle) => font === undefined && size === 1;
		this.metrics = {
			...own,
			of: (style) => (isOwn(style) ? own : styleMetrics(fonts, block, style)),
		};
		const { lineHeight } = block;
		this.#own =
			lineHeight === "normal"
				? this.#normal({ weight: block.weight })
				: withLeading(own, layoutUnits(lineHeight * block.fontSize));
	}

	/** Pixels. */
	reachOf(line: Line<RunStyle>): LineReach {
		const { lineHeight, fontSize } = this.#block;
		let reach = this.#own;
		const seen = new Set<unknown>();
		for (const fragment of line.fragments) {
			const { style, raise } = fragment;
			if (lineHeight === "normal" && fragment.kind === "glyphs" && !seen.has(fragment.font)) {
				seen.add(fragment.font);
				reach = unite(reach, normalReach(fragment.font.metrics, fragment.size), raise);
			}
			if (seen.has(style) || !countsForHeight(style, this.#block)) continue;
			seen.add(style);
			const own =
				lineHeight === "normal"
					? this.#normal(style)
					: withLeading(
							styleMetrics(this.#fonts, this.#block, style),
							layoutUnits(lineHeight * (style.size ?? 1) * fontSize),
						);
			reach = unite(reach, own, raise);
		}
		return reach;
	}

	#normal({
		weight,
		font = this.#block.font,
		size = 1,
	}: Pick<FontStyle, "weight" | "font" | "size">): LineReach {
		const pixels = size * this.#block.fontSize;
		const face = this.#fonts.primaryFace({ weight, italic: false, han: "sc", font });
		return normalReach(this.#fonts.load(face, pixels).metrics, pixels);
	}
}

/** The height that a font needs including its line gap: `line-height: normal`. */
function normalReach(metrics: FontMetrics, size: number): LineReach {
	const rounded = roundedMetrics(metrics, size);
	const gap = Math.round((metrics.lineGap * size) / metrics.unitsPerEm);
	return withLeading(rounded, rounded.ascent + rounded.descent + gap);
}

/** Whether all lines of a text have the height that the block sets. */
export const hasEvenLines = (
	block: SceneText,
	styles: readonly FontStyle[],
): block is SceneText & { readonly lineHeight: number } =>
	block.lineHeight !== "normal" && !styles.some((style) => countsForHeight(style, block));

/**
 * Approximate height of a line with a part of a paragraph, in em of the block. It is exact except
 * for the rounding to pixels and for the baselines of different fonts.
 */
export function likelyHeight(
	block: SceneText,
	{ items, styleOf, styles }: Paragraph<RunStyle>,
	start: number,
	end: number,
	least: number,
): number {
	let above = 0;
	let below = 0;
	let height = least;
	for (const item of itemsWithin(items, start, end)) {
		const size = item.size / block.fontSize;
		if (block.lineHeight !== "normal") {
			for (let at = Math.max(start, item.start); at < Math.min(end, item.end); at++) {
				const style = styles[styleOf[at]!]!;
				if (countsForHeight(style, block)) height = Math.max(height, block.lineHeight * size);
			}
		} else if (item.font) {
			const { ascent, descent, lineGap, unitsPerEm } = item.font.metrics;
			above = Math.max(above, ((ascent + lineGap / 2) / unitsPerEm) * size);
			below = Math.max(below, ((descent + lineGap / 2) / unitsPerEm) * size);
		}
	}
	return Math.max(height, above + below);
}
