/** Finds what must fit a box that nothing limits, without layout, fonts or pictures. */
import { childrenOf, commonLists } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import type { CommonLayers, Slide, TextBlock } from "../../contract/render-request.js";
import { type Box, type StackBox, type TextSize, unboundedFits } from "../layout/index.js";
import { isPlainText } from "../scene/plain.js";
import { layerBox } from "./boxes.js";
import { textLayer } from "./slide-layers.js";

/** A field that needs a limited box, and the axes on which nothing limits it. */
export interface UnboundedText {
	/** JSON pointer of the field. */
	readonly path: string;
	readonly axes: readonly ("width" | "height")[];
}

/** @param path JSON pointer of the slide */
export function unboundedSlideTexts(slide: Slide, path: string): UnboundedText[] {
	const blocks = (slide.textBlocks ?? []).flatMap((block, i) =>
		followed(block) !== undefined && !isPlainText(block)
			? [boxAt(textLayer(block, 0), `${path}/textBlocks/${i}`)]
			: [],
	);
	return unbounded([...blocks, ...boxesAt(slide.layers ?? [], `${path}/layers`)]);
}

export const unboundedCommonTexts = (common: CommonLayers): UnboundedText[] =>
	unbounded(commonLists(common).flatMap(([path, layers]) => boxesAt(layers, path)));

const unbounded = (boxes: readonly Box<string>[]): UnboundedText[] =>
	unboundedFits(boxes).map(({ ref, axes }) => ({ path: ref, axes }));

/** What follows the box of a text, and the field that says so. */
function followed({ fit = "none", cutToHeight }: TextBlock) {
	if (fit !== "none") return { field: "fit", follows: "letters" } as const;
	return cutToHeight ? ({ field: "cutToHeight", follows: "lines" } as const) : undefined;
}

const boxesAt = (layers: readonly Layer[], path: string): Box<string>[] =>
	layers.some(follows) ? layers.map((layer, i) => boxAt(layer, `${path}/${i}`)) : [];

/** Whether a text of the layer has to fit its box. */
const follows = (layer: Layer): boolean =>
	layer.type === "text"
		? followed(layer) !== undefined
		: fitsContent(layer) || childrenOf(layer).some(follows);

const fitsContent = (layer: Layer): boolean =>
	(layer.type === "stack" || layer.type === "grid") && (layer.fit ?? "none") !== "none";

function boxAt(layer: Layer, path: string): Box<string> {
	const own = layer.type === "text" ? followed(layer) : undefined;
	if (fitsContent(layer)) {
		const box = plainBox(layer, `${path}/fit`, path, undefined) as StackBox<string>;
		return { ...box, fit: { scales: [1], tolerance: 0, at: () => box } };
	}
	return plainBox(layer, own === undefined ? path : `${path}/${own.field}`, path, own?.follows);
}

/** @param ref name of the box; path JSON pointer of the layer */
function plainBox(
	layer: Layer,
	ref: string,
	path: string,
	follows: "letters" | "lines" | undefined,
): Box<string> {
	return layerBox<string, TextSize>(layer, ref, {
		children: childrenOf(layer).map((child, i) => boxAt(child, `${path}/children/${i}`)),
		// Nothing is measured, because the content of a text does not matter here.
		text: () => ({
			measure: () => ({ width: 0, height: 0, baseline: 0, lastBaseline: 0 }),
			minContent: () => 0,
			follows,
		}),
	});
}
