/** Converts laid-out lines to the paths and pictures that a text block draws. */

import { num } from "../../numbers.js";
import { turned } from "../../paint/build.js";
import type { DrawingNode, GroupNode, Letter } from "../../paint/node.js";
import { rectPath } from "../../paint/outlines.js";
import { type Box, Extent, grow } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import { glyphShape } from "../../text/layout/glyph-path.js";
import { drawnFragments, type Fragment } from "../../text/layout/line-layout.js";
import { NOTDEF } from "../../text/layout/shape.js";
import { addPath, type ColoredPath } from "./colored-path.js";
import type { RunStyle } from "./content.js";
import { decorationRects } from "./decoration.js";
import { emojiNode } from "./emoji-node.js";
import type { PlacedLine } from "./layout.js";
import type { TextMetrics } from "./line-height.js";
import { type Bend, bentPath, turnedPath } from "./on-path.js";

/** How far visible ink may extend beyond its em box, for tall marks and swashes. */
const INK_REACH = 1.5;
/** Slant of a synthetic italic, as in Skia. */
export const SYNTHETIC_SKEW = 0.25;

/** Everything that a block draws, in painting order. */
export interface Ink {
	readonly backgrounds: readonly ColoredPath[];
	/** Underlines, which are below the letters. */
	readonly under: readonly ColoredPath[];
	readonly fills: readonly ColoredPath[];
	/** Strikethroughs and marks on emoji, which are above the letters. */
	readonly over: readonly ColoredPath[];
	readonly emoji: readonly (DrawingNode | GroupNode)[];
	/** Contains all of it, before the rotation of the block. */
	readonly box: Box;
}

/**
 * The visible part of the placed lines.
 * @param region the part of the slide in which the block may be visible, before its rotation,
 * pixels
 */
export function collectInk(
	placed: readonly PlacedLine[],
	block: SceneText,
	metrics: TextMetrics,
	region: Box,
	bend?: Bend,
): Ink {
	if (bend !== undefined) return bentInk(placed, block, metrics, bend);
	const fills = new Map<string, ColoredPath>();
	const extent = new Extent();
	const em = block.fontSize;
	const emoji: DrawingNode[] = [];
	const marks = new Map<string, ColoredPath>();
	for (const { line, x, baseline } of placed) {
		for (const fragment of drawnFragments(line)) {
			const left = x + fragment.x;
			const { size } = fragment;
			if (!onRegion(left, fragment.width, region, Math.max(em, size))) continue;
			if (fragment.kind === "emoji") {
				const y = baseline - fragment.raise;
				emoji.push(emojiNode(fragment.emoji, left, y, size, block.darkGround));
				extent.include(left, y - size, left + fragment.width, y + size / 4);
			} else {
				const { path, letters } = inkOf(fragment, x, baseline, region, extent);
				const onEmoji = fragment.kind === "glyphs" && fragment.onEmoji === true;
				if (path !== "") addPath(onEmoji ? marks : fills, fragment.style.color, path, letters);
			}
		}
	}
	const rects = decorationRects(placed, metrics, block, grow(region, em), extent);
	const over = [...marks.values(), ...rects.over];
	return { ...rects, over, fills: [...fills.values()], emoji, box: extent.box };
}

/** A region that contains every part of a text. */
export const EVERYWHERE: Box = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };

/** The ink of a line along a path: letters are rotated, decorations bent. */
function bentInk(
	[straight]: readonly PlacedLine[],
	block: SceneText,
	metrics: TextMetrics,
	{ curve, start, pieces }: Bend,
): Ink {
	const extent = new Extent();
	const fills = new Map<string, ColoredPath>();
	const marks = new Map<string, ColoredPath>();
	const emoji: (DrawingNode | GroupNode)[] = [];
	for (const piece of pieces) {
		const { turn } = piece;
		for (const fragment of piece.line.fragments) {
			if (fragment.kind === "emoji") {
				const left = piece.x + fragment.x;
				const y = piece.baseline - fragment.raise;
				const node = emojiNode(fragment.emoji, left, y, fragment.size, block.darkGround);
				const whole = turned([node], turn, node.bounds);
				emoji.push(whole);
				const { x, y: top, width, height } = whole.bounds;
				extent.include(x, top, x + width, top + height);
				continue;
			}
			const { path } = inkOf(fragment, piece.x, piece.baseline, EVERYWHERE, new Extent());
			const onEmoji = fragment.kind === "glyphs" && fragment.onEmoji === true;
			if (path === "") continue;
			addPath(onEmoji ? marks : fills, fragment.style.color, turnedPath(path, turn, extent), null);
		}
	}
	const line = { ...straight!, x: start, top: 0, baseline: 0 };
	const rects = decorationRects([line], metrics, block, EVERYWHERE, new Extent());
	const bent = (parts: readonly ColoredPath[]) =>
		parts.map(({ color, path }) => ({ color, path: bentPath(path, curve, extent), letters: null }));
	const over = [...marks.values(), ...bent(rects.over)];
	return {
		backgrounds: bent(rects.backgrounds),
		under: bent(rects.under),
		over,
		fills: [...fills.values()],
		emoji,
		box: extent.box,
	};
}

/** Whether a vertical range, including ink that extends beyond it, overlaps a region. */
export const reaches = (top: number, bottom: number, y: number, height: number, em: number) =>
	bottom + INK_REACH * em > y && top - INK_REACH * em < y + height;

const onRegion = (x: number, width: number, region: Box, em: number) =>
	x + width + INK_REACH * em > region.x && x - INK_REACH * em < region.x + region.width;

/** The path of a fragment, and its letters; null if it contains a missing one. */
function inkOf(
	fragment: Exclude<Fragment<RunStyle>, { kind: "emoji" }>,
	lineX: number,
	baseline: number,
	region: Box,
	extent: Extent,
): { path: string; letters: Letter[] | null } {
	const em = fragment.size;
	if (fragment.kind === "missing") {
		const left = lineX + fragment.x;
		const y = baseline - fragment.raise;
		extent.include(left, y - em, left + fragment.width, y);
		return { path: missingBox(left, y, em), letters: null };
	}
	const scale = em / fragment.font.metrics.unitsPerEm;
	const skew = fragment.syntheticItalic ? SYNTHETIC_SKEW : 0;
	let path = "";
	const letters: Letter[] = [];
	let isWhole = true;
	for (const glyph of fragment.glyphs) {
		const x = lineX + glyph.x;
		const y = baseline + glyph.y;
		if (!onRegion(x, glyph.advance, region, em)) continue;
		if (!reaches(y - em, y, region.y, region.height, em)) continue;
		if (glyph.id === NOTDEF) {
			extent.include(x, y - em, x + em, y);
			path += missingBox(x, y, em);
			isWhole = false;
			continue;
		}
		const shape = glyphShape(fragment.font, glyph.id, scale, skew);
		const { outline, ink } = shape;
		if (outline === "") continue;
		const [left, top] = [num(x), num(y)];
		path += `M${left} ${top}${outline}`;
		letters.push({ x: Number(left), y: Number(top), shape });
		extent.include(x + ink.x, y + ink.y, x + ink.x + ink.width, y + ink.y + ink.height);
	}
	return { path, letters: isWhole ? letters : null };
}

/** The position of the box that replaces a character that no font has. */
export const missingPlace = (x: number, baseline: number, em: number) => ({
	left: x + 0.06 * em,
	top: baseline - 0.72 * em,
	right: x + 0.56 * em,
	bottom: baseline,
});

/** An upright empty box for a character that no font has. */
function missingBox(x: number, baseline: number, em: number): string {
	const { left, top, right } = missingPlace(x, baseline, em);
	const stroke = 0.05 * em;
	// The inner rectangle runs in the opposite direction, so that it stays empty.
	return (
		rectPath(left, top, right, baseline) +
		`M${num(left + stroke)} ${num(top + stroke)}V${num(baseline - stroke)}` +
		`H${num(right - stroke)}V${num(top + stroke)}z`
	);
}
