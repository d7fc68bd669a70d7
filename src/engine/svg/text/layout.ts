/** Places the box and the lines of a text block on the slide, and the baselines on pixels. */
import type { RotatedBox } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import type { SceneOnPath } from "../../scene/typography.js";
import type { FontLibrary } from "../../text/fonts/library.js";
import { justifyLine } from "../../text/layout/justify-line.js";
import type { Line } from "../../text/layout/line-layout.js";
import { moveMarker } from "../../text/layout/list-marker.js";
import { typeset } from "../../text/layout/typeset.js";
import type { TypesetOptions } from "../../text/layout/typeset-options.js";
import { type RunStyle, textContent } from "./content.js";
import { fittingSize } from "./fit.js";
import { insetOf, withoutInset } from "./highlight-inset.js";
import { hasEvenLines, LineHeights, layoutUnits, type TextMetrics } from "./line-height.js";
import { arcBox, type Bend, bendLine, curveOf } from "./on-path.js";
import type { PlacedLine } from "./placed-line.js";

export type { PlacedLine };

/** A laid-out text block: its box before rotation, and its lines from top to bottom. */
export interface TextLayout {
	/** The block as it is drawn, in the size that fits if it shrinks. */
	readonly block: SceneText;
	readonly box: RotatedBox;
	readonly metrics: TextMetrics;
	readonly lines: readonly PlacedLine[];
	/** Where the letters of its line are, if it runs along a path; the line is its box. */
	readonly bend?: Bend;
	/** Height of the lines together, pixels. */
	readonly contentHeight: number;
	/** Unsupported tags, colours and styles of its rich text, each once. */
	readonly droppedTags: ReadonlySet<string>;
	readonly ignoredColors: ReadonlySet<string>;
	readonly ignoredStyles: ReadonlySet<string>;
}

/** Whether the end of a text may be cut off, with an ellipsis. */
export const canBeCut = ({ maxLines, textWrap, cutToHeight }: SceneText): boolean =>
	Number.isFinite(maxLines) || textWrap === "nowrap" || cutToHeight;

/** The options of typesetting a block, except for its size. */
export const settingOf = (
	block: SceneText,
	fonts: FontLibrary,
): Omit<TypesetOptions, "fontSize"> => ({
	fonts,
	wrapWidth: block.onPath === null ? block.wrapWidth : Number.POSITIVE_INFINITY,
	maxLines: block.onPath === null ? block.maxLines : Number.POSITIVE_INFINITY,
	language: block.language,
	font: block.font,
	tabularNumbers: block.tabularNumbers,
	...(block.fontFeatures && { features: block.fontFeatures }),
	textWrap: block.onPath === null ? block.textWrap : "normal",
	overflowWrap:
		block.overflowWrap === "normal" && canBeCut(block) ? "break-word" : block.overflowWrap,
	hyphens: block.hyphens,
	wordBreak: block.wordBreak,
	direction: block.textDirection,
	tabSize: block.tabSize,
	...(block.onPath === null && { indent: block.indent }),
});

/** Lays out a text block; undefined if it has no content. */
export function layOutText(given: SceneText, fonts: FontLibrary): TextLayout | undefined {
	const droppedTags = new Set<string>();
	const ignoredColors = new Set<string>();
	const ignoredStyles = new Set<string>();
	const { runs, list } = textContent(given, (name) => fonts.hasFamily(name), {
		tagDropped: (name) => droppedTags.add(name),
		colorIgnored: (value) => ignoredColors.add(value),
		styleIgnored: (what) => ignoredStyles.add(what),
	});
	if (runs.length === 0) return undefined;
	const asked = withoutInset(given);
	const setting = settingOf(asked, fonts);
	const block = { ...asked, fontSize: fittingSize({ runs, list }, asked, setting) };
	const heights = new LineHeights(fonts, block);
	const notes = { droppedTags, ignoredColors, ignoredStyles };
	if (block.onPath !== null) {
		const [line] = typeset(runs, { ...setting, fontSize: block.fontSize });
		return { ...onPath(block, block.onPath, line!, heights), ...notes };
	}
	const even = hasEvenLines(
		block,
		runs.map(({ style }) => style),
	);
	const set = (maxLines: number) => {
		const lines = typeset(runs, { ...setting, maxLines, fontSize: block.fontSize }, list);
		return { lines, stacked: even ? evenStack(block, lines, heights) : stack(lines, heights) };
	};
	const whole = set(block.maxLines);
	const most = block.cutToHeight ? linesWithin(whole.stacked, block.height) : block.maxLines;
	const { lines: ragged, stacked } = most < whole.lines.length ? set(most) : whole;
	const lines = block.align === "justify" ? justified(block, ragged) : ragged;
	const lefts = leftEdges(block, lines);
	const inner = boxOf(block, lines, lefts, stacked.height);
	const placed = placeLines(block, lines, lefts, inner, stacked);
	const [insetX, insetY] = insetOf(given);
	const box = {
		...inner,
		x: inner.x - insetX,
		y: inner.y - insetY,
		width: inner.width + 2 * insetX,
		height: inner.height + 2 * insetY,
	};
	return {
		block,
		box,
		metrics: heights.metrics,
		lines: placed,
		contentHeight: stacked.height,
		...notes,
	};
}

/** A line along a path. An arc is placed in the box as lines are. */
function onPath(
	block: SceneText,
	path: SceneOnPath,
	line: Line<RunStyle>,
	heights: LineHeights,
): Omit<TextLayout, "droppedTags" | "ignoredColors" | "ignoredStyles"> {
	const { x, y, rotation } = block;
	const arc =
		path.kind === "arc" ? arcBox(line.width, path.degrees, heights.reachOf(line)) : undefined;
	const natural = arc ?? { width: path.kind === "path" ? path.width : 0, height: 0 };
	const width = block.width ?? natural.width;
	const height = arc ? Math.max(block.height, arc.height) : block.height;
	const box = { x, y, width, height, rotation };
	const spare = { x: width - natural.width, y: height - natural.height };
	const inBox =
		arc === undefined
			? box
			: {
					x: x + spare.x * shareBefore(block, line),
					y: y + spare.y * SHARE_ABOVE[block.verticalAlign],
					width: arc.width,
					height: arc.height,
				};
	const curve = curveOf(path, inBox, { width: line.width, arc: arc ?? box });
	const bend = bendLine(block, line, curve);
	const placed = { line, x: inBox.x, top: inBox.y, height: inBox.height };
	return {
		block,
		box,
		metrics: heights.metrics,
		lines: [{ ...placed, baseline: inBox.y + inBox.height }],
		bend,
		contentHeight: arc ? arc.height : 0,
	};
}

/** The share of the free width that is left of a line. */
function shareBefore({ align }: SceneText, { direction }: Line<RunStyle>): number {
	if (align === "center") return 0.5;
	const atStart = align === "start" || align === "justify";
	const left = align === "left" || atStart === (direction === "ltr");
	return align !== "right" && left ? 0 : 1;
}

const widest = (lines: readonly Line<RunStyle>[]) =>
	lines.reduce((width, line) => Math.max(width, line.indent + line.width), 0);

/** The width in which lines are aligned. */
const roomOf = (block: SceneText, lines: readonly Line<RunStyle>[]) =>
	(block.align === "start" ? block.width : block.alignWidth) ?? widest(lines);

/** Lines as wide as the width in which they are aligned. */
function justified(block: SceneText, lines: readonly Line<RunStyle>[]): readonly Line<RunStyle>[] {
	const room = roomOf(block, lines);
	return lines.map((line) => justifyLine(line, room - line.indent));
}

/**
 * Distance from the start of a line back to the edge, where markers are placed whatever the
 * alignment.
 */
function fromStart(block: SceneText, line: Line<RunStyle>, left: number, room: number): number {
	if (line.marker === undefined) return 0;
	const { direction, indent, width } = line;
	return direction === "rtl" ? block.x + room - indent - left - width : block.x + indent - left;
}

/**
 * The start of each line. A line that is too wide starts at the side where its direction starts.
 */
function leftEdges(block: SceneText, lines: readonly Line<RunStyle>[]): number[] {
	const { x, align } = block;
	const whole = roomOf(block, lines);
	return lines.map(({ width, direction, indent }) => {
		const room = whole - indent;
		const spare = room - width;
		const begin = direction === "rtl" ? "right" : "left";
		const end = direction === "rtl" ? "left" : "right";
		const side =
			align === "start" || align === "justify" || spare < 0 ? begin : align === "end" ? end : align;
		const from = direction === "rtl" ? x : x + indent;
		if (side === "center") return from + layoutUnits(spare / 2);
		return side === "right" ? from + room - width : from;
	});
}

/** Without a width, the box is as wide as the lines. */
function boxOf(
	block: SceneText,
	lines: readonly Line<RunStyle>[],
	lefts: readonly number[],
	height: number,
): RotatedBox {
	const hugged = block.width === null && block.align !== "start";
	const x = hugged ? lefts.reduce((least, left) => Math.min(least, left), lefts[0]!) : block.x;
	const right = () =>
		lefts.reduce((most, left, i) => Math.max(most, left + lines[i]!.width), lefts[0]!);
	return {
		x,
		y: block.y,
		width: block.width ?? (hugged ? right() - x : widest(lines)),
		height: Math.max(block.height, height),
		rotation: block.rotation,
	};
}

/** The vertical positions of lines, from the top of the first. Pixels. */
interface Stack {
	/** Of each line. */
	readonly tops: readonly number[];
	readonly heights: readonly number[];
	/** From the top of each line to its baseline. */
	readonly baselines: readonly number[];
	readonly height: number;
}

/** Lines that all have the height that the block sets. */
function evenStack(
	block: SceneText & { readonly lineHeight: number },
	lines: readonly Line<RunStyle>[],
	{ metrics: { ascent, descent } }: LineHeights,
): Stack {
	const height = layoutUnits(block.lineHeight * block.fontSize);
	// Half-leading is floored to whole pixels, as Blink does.
	const toBaseline = Math.floor((height - ascent - descent) / 2) + ascent;
	return {
		tops: lines.map((_, index) => index * height),
		heights: lines.map(() => block.lineHeight * block.fontSize),
		baselines: lines.map(() => toBaseline),
		height: lines.length * block.lineHeight * block.fontSize,
	};
}

function stack(lines: readonly Line<RunStyle>[], heights: LineHeights): Stack {
	const reaches = lines.map((line) => heights.reachOf(line));
	let height = 0;
	const tops = reaches.map(({ above, below }) => {
		const top = height;
		height += above + below;
		return top;
	});
	return {
		tops,
		heights: reaches.map(({ above, below }) => above + below),
		baselines: reaches.map(({ above }) => above),
		height,
	};
}

/** Tolerance for the height of lines that must fit a box, pixels. */
export const HEIGHT_TOLERANCE = 1 / 8;

/** How many lines fit a height, at least one. */
function linesWithin({ tops, heights }: Stack, height: number): number {
	const beyond = tops.findIndex((top, i) => top + heights[i]! > height + HEIGHT_TOLERANCE);
	return beyond < 0 ? tops.length : Math.max(1, beyond);
}

/** Fraction of the remaining space that is above the lines. */
const SHARE_ABOVE = { top: 0, middle: 0.5, bottom: 1 } as const;

function placeLines(
	block: SceneText,
	lines: readonly Line<RunStyle>[],
	lefts: readonly number[],
	box: RotatedBox,
	{ tops, heights, baselines, height }: Stack,
): PlacedLine[] {
	const above = layoutUnits(Math.max(0, box.height - height) * SHARE_ABOVE[block.verticalAlign]);
	const width = roomOf(block, lines);
	const upright = { ...box, y: layoutUnits(box.y) };
	return lines.map((line, index) => ({
		line: moveMarker(line, fromStart(block, line, lefts[index]!, width)),
		x: lefts[index]!,
		top: block.y + above + tops[index]!,
		height: heights[index]!,
		baseline: snapBaseline(above + tops[index]! + baselines[index]!, upright),
	}));
}

/**
 * Rounds a baseline to whole pixels of the box and, if the rotation is a multiple of 90 degrees, of
 * the slide. Stems are then sharp, and lines are at the same positions as in Blink and Skia.
 * @param fromTop distance from the top of the box
 * @returns y of the baseline before the rotation of the box
 */
function snapBaseline(fromTop: number, box: RotatedBox): number {
	if (box.rotation === 0) return Math.round(box.y + fromTop);
	const middle = box.height / 2;
	const fromMiddle = Math.round(fromTop) - middle;
	const centerX = box.x + box.width / 2;
	const centerY = box.y + middle;
	// "Down" in the box is left on the slide at 90 degrees, up at 180, right at -90.
	if (box.rotation === 90) return centerY + centerX - Math.round(centerX - fromMiddle);
	if (Math.abs(box.rotation) === 180) return 2 * centerY - Math.round(centerY - fromMiddle);
	if (box.rotation === -90) return centerY + Math.round(centerX + fromMiddle) - centerX;
	return centerY + fromMiddle;
}
