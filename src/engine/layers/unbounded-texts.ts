/** Finds texts with `fit: shrink` that nothing limits, without layout, fonts or pictures. */
import type { Layer } from "../../contract/document/layers.js";
import type { CommonLayers, Slide } from "../../contract/render-request.js";
import { type Box, type TextSize, unboundedFits } from "../layout/index.js";
import { isPlainText } from "../scene/plain.js";
import { layerBox } from "./boxes.js";
import { textLayer } from "./slide-layers.js";

/** A text and the axes on which nothing limits it. */
export interface UnboundedText {
	/** JSON pointer of the text. */
	readonly path: string;
	readonly axes: readonly ("width" | "height")[];
}

/** @param path JSON pointer of the slide */
export function unboundedSlideTexts(slide: Slide, path: string): UnboundedText[] {
	const blocks = (slide.textBlocks ?? []).flatMap((block, i) =>
		block.fit === "shrink" && !isPlainText(block)
			? [boxAt(textLayer(block, 0), `${path}/textBlocks/${i}`)]
			: [],
	);
	return unbounded([...blocks, ...boxesAt(slide.layers ?? [], `${path}/layers`)]);
}

export const unboundedCommonTexts = ({ behind = [], front = [] }: CommonLayers): UnboundedText[] =>
	unbounded([...boxesAt(behind, "/common/behind"), ...boxesAt(front, "/common/front")]);

const unbounded = (boxes: readonly Box<string>[]): UnboundedText[] =>
	unboundedFits(boxes).map(({ ref, axes }) => ({ path: ref, axes }));

const boxesAt = (layers: readonly Layer[], path: string): Box<string>[] =>
	layers.some(shrinks) ? layers.map((layer, i) => boxAt(layer, `${path}/${i}`)) : [];

/** Whether a text of the layer has to fit its box. */
const shrinks = (layer: Layer): boolean =>
	layer.type === "text"
		? layer.fit === "shrink"
		: layer.type === "stack" && (layer.children?.some(shrinks) ?? false);

function boxAt(layer: Layer, path: string): Box<string> {
	const children = layer.type === "stack" ? (layer.children ?? []) : [];
	return layerBox<string, TextSize>(layer, path, {
		children: children.map((child, i) => boxAt(child, `${path}/children/${i}`)),
		// Nothing is measured, because the content of a text does not matter here.
		text: () => ({
			measure: () => ({ width: 0, height: 0, baseline: 0 }),
			minContent: () => 0,
			fitShrink: layer.type === "text" && layer.fit === "shrink",
		}),
	});
}
