import type { PaintNode } from "../paint/node.js";
import type { LayerNodes } from "./slide-layers.js";

/** The nodes of an entry of `imageOverlays` or `textBlocks`, with its index there. */
export interface EntryNodes {
	readonly index: number;
	readonly nodes: readonly PaintNode[];
}

/** Everything painted on the background, before it is sorted. */
export interface SlideParts {
	/** Over the background image. */
	readonly scrim: readonly PaintNode[];
	readonly overlays: readonly EntryNodes[];
	readonly texts: readonly EntryNodes[];
	readonly stepper: readonly PaintNode[];
	/** null if the slide has no layers. */
	readonly layers: LayerNodes | null;
}

/** Everything on the background of a slide, in the order of painting. */
export function paintOrder({ scrim, overlays, texts, stepper, layers }: SlideParts): PaintNode[] {
	if (layers === null) return [...scrim, ...inOrder(overlays), ...inOrder(texts), ...stepper];
	return [
		...scrim,
		...layers.behind,
		...inOrder([...overlays, ...entriesOf(layers.overlays)]),
		...inOrder([...texts, ...entriesOf(layers.texts)]),
		...layers.above,
		...stepper,
	];
}

const entriesOf = (nodes: ReadonlyMap<number, readonly PaintNode[]>): EntryNodes[] =>
	[...nodes].map(([index, own]) => ({ index, nodes: own }));

const inOrder = (entries: readonly EntryNodes[]): PaintNode[] =>
	[...entries].sort((a, b) => a.index - b.index).flatMap(({ nodes }) => nodes);
