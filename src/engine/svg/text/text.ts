/** Converts a text block to paints: backgrounds, shadow, outline, letters. */

import { num } from "../../numbers.js";
import { path, turned } from "../../paint/build.js";
import { type Fill, solid } from "../../paint/fill.js";
import { fillsOf, type PictureOf } from "../../paint/fill-of.js";
import type { PaintNode, PathNode } from "../../paint/node.js";
import { rectPath } from "../../paint/outlines.js";
import { isOpaquePaint } from "../../paints/paint.js";
import { type Box, Extent, grow, visibleRegion } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import { type Rgba, sameColor } from "../../text/rich/css-color.js";
import { relativeLuminance } from "../../text/rich/luminance.js";
import type { ColoredPath } from "./colored-path.js";
import { bentHighlight, highlightPath } from "./highlight.js";
import { collectInk, reaches } from "./ink.js";
import type { TextLayout } from "./layout.js";
import { meaningOf } from "./meaning.js";
import { type EdgedPath, lettersOverlap, withOuterEdges } from "./outer-edge.js";
import { textShadow } from "./shadow.js";

/** Width of the outline's stroke, in em. */
export const OUTLINE_WIDTH = 0.08;

/** The part of a stroke that lies outside of the letters. */
const REACH = { center: 0.5, inside: 0, outside: 1 } as const;

/** How far the outline and the stroke of a text extend beyond its letters, pixels. */
export function strokeReach({ style, fontSize, textStroke }: SceneText): number {
	const outline = style === "outline" ? (OUTLINE_WIDTH / 2) * fontSize : 0;
	return Math.max(outline, REACH[textStroke?.position ?? "center"] * (textStroke?.width ?? 0));
}

/**
 * Draws a laid-out text block; nothing if it is outside of the slide.
 * @param picturesOf the pictures of a paint: of the fill of its letters, or of their stroke
 * @param spend called with the price of what is not in the nodes, nanoseconds
 */
export function textPaints(
	{ block, box, metrics, lines, bend }: TextLayout,
	slide: Box,
	picturesOf: (field: "textFill" | "textStroke/paint") => PictureOf = () => () => undefined,
	spend: (nanoseconds: number) => void = () => {},
): PaintNode[] {
	const em = block.fontSize;
	const region = visibleRegion(box, slide);
	const placed = bend
		? lines
		: lines.filter(({ top, height }) =>
				reaches(top, top + height, region.y, region.height, Math.max(em, height)),
			);
	if (placed.length === 0) return [];

	const ink = collectInk(placed, block, metrics, region, bend);
	const behind = new Extent();
	const boxes =
		block.style !== "highlight"
			? ""
			: bend
				? bentHighlight(placed, block, bend, behind)
				: highlightPath(placed, block, region, behind);
	const reach = Math.max(
		block.style === "outline" ? OUTLINE_WIDTH * em : 0,
		(block.textStroke?.position === "outside" ? 2 : 1) * (block.textStroke?.width ?? 0),
	);
	const inkBox = grow(ink.box, reach);
	const paths = (parts: readonly ColoredPath[]) =>
		parts.map((part) => path(part.path, part.color, inkBox));
	const ground: PaintNode[] = paths(ink.backgrounds);
	if (boxes !== "" && block.highlight.a > 0)
		ground.unshift(path(boxes, block.highlight, behind.box));
	const under = isCovered(block, ink.fills);
	const strokes = block.textStroke
		? fillsOf(block.textStroke.paint, box, picturesOf("textStroke/paint"), inkBox)
		: [];
	const edges =
		strokes.length > 0 && lettersOverlap(placed) ? withOuterEdges(ink.fills, spend) : ink.fills;
	const letters: PaintNode[] = [
		...(block.style === "outline" ? ink.fills.map((part) => outlined(part, em, inkBox)) : []),
		...paths(ink.under),
		...(under ? stroked(edges, strokes, centred(block), inkBox) : []),
		...filled(ink.fills, fillsOfLetters(block, box, picturesOf, inkBox), block, inkBox),
		...(under ? [] : stroked(edges, strokes, block, inkBox)),
		...ink.emoji,
		...paths(ink.over),
	];
	const turn = {
		rotation: block.rotation,
		centerX: box.x + box.width / 2,
		centerY: box.y + box.height / 2,
	};
	const vector = (nodes: readonly PaintNode[], extent: Box): PaintNode[] =>
		nodes.length === 0 ? [] : [turned(nodes, turn, extent)];
	const spoken = (nodes: readonly PaintNode[], extent: Box): PaintNode[] =>
		nodes.length === 0
			? []
			: [{ ...turned(nodes, turn, extent), meaning: meaningOf(block, placed, bend) }];
	if (block.style !== "shadow") {
		behind.include(inkBox.x, inkBox.y, inkBox.x + inkBox.width, inkBox.y + inkBox.height);
		return spoken([...ground, ...letters], behind.box);
	}
	const shadow = textShadow(ink, em, grow(region, em));
	return [
		...vector(ground, inkBox),
		...(shadow ? vector([shadow], shadow.bounds) : []),
		...spoken(letters, inkBox),
	];
}

/** The fills of letters instead of their colour; empty if they keep it. */
const fillsOfLetters = (
	{ textFill }: SceneText,
	box: Box,
	picturesOf: (field: "textFill") => PictureOf,
	reach: Box,
): Fill[] =>
	textFill?.kind === "color"
		? [solid(textFill.color)]
		: textFill
			? fillsOf(textFill, box, picturesOf("textFill"), reach)
			: [];

/** Letters in their colours. Letters in the colour of the block get its fill instead. */
const filled = (
	parts: readonly ColoredPath[],
	fills: readonly Fill[],
	{ color }: SceneText,
	bounds: Box,
): PathNode[] =>
	parts.flatMap((part) =>
		fills.length > 0 && sameColor(part.color, color)
			? fills.map((fill) => lettered(part, fill, bounds))
			: [lettered(part, solid(part.color), bounds)],
	);

const lettered = ({ path: data, letters }: ColoredPath, fill: Fill, bounds: Box): PathNode => ({
	...path(data, fill, bounds),
	...(letters && { letters: () => letters }),
});

/**
 * Whether the letters cover the inner half of a stroke outside of them: then it is painted below
 * them, and no edge shows between the two.
 */
const isCovered = ({ textStroke, textFill }: SceneText, fills: readonly ColoredPath[]) =>
	textStroke?.position === "outside" &&
	(textFill === null || isOpaquePaint(textFill)) &&
	fills.every(({ color }) => color.a === 1);

/** A text whose stroke of double width is not cut. */
const centred = (block: SceneText): SceneText => ({
	...block,
	textStroke: block.textStroke && {
		...block.textStroke,
		width: 2 * block.textStroke.width,
		position: "center",
	},
});

/** The stroke along the outlines of letters, over their fill, as -webkit-text-stroke in CSS. */
function stroked(
	parts: readonly EdgedPath[],
	fills: readonly Fill[],
	{ textStroke }: SceneText,
	bounds: Box,
): PaintNode[] {
	if (textStroke === null || fills.length === 0) return [];
	const { width, position } = textStroke;
	// A line inside or outside is one of double width, half of which is not painted.
	const stroke = { width: position === "center" ? width : 2 * width, join: "round" } as const;
	const lines = fills.flatMap((paint) =>
		parts.map(
			({ path, edge }): PathNode => ({
				kind: "path",
				data: edge ?? path,
				fill: null,
				// Where an edge is interrupted, the next one goes on.
				stroke: { paint, ...stroke, ...(edge !== undefined && { cap: "round" }) },
				bounds,
			}),
		),
	);
	if (position === "center") return lines;
	const data = parts.map((part) => part.path).join("");
	if (position === "inside") return [{ kind: "group", children: lines, clip: { data }, bounds }];
	const [black, white] = [0, 255].map((level) => solid({ r: level, g: level, b: level, a: 1 }));
	const { x, y, width: across, height: down } = bounds;
	const everything = path(rectPath(x, y, x + across, y + down), white!, bounds);
	const node: PaintNode = {
		kind: "group",
		children: [everything, path(data, black!, bounds)],
		bounds,
	};
	return [{ kind: "group", children: lines, mask: { node, by: "luminance" }, bounds }];
}

/** The stroke around letters, most of which they cover. */
const outlined = (part: ColoredPath, em: number, bounds: Box): PathNode => ({
	kind: "path",
	data: part.path,
	fill: null,
	stroke: {
		paint: solid(outlineColor(part.color)),
		// Written in hundredths, like the letters beside it.
		width: Number(num(OUTLINE_WIDTH * em)),
		join: "round",
	},
	bounds,
});

/**
 * Black or white, whichever stands out more from the text: the contrast ratios
 * of WCAG 2 are equal at a relative luminance of 0.179.
 */
export function outlineColor(color: Rgba): Rgba {
	const level = relativeLuminance(color) > 0.179 ? 0 : 255;
	return { r: level, g: level, b: level, a: color.a };
}
