/** The alternative text of a slide. */
import type { Layer } from "../../contract/document/layers.js";
import { LIMITS } from "../../contract/limits.js";
import { canvasSize, type SizedCanvas } from "../../contract/platforms.js";
import type { CommonLayers, Slide, TextBlock } from "../../contract/render-request.js";
import { canvasShape, isLeftOut, isOmitted } from "../scene/omitted.js";
import { cleanText, parseRichText } from "../text/rich/rich-text.js";
import { graphemes } from "../text/unicode/graphemes.js";

/** What is said of a slide. */
export interface DescribedSlide extends SizedCanvas {
	readonly slide: Slide;
	readonly common?: CommonLayers;
}

/** `slide.alt`, or the slide's text in the order of the document, a line for each text. */
export function slideAlt({ slide, common, ...canvas }: DescribedSlide): string {
	if (slide.alt !== undefined && slide.alt.trim() !== "") return slide.alt;
	const { width, height } = canvasSize(canvas);
	const shape = canvasShape(width, height);
	const texts: string[] = [];
	const inLayers = (layers: readonly Layer[]) => {
		for (const layer of layers) {
			if (isOmitted(layer, shape)) continue;
			if (layer.type === "text") texts.push(plainText(layer));
			else if (layer.type === "stack") inLayers(layer.children ?? []);
		}
	};
	inLayers(common?.behind ?? []);
	for (const block of slide.textBlocks ?? [])
		if (!isLeftOut(block, shape)) texts.push(plainText(block));
	inLayers(slide.layers ?? []);
	inLayers(common?.front ?? []);
	return cut(texts.filter((text) => text !== "").join("\n"));
}

/** What a text says, without its markup. */
function plainText({ emoji = "", text = "", richText = "" }: TextBlock): string {
	const rich =
		richText === ""
			? ""
			: parseRichText(richText)
					.map((run) => run.text)
					.join("");
	const said = rich.trim() === "" ? cleanText(text) : rich;
	return `${cleanText(emoji).trim()} ${said}`.replace(/[^\S\n]+/g, " ").trim();
}

/** @returns as many graphemes as an alternative text may have */
function cut(text: string): string {
	if (text.length <= LIMITS.maxAltLength) return text;
	const last = graphemes(text)[LIMITS.maxAltLength - 1];
	return last === undefined ? text : text.slice(0, last.end);
}
