import type { Layer } from "./layers.js";

/** The layers inside a layer. */
export const childrenOf = (layer: Layer): Layer[] =>
	layer.type === "stack" || layer.type === "grid" ? (layer.children ?? []) : [];
