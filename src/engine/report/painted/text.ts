/** Texts in the form that the checks use. */
import type { TextItem } from "../../layers/layer.js";
import { paintOf } from "../../layers/resolve.js";
import type { Box } from "../../scene/geometry.js";
import { Extent, isEmpty, type Turn, turnedBounds, union } from "../../scene/geometry.js";
import type { SceneText } from "../../scene/scene.js";
import { emojiPlace } from "../../svg/text/emoji-node.js";
import { missingPlace, SYNTHETIC_SKEW } from "../../svg/text/ink.js";
import type { PlacedLine, TextLayout } from "../../svg/text/layout.js";
import type { Piece } from "../../svg/text/on-path.js";
import { glyphExtents } from "../../text/layout/glyph-extent.js";
import { NOTDEF } from "../../text/layout/shape.js";
import type { PaintedLine, PaintedText } from "./painted.js";
import { boundsOfPoints, quadOf, unturnedPoint } from "./quad.js";
import { paintAt } from "./surfaces.js";

/**
 * Average opacity of black behind letters of style `shadow`. Measured: 0.33 to 0.36 for weight 600,
 * Latin and Han, at 14 to 100 preview pixels.
 */
const STYLE_SHADE = 0.35;
/**
 * Share of the opacity of a layer's shadow behind a stem. It is an estimate, because it depends on
 * the blur.
 */
const LAYER_SHADE = 0.6;

/** The surroundings of a text. */
export interface TextSurroundings {
	/** Rotations of the layer and of the stacks around it, the innermost first. */
	readonly turns: readonly Turn[];
	readonly opacity: number;
	readonly asked: SceneText;
	/** The layer; undefined for an entry of `textBlocks` without layout. */
	readonly item?: TextItem;
	/** Box of the fill of its letters. */
	readonly content?: Box;
}

/** @returns undefined for a text without ink */
export function paintedText(
	layout: TextLayout,
	{ turns: around, opacity, asked, item, content }: TextSurroundings,
): PaintedText | undefined {
	const { block, box } = layout;
	const own = {
		rotation: box.rotation,
		centerX: box.x + box.width / 2,
		centerY: box.y + box.height / 2,
	};
	const turns = box.rotation === 0 ? around : [own, ...around];
	const lines = (layout.bend?.pieces ?? layout.lines).flatMap((line): PaintedLine[] => {
		const ink = lineInk(line, block.fontSize);
		if (isEmpty(ink)) return [];
		const all = "turn" in line ? [(line as Piece).turn, ...turns] : turns;
		const quad = quadOf(ink, all);
		return [{ quad, bounds: all.length === 0 ? ink : boundsOfPoints(quad) }];
	});
	if (lines.length === 0) return undefined;
	const { textFill, textStroke } = item?.layer ?? {};
	const fill = textFill === undefined ? undefined : paintAt(paintOf(textFill), content ?? box);
	return {
		kind: "text",
		path: block.path,
		layout,
		asked,
		bounds: lines.map(({ bounds }) => bounds).reduce(union),
		lines,
		turns,
		opacity: opacity * (fill ? 1 : block.color.a),
		fillAt: fill && ((x, y) => fill(...unturnedPoint(x, y, turns))),
		stroked: block.style === "outline" || (textStroke?.width ?? 0) > 0,
		shade: shadeOf(block, item),
		list: block.path.replace(/\/\d+$/, ""),
	};
}

function shadeOf(block: SceneText, item: TextItem | undefined) {
	if (block.style === "shadow") return { r: 0, g: 0, b: 0, a: STYLE_SHADE };
	const { shadows = [], background, border } = item?.look ?? {};
	const [shadow] = shadows;
	if (!shadow || background || border) return null;
	const far = Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) > block.fontSize / 8 + shadow.blur;
	return far ? null : { ...shadow.color, a: shadow.color.a * LAYER_SHADE };
}

/** The ink of a line before any rotation; its size is 0 if there is none. */
function lineInk({ line, x, baseline }: PlacedLine, em: number): Box {
	const extent = new Extent();
	for (const fragment of line.fragments) {
		const left = x + fragment.x;
		if (fragment.kind === "emoji") {
			const place = emojiPlace(left, baseline, em);
			extent.include(place.x, place.y, place.x + em, place.y + em);
		} else if (fragment.kind === "missing") {
			const place = missingPlace(left, baseline, em);
			extent.include(place.left, place.top, place.right, place.bottom);
		} else {
			eachGlyphBox(fragment, x, baseline, em, (from, top, right, bottom) =>
				extent.include(from, top, right, bottom),
			);
		}
	}
	return extent.box;
}

type GlyphFragment = Extract<PlacedLine["line"]["fragments"][number], { kind: "glyphs" }>;

/**
 * The ink of the glyphs of a fragment, before any rotation.
 * @param lineX left edge of the line
 * @param take called with the edges of each glyph, and the offset of its first character in its
 * paragraph
 */
export function eachGlyphBox(
	{ font, glyphs, syntheticItalic }: GlyphFragment,
	lineX: number,
	baseline: number,
	em: number,
	take: (left: number, top: number, right: number, bottom: number, cluster: number) => void,
): void {
	const extentOf = glyphExtents(font, syntheticItalic ? SYNTHETIC_SKEW : 0, 0);
	const scale = em / font.metrics.unitsPerEm;
	for (const { id, x, y, cluster } of glyphs) {
		if (id === NOTDEF) {
			const { left, top, right, bottom } = missingPlace(lineX + x, baseline + y, em);
			take(left, top, right, bottom, cluster);
			continue;
		}
		const extent = extentOf(id);
		if (extent === undefined) continue;
		take(
			lineX + x + extent.left * scale,
			baseline + y + extent.top * scale,
			lineX + x + extent.right * scale,
			baseline + y + extent.bottom * scale,
			cluster,
		);
	}
}

export type Style = GlyphFragment["style"];

/** A letter with ink, before any rotation. Pixels. */
export interface Letter {
	readonly style: Style;
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
	/** Its line. */
	readonly line: PlacedLine;
	/** Offset of its first character in the text of its paragraph. */
	readonly cluster: number;
}

/** The upright box around a letter on a path. */
function around({ left, top, right, bottom }: Omit<Letter, "style">, { turn }: Piece) {
	const box = { x: left, y: top, width: right - left, height: bottom - top };
	const { x, y, width, height } = turnedBounds(box, turn);
	return { left: x, top: y, right: x + width, bottom: y + height };
}

/** All letters of a text, without emoji, which have their own colours. */
export function lettersOf({ block, lines, bend }: TextLayout): Letter[] {
	const letters: Letter[] = [];
	for (const line of bend?.pieces ?? lines) {
		for (const fragment of line.line.fragments) {
			if (fragment.kind !== "glyphs") continue;
			const { style } = fragment;
			const take = (left: number, top: number, right: number, bottom: number, cluster: number) => {
				const upright = { style, left, top, right, bottom, line, cluster };
				letters.push("turn" in line ? { ...upright, ...around(upright, line as Piece) } : upright);
			};
			eachGlyphBox(fragment, line.x, line.baseline, block.fontSize, take);
		}
	}
	return letters;
}
