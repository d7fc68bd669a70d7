import {
	type Box,
	Extent,
	grow,
	type RotatedBox,
	turnedBounds,
	visibleRegion,
} from "../scene/geometry.js";
import type { SceneText } from "../scene/scene.js";
import type { Rgba } from "../text/css-color.js";
import { emojiArt } from "../text/emoji.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { glyphBounds, relativeGlyphPath } from "../text/glyph-path.js";
import type { Fragment, Line } from "../text/line-layout.js";
import { EMOJI_ADVANCE } from "../text/paragraph.js";
import { typeset } from "../text/typeset.js";
import { decorationRects } from "./decoration.js";
import { num, paint, rectPath, rotation, roundRectPath } from "./markup.js";
import type { Paint, VectorPaint } from "./paint.js";
import { textShadow } from "./shadow.js";
import { hanForm, type RunStyle, textContent } from "./text-content.js";

export interface TextContext {
	readonly fonts: FontLibrary;
	readonly slide: Box;
}

/** Line height, in em. */
export const LINE_HEIGHT = 1.2;
/** How far ink may reach out of its em box and still be seen: tall marks, swashes. */
const INK_REACH = 1.5;
/** Slant of a synthetic italic, as Skia draws it. */
const SYNTHETIC_SKEW = 0.25;
const OUTLINE_WIDTH = 0.08;
/** Room of the highlight around a line, in em, and the radius of its corners. */
const HIGHLIGHT = { above: 0.08, side: 0.28, radius: 0.18 };
/** The art of an emoji is 1 em square and reaches this far below the baseline, in em. */
const EMOJI_DESCENT = 0.137;

/** A line with its place on the slide, before the rotation of its block. */
export interface PlacedLine {
	readonly line: Line<RunStyle>;
	/** Left edge of the line. */
	readonly x: number;
	readonly top: number;
	readonly baseline: number;
}

/** The measures of the block's first font that place lines and backgrounds, pixels. */
export interface LineMetrics {
	readonly ascent: number;
	readonly descent: number;
}

/** A text block laid out: its box before rotation, and its lines from top to bottom. */
export interface TextLayout {
	readonly box: RotatedBox;
	readonly metrics: LineMetrics;
	readonly lines: readonly PlacedLine[];
}

/** Lays out a text block; undefined when it says nothing. */
export function layOutText(block: SceneText, fonts: FontLibrary): TextLayout | undefined {
	const runs = textContent(block);
	if (runs.length === 0) return undefined;
	const { fontSize, wrapWidth } = block;
	const lines = typeset(runs, { fonts, fontSize, wrapWidth, han: hanForm(runs) });
	const box = boxOf(block, lines);
	const metrics = lineMetrics(fonts, block);
	return { box, metrics, lines: placeLines(block, lines, box, metrics) };
}

/** Draws a text block; nothing when nothing of it is on the slide. */
export function textPaints(block: SceneText, context: TextContext): Paint[] {
	const layout = layOutText(block, context.fonts);
	if (!layout) return [];
	const { box, metrics } = layout;
	const em = block.fontSize;
	const region = visibleRegion(box, context.slide);
	const placed = layout.lines.filter(({ top }) =>
		reaches(top, top + LINE_HEIGHT * em, region.y, region.height, em),
	);
	if (placed.length === 0) return [];

	const ink = collectInk(placed, block, metrics, region);
	const behind = new Extent();
	let ground = block.style === "highlight" ? highlightMarkup(placed, block, region, behind) : "";
	for (const { color, path } of ink.backgrounds) ground += pathMarkup(path, color);
	let letters = "";
	if (block.style === "outline") {
		const width = num(OUTLINE_WIDTH * em);
		for (const { color, path } of ink.fills)
			letters += `<path fill="none" ${paint("stroke", outlineColor(color))} stroke-width="${width}" stroke-linejoin="round" d="${path}"/>`;
	}
	for (const { color, path } of ink.under) letters += pathMarkup(path, color);
	for (const { color, path } of ink.fills) letters += pathMarkup(path, color);
	letters += ink.emoji;
	for (const { color, path } of ink.over) letters += pathMarkup(path, color);

	const centerX = box.x + box.width / 2;
	const centerY = box.y + box.height / 2;
	const turn = rotation(block.rotation, centerX, centerY);
	const vector = (markup: string, extent: Box): VectorPaint[] =>
		markup === ""
			? []
			: [
					{
						kind: "vector",
						markup: turn === "" ? markup : `<g${turn}>${markup}</g>`,
						bounds: turnedBounds(extent, block.rotation, centerX, centerY),
					},
				];
	const inkBox = grow(ink.box, block.style === "outline" ? OUTLINE_WIDTH * em : 0);
	if (block.style !== "shadow") {
		behind.include(inkBox.x, inkBox.y, inkBox.x + inkBox.width, inkBox.y + inkBox.height);
		return vector(ground + letters, behind.box);
	}
	const shade = textShadow(ink, em, grow(region, em));
	const turned = { rotation: block.rotation, centerX, centerY };
	return [
		...vector(ground, inkBox),
		...(shade ? [{ ...shade, place: { ...shade.place, ...turned } }] : []),
		...vector(letters, inkBox),
	];
}

const pathMarkup = (path: string, color: Rgba) => `<path ${paint("fill", color)} d="${path}"/>`;

/** Whether a vertical stretch, with the ink that reaches out of it, meets a region. */
const reaches = (top: number, bottom: number, y: number, height: number, em: number) =>
	bottom + INK_REACH * em > y && top - INK_REACH * em < y + height;

function boxOf(block: SceneText, lines: readonly Line<RunStyle>[]): RotatedBox {
	return {
		x: block.x,
		y: block.y,
		width: block.width ?? lines.reduce((widest, line) => Math.max(widest, line.width), 0),
		height: Math.max(block.height, lines.length * LINE_HEIGHT * block.fontSize),
		rotation: block.rotation,
	};
}

/** Blink lays out in steps of 1/64 pixel, rounded down: what is on half a pixel depends on it. */
const layoutUnits = (value: number) => Math.floor(value * 64) / 64;

/**
 * Ascent and descent of the block's first font, rounded as Blink rounds them on
 * Linux (SimpleFontData: where the descent was rounded down, one pixel moves
 * from the ascent to it), so that baselines fall where a browser puts them.
 */
function lineMetrics(fonts: FontLibrary, block: SceneText): LineMetrics {
	const weight = block.style === "bold" || block.style === "outline" ? 800 : 600;
	const { metrics } = fonts.load(fonts.primaryFace({ weight, italic: false, han: "sc" }));
	// FreeType takes sizes in steps of 1/64 pixel.
	const scale = layoutUnits(block.fontSize) / metrics.unitsPerEm;
	let ascent = Math.round(metrics.ascent * scale);
	let descent = Math.round(metrics.descent * scale);
	if (descent < metrics.descent * scale && ascent >= 1) {
		ascent--;
		descent++;
	}
	return { ascent, descent };
}

function placeLines(
	block: SceneText,
	lines: readonly Line<RunStyle>[],
	box: RotatedBox,
	{ ascent, descent }: LineMetrics,
): PlacedLine[] {
	const height = layoutUnits(LINE_HEIGHT * block.fontSize);
	// Half-leading is floored to whole pixels, as Blink does.
	const toBaseline = Math.floor((height - ascent - descent) / 2) + ascent;
	return lines.map((line, index) => ({
		line,
		x: line.direction === "rtl" ? block.x + box.width - line.width : block.x,
		top: block.y + index * height,
		baseline: snapBaseline(index * height + toBaseline, { ...box, y: layoutUnits(box.y) }),
	}));
}

/**
 * Puts a baseline on whole pixels, of the box and, when that stands upright or
 * on a side, of the slide: stems are crisp, and lines lie where Blink and Skia
 * put them.
 * @param fromTop distance from the top of the box
 * @returns y of the baseline before the rotation of the box
 */
function snapBaseline(fromTop: number, box: RotatedBox): number {
	if (box.rotation === 0) return Math.round(box.y + fromTop);
	const middle = box.height / 2;
	const fromMiddle = Math.round(fromTop) - middle;
	const centerX = box.x + box.width / 2;
	const centerY = box.y + middle;
	// Down in the box is left on the slide at 90 degrees, up at 180, right at -90.
	if (box.rotation === 90) return centerY + centerX - Math.round(centerX - fromMiddle);
	if (Math.abs(box.rotation) === 180) return 2 * centerY - Math.round(centerY - fromMiddle);
	if (box.rotation === -90) return centerY + Math.round(centerX + fromMiddle) - centerX;
	return centerY + fromMiddle;
}

/** A path and the colour that fills it. */
export interface ColoredPath {
	readonly color: Rgba;
	path: string;
}

/** All that a block draws, in the order of painting. */
export interface Ink {
	readonly backgrounds: readonly ColoredPath[];
	/** Underlines: below the letters. */
	readonly under: readonly ColoredPath[];
	readonly fills: readonly ColoredPath[];
	/** Lines through the text: above the letters. */
	readonly over: readonly ColoredPath[];
	readonly emoji: string;
	/** Holds all of it, before the rotation of the block. */
	readonly box: Box;
}

function collectInk(
	placed: readonly PlacedLine[],
	block: SceneText,
	metrics: LineMetrics,
	region: Box,
): Ink {
	const fills = new Map<string, ColoredPath>();
	const extent = new Extent();
	const em = block.fontSize;
	let emoji = "";
	for (const { line, x, baseline } of placed) {
		for (const fragment of line.fragments) {
			const left = x + fragment.x;
			if (!onRegion(left, fragment.width, region, em)) continue;
			if (fragment.kind === "emoji") {
				emoji += emojiMarkup(fragment.emoji, left, baseline, em);
				extent.include(left, baseline - em, left + fragment.width, baseline + em / 4);
			} else {
				const path = inkPath(fragment, x, baseline, em, region, extent);
				if (path !== "") addPath(fills, fragment.style.color, path);
			}
		}
	}
	const rects = decorationRects(placed, metrics, block, grow(region, em), extent);
	return { ...rects, fills: [...fills.values()], emoji, box: extent.box };
}

const onRegion = (x: number, width: number, region: Box, em: number) =>
	x + width + INK_REACH * em > region.x && x - INK_REACH * em < region.x + region.width;

/**
 * Characters of one path: rasterisers take more than twice the time for twice
 * the path. What is translucent stays whole, as its overlaps must not add up.
 */
const MAX_PATH = 60_000;

/** Adds to the path of a colour; one that is long enough is left and another begun. */
export function addPath(paths: Map<string, ColoredPath>, color: Rgba, path: string): void {
	const key = `${color.r},${color.g},${color.b},${color.a}`;
	const known = paths.get(key);
	if (known && (color.a < 1 || known.path.length < MAX_PATH)) {
		known.path += path;
		return;
	}
	if (known) paths.set(`${key} ${paths.size}`, known);
	paths.set(key, { color, path });
}

function inkPath(
	fragment: Exclude<Fragment<RunStyle>, { kind: "emoji" }>,
	lineX: number,
	baseline: number,
	em: number,
	region: Box,
	extent: Extent,
): string {
	if (fragment.kind === "missing") {
		const left = lineX + fragment.x;
		extent.include(left, baseline - em, left + fragment.width, baseline);
		return missingBox(left, baseline, em);
	}
	const scale = em / fragment.font.metrics.unitsPerEm;
	const skew = fragment.syntheticItalic ? SYNTHETIC_SKEW : 0;
	let path = "";
	for (const glyph of fragment.glyphs) {
		const x = lineX + glyph.x;
		const y = baseline + glyph.y;
		if (!onRegion(x, glyph.advance, region, em)) continue;
		if (!reaches(y - em, y, region.y, region.height, em)) continue;
		if (glyph.id === NOTDEF) {
			extent.include(x, y - em, x + em, y);
			path += missingBox(x, y, em);
			continue;
		}
		const outline = relativeGlyphPath(fragment.font, glyph.id, scale, skew);
		const ink = glyphBounds(fragment.font, glyph.id);
		if (!ink || outline === "") continue;
		path += `M${num(x)} ${num(y)}${outline}`;
		extent.include(
			x + Math.min(ink.left, ink.left + skew * ink.bottom) * scale,
			y - ink.top * scale,
			x + Math.max(ink.right, ink.right + skew * ink.top) * scale,
			y - ink.bottom * scale,
		);
	}
	return path;
}

/** Glyph of a mark that the font of its base lacks; the fonts' own pictures of it say "NO GLYPH". */
const NOTDEF = 0;

/** An upright empty box in place of a character that no font has. */
function missingBox(x: number, baseline: number, em: number): string {
	const left = x + 0.06 * em;
	const right = x + 0.56 * em;
	const top = baseline - 0.72 * em;
	const stroke = 0.05 * em;
	// The inner rectangle runs the other way, so that it stays empty.
	return (
		rectPath(left, top, right, baseline) +
		`M${num(left + stroke)} ${num(top + stroke)}V${num(baseline - stroke)}` +
		`H${num(right - stroke)}V${num(top + stroke)}z`
	);
}

function emojiMarkup(key: string, x: number, baseline: number, em: number): string {
	const left = x + ((EMOJI_ADVANCE - 1) / 2) * em;
	const top = baseline - (1 - EMOJI_DESCENT) * em;
	const art = emojiArt(key);
	return `<g transform="translate(${num(left)} ${num(top)}) scale(${(em / art.size).toFixed(5)})">${art.content}</g>`;
}

/**
 * A round rectangle for each line, in one path, so that overlaps are not
 * painted twice. Where two lines meet, the corners inside are filled: their
 * common edge is straight, as in the editors of the big apps.
 */
function highlightMarkup(
	placed: readonly PlacedLine[],
	block: SceneText,
	region: Box,
	extent: Extent,
): string {
	const em = block.fontSize;
	const radius = HIGHLIGHT.radius * em;
	const reach = grow(region, em);
	let path = "";
	let above: { left: number; right: number; bottom: number } | undefined;
	for (const { line, x, top } of placed) {
		const left = Math.max(x - HIGHLIGHT.side * em, reach.x);
		const right = Math.min(x + line.width + HIGHLIGHT.side * em, reach.x + reach.width);
		if (line.width <= 0 || right <= left) {
			above = undefined;
			continue;
		}
		const start = top - HIGHLIGHT.above * em;
		const end = top + (LINE_HEIGHT + HIGHLIGHT.above) * em;
		path += roundRectPath(left, start, right, end, radius);
		extent.include(left, start, right, end);
		if (above) {
			const joinLeft = Math.max(left, above.left);
			const joinRight = Math.min(right, above.right);
			if (joinRight > joinLeft)
				path += rectPath(joinLeft, above.bottom - radius, joinRight, start + radius);
		}
		above = { left, right, bottom: end };
	}
	return path === "" || block.highlight.a === 0 ? "" : pathMarkup(path, block.highlight);
}

/**
 * Black or white, whichever stands out more from the text: the contrast ratios
 * of WCAG 2 are equal at a relative luminance of 0.179.
 */
export function outlineColor({ r, g, b, a }: Rgba): Rgba {
	const linear = (channel: number) => {
		const c = channel / 255;
		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	};
	const luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
	const level = luminance > 0.179 ? 0 : 255;
	return { r: level, g: level, b: level, a };
}
