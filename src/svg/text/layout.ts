/** Where a text block's box and lines lie on the slide, and their baselines on its pixels. */
import type { RotatedBox } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import type { FontLibrary } from "../../text/fonts/library.js";
import type { Line } from "../../text/layout/line-layout.js";
import { typeset } from "../../text/layout/typeset.js";
import { type RunStyle, textContent } from "./content.js";
import { fittingSize } from "./fit.js";

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
	/** As it is drawn: in the size that fits, where it is to fit. */
	readonly block: SceneText;
	readonly box: RotatedBox;
	readonly metrics: LineMetrics;
	readonly lines: readonly PlacedLine[];
	/** Tags, and colours, of its rich text that mean nothing here; each once. */
	readonly droppedTags: ReadonlySet<string>;
	readonly ignoredColors: ReadonlySet<string>;
}

/** Lays out a text block; undefined when it says nothing. */
export function layOutText(asked: SceneText, fonts: FontLibrary): TextLayout | undefined {
	const droppedTags = new Set<string>();
	const ignoredColors = new Set<string>();
	const runs = textContent(asked, {
		tagDropped: (name) => droppedTags.add(name),
		colorIgnored: (value) => ignoredColors.add(value),
	});
	if (runs.length === 0) return undefined;
	const { wrapWidth, maxLines, language, font } = asked;
	const setting = { fonts, wrapWidth, maxLines, language, font };
	const block = { ...asked, fontSize: fittingSize(runs, asked, setting) };
	const lines = typeset(runs, { ...setting, fontSize: block.fontSize });
	const lefts = leftEdges(block, lines);
	const box = boxOf(block, lines, lefts);
	const metrics = lineMetrics(fonts, block);
	const placed = placeLines(block, lines, lefts, box, metrics);
	return { block, box, metrics, lines: placed, droppedTags, ignoredColors };
}

const widest = (lines: readonly Line<RunStyle>[]) =>
	lines.reduce((width, line) => Math.max(width, line.width), 0);

/** Where each line begins. A line that is wider than its room begins where its direction does. */
function leftEdges(block: SceneText, lines: readonly Line<RunStyle>[]): number[] {
	const { x, align } = block;
	const own = align === "start" ? block.width : block.alignWidth;
	const room = own ?? widest(lines);
	return lines.map(({ width, direction }) => {
		const spare = room - width;
		const begin = direction === "rtl" ? "right" : "left";
		const end = direction === "rtl" ? "left" : "right";
		const side = align === "start" || spare < 0 ? begin : align === "end" ? end : align;
		if (side === "center") return x + layoutUnits(spare / 2);
		return side === "right" ? x + room - width : x;
	});
}

/** Without a width, the box is what the lines take. */
function boxOf(
	block: SceneText,
	lines: readonly Line<RunStyle>[],
	lefts: readonly number[],
): RotatedBox {
	const hugged = block.width === null && block.align !== "start";
	const x = hugged ? lefts.reduce((least, left) => Math.min(least, left), lefts[0]!) : block.x;
	const right = () =>
		lefts.reduce((most, left, i) => Math.max(most, left + lines[i]!.width), lefts[0]!);
	return {
		x,
		y: block.y,
		width: block.width ?? (hugged ? right() - x : widest(lines)),
		height: Math.max(block.height, lines.length * block.lineHeight * block.fontSize),
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
	const { weight, font } = block;
	const { metrics } = fonts.load(
		fonts.primaryFace({ weight, italic: false, han: "sc", font }),
		block.fontSize,
	);
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

/** Share of the room that the lines leave which is above them. */
const SHARE_ABOVE = { top: 0, middle: 0.5, bottom: 1 } as const;

function placeLines(
	block: SceneText,
	lines: readonly Line<RunStyle>[],
	lefts: readonly number[],
	box: RotatedBox,
	{ ascent, descent }: LineMetrics,
): PlacedLine[] {
	const height = layoutUnits(block.lineHeight * block.fontSize);
	const spare = box.height - lines.length * block.lineHeight * block.fontSize;
	const above = layoutUnits(Math.max(0, spare) * SHARE_ABOVE[block.verticalAlign]);
	// Half-leading is floored to whole pixels, as Blink does.
	const toBaseline = Math.floor((height - ascent - descent) / 2) + ascent;
	return lines.map((line, index) => ({
		line,
		x: lefts[index]!,
		top: block.y + above + index * height,
		baseline: snapBaseline(above + index * height + toBaseline, { ...box, y: layoutUnits(box.y) }),
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
