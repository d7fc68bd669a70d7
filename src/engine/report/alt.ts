/** The alternative text of a slide. */

import { canvasShape } from "../../base/canvas-shape.js";
import { childrenOf } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import { LIMITS } from "../../contract/limits.js";
import { canvasSize, type SizedCanvas } from "../../contract/platforms.js";
import type { CommonLayers, Slide } from "../../contract/render-request.js";
import { isLeftOut, isOmitted } from "../scene/omitted.js";
import { plainText } from "../text/rich/plain-text.js";
import { graphemes } from "../text/unicode/graphemes.js";

/** The parts of a slide that have text. */
export interface DescribedSlide extends SizedCanvas {
	readonly slide: Slide;
	readonly common?: CommonLayers;
}

/** `slide.alt`, or the slide's text in the order of the document, a line for each text. */
export function slideAlt(described: DescribedSlide, isSeen?: IsSeen): string {
	const { alt = "" } = described.slide;
	return alt.trim() === "" ? slideText(described, isSeen) : alt;
}

/** `slide.alt` if it differs from the slide's text; otherwise "". */
export function ownAlt(described: DescribedSlide, isSeen?: IsSeen): string {
	const { alt = "" } = described.slide;
	return alt.trim() === "" || alt.trim() === slideText(described, isSeen) ? "" : alt;
}

/** Whether a layer across all slides is on this one. @param path JSON pointer */
type IsSeen = (path: string) => boolean;

function slideText(
	{ slide, common, ...canvas }: DescribedSlide,
	isSeen: IsSeen = () => true,
): string {
	const { width, height } = canvasSize(canvas);
	const shape = canvasShape(width, height);
	const texts: string[] = [];
	const inLayers = (layers: readonly Layer[], path = "") => {
		for (const [i, layer] of layers.entries()) {
			const at = `${path}/${i}`;
			if (layer.decorative || isOmitted(layer, shape)) continue;
			if (layer.type !== "text") inLayers(childrenOf(layer), `${at}/children`);
			else if (isSeen(at)) texts.push(plainText(layer));
		}
	};
	inLayers(common?.behind ?? []);
	inLayers(common?.across ?? [], "/common/across");
	for (const block of slide.textBlocks ?? [])
		if (!isLeftOut(block, shape)) texts.push(plainText(block));
	inLayers(slide.layers ?? []);
	inLayers(common?.front ?? []);
	return cut(texts.filter((text) => text !== "").join("\n"));
}

/**
 * Maximum number of UTF-16 units of a grapheme. Most have one or two, a family emoji has sixteen, a
 * hostile one thousands, for which the search for its end would take quadratic time.
 */
const UNITS = [2, 16];

/** @returns the text, limited to the graphemes that an alternative text may have */
function cut(text: string): string {
	const most = LIMITS.maxAltLength;
	if (text.length <= most) return text;
	let end = 0;
	for (const units of UNITS) {
		const clusters = graphemes(text.slice(0, most * units));
		end = (clusters[most - 1] ?? clusters.at(-1)!).end;
		if (clusters.length > most) break;
	}
	return text.slice(0, end);
}
