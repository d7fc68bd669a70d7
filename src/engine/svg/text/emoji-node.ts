/** An emoji as a node: its picture, with a light outline if it would not be visible. */
import { readBundledSvg } from "../../images/svg/bundled.js";
import type { SvgElement } from "../../images/svg/element.js";
import { nodesOfSvg } from "../../paint/from-svg.js";
import type { DrawingNode, PaintNode } from "../../paint/node.js";
import { type EmojiArt, emojiArt } from "../../text/emoji/emoji.js";
import { EMOJI_ADVANCE } from "../../text/layout/paragraph.js";
import { parseCssColor } from "../../text/rich/css-color.js";
import { relativeLuminance } from "../../text/rich/luminance.js";

/** The art of an emoji is 1 em square, and extends this far below the baseline, in em. */
const EMOJI_DESCENT = 0.137;
/**
 * If all colours of a picture are darker than this luminance, it was designed for white paper (the
 * check mark, the black heart). Dark greys have 0.02 to 0.05.
 */
const DARK_ART = 0.1;
/**
 * Width of the stroke below dark art, half of which is visible, in units of the art's canvas of 36.
 */
const RIM = { color: { r: 255, g: 255, b: 255, a: 1 }, width: 3 };

const dark = new Map<string, boolean>();

/** Whether no colour of a picture is lighter than dark grey. */
function isDark(key: string, { content }: EmojiArt): boolean {
	let known = dark.get(key);
	if (known === undefined) {
		const fills = [...fillsOf(readBundledSvg(content))];
		known =
			fills.length > 0 &&
			fills.every((fill) => {
				const color = parseCssColor(fill);
				return color ? relativeLuminance(color) < DARK_ART : fill === "none";
			});
		dark.set(key, known);
	}
	return known;
}

function* fillsOf(elements: readonly SvgElement[]): Generator<string> {
	for (const { attributes, children } of elements) {
		const fill = attributes.get("fill");
		if (fill !== undefined) yield fill;
		yield* fillsOf(children);
	}
}

/** Top left corner of the picture of an emoji, which is a square of 1 em. */
export const emojiPlace = (x: number, baseline: number, em: number) => ({
	x: x + ((EMOJI_ADVANCE - 1) / 2) * em,
	y: baseline - (1 - EMOJI_DESCENT) * em,
});

/** Cache of the outlines of emoji, for the pages of a PDF. */
const outlines = new Map<string, readonly PaintNode[]>();
const MAX_OUTLINES = 128;

/** @throws Error if the picture has something that no node can express */
function nodesOf(key: string): readonly PaintNode[] {
	let nodes = outlines.get(key);
	if (nodes === undefined) {
		nodes = nodesOfSvg({ elements: readBundledSvg(emojiArt(key).content) });
		if (nodes === undefined) throw new Error(`the emoji ${key} has no outlines`);
		if (outlines.size >= MAX_OUTLINES) outlines.clear();
		outlines.set(key, nodes);
	}
	return nodes;
}

/**
 * @param x left edge of the emoji's advance, pixels
 * @param em font size, pixels
 * @param darkGround the background is dark, or may be, so dark art gets a light outline
 */
export function emojiNode(
	key: string,
	x: number,
	baseline: number,
	em: number,
	darkGround: boolean,
): DrawingNode {
	const place = emojiPlace(x, baseline, em);
	const art = emojiArt(key);
	return {
		kind: "drawing",
		markup: art.content,
		nodes: () => nodesOf(key),
		...place,
		scale: em / art.size,
		...(darkGround && isDark(key, art) && { rim: RIM }),
		bounds: { ...place, width: em, height: em },
	};
}
