import type { Layer } from "./layers.js";
import type { CommonLayers } from "./slide.js";

/** The layers inside a layer. */
export const childrenOf = (layer: Layer): Layer[] =>
	layer.type === "stack" || layer.type === "grid" ? (layer.children ?? []) : [];

/** The lists of common layers in painting order; the slide's own content is painted before `front`. */
export const COMMON_LISTS = ["behind", "across", "front"] as const;

/** The lists of common layers with their JSON pointers, in painting order. */
export const commonLists = (
	common: CommonLayers | null | undefined,
): (readonly [path: string, layers: readonly Layer[]])[] =>
	COMMON_LISTS.map((list) => [`/common/${list}`, common?.[list] ?? []]);

/** The layers of all lists. */
export const commonLayersOf = (common: CommonLayers | null | undefined): Layer[] =>
	commonLists(common).flatMap(([, layers]) => layers);
