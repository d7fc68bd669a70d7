/** A text block becomes paints: backgrounds, shadow, outline, letters. */
import { type Box, Extent, grow, turnedBounds, visibleRegion } from "../../scene/geometry.js";
import type { Rgba } from "../../text/rich/css-color.js";
import { relativeLuminance } from "../../text/rich/luminance.js";
import { num, paint, rotation } from "../markup.js";
import type { Paint, VectorPaint } from "../paint.js";
import { highlightPath } from "./highlight.js";
import { collectInk, reaches } from "./ink.js";
import type { TextLayout } from "./layout.js";
import { textShadow } from "./shadow.js";

/** Width of the outline's stroke, in em. */
export const OUTLINE_WIDTH = 0.08;

/** Draws a text block that is laid out; nothing when nothing of it is on the slide. */
export function textPaints({ block, box, metrics, lines }: TextLayout, slide: Box): Paint[] {
	const em = block.fontSize;
	const region = visibleRegion(box, slide);
	const placed = lines.filter(({ top }) =>
		reaches(top, top + block.lineHeight * em, region.y, region.height, em),
	);
	if (placed.length === 0) return [];

	const ink = collectInk(placed, block, metrics, region);
	const behind = new Extent();
	const boxes = block.style === "highlight" ? highlightPath(placed, block, region, behind) : "";
	let ground = boxes === "" || block.highlight.a === 0 ? "" : pathMarkup(boxes, block.highlight);
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

/**
 * Black or white, whichever stands out more from the text: the contrast ratios
 * of WCAG 2 are equal at a relative luminance of 0.179.
 */
export function outlineColor(color: Rgba): Rgba {
	const level = relativeLuminance(color) > 0.179 ? 0 : 255;
	return { r: level, g: level, b: level, a: color.a };
}
