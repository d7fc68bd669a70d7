/** Lays out the layers of a slide. */
import type { Box, LayoutNote, PlacedBox, Rect } from "../layout/index.js";
import { layOutBoxes } from "../layout/index.js";
import type { Size } from "../scene/geometry.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { boxOf } from "./boxes.js";
import type { LayerItem, TextItem } from "./layer.js";
import { type MeasuredSize, textMeasure } from "./measure-text.js";
import type { SlideLayers } from "./slide-layers.js";

/** An item with its position on the slide, export pixels. */
export type PlacedItem = PlacedBox<LayerItem, MeasuredSize>;

/** A note of the layout about a field of a layer. */
export interface IgnoredField {
	/** JSON pointer of the field. */
	readonly path: string;
	readonly reason: string;
}

export interface PlacedLayers {
	readonly behind: readonly PlacedItem[];
	/** Entries of the old lists, by their position in them. */
	readonly overlays: ReadonlyMap<number, PlacedItem>;
	readonly texts: ReadonlyMap<number, PlacedItem>;
	readonly layers: readonly PlacedItem[];
	readonly front: readonly PlacedItem[];
	readonly ignored: readonly IgnoredField[];
}

export interface LayersCanvas {
	readonly slide: Size;
	/** The part that the app leaves uncovered, pixels of the slide. */
	readonly safeArea: Rect;
}

export function layOutLayers(
	layers: SlideLayers,
	{ slide, safeArea }: LayersCanvas,
	fonts: FontLibrary,
): PlacedLayers {
	const ignored: IgnoredField[] = [];
	const measureOf = (item: TextItem) => textMeasure(item.text, fonts);
	const place = (items: readonly LayerItem[], rtl: boolean): readonly PlacedItem[] => {
		if (items.length === 0) return [];
		const boxes = items.map((item) => breakable(boxOf(item, measureOf)));
		const { boxes: placed, notes } = layOutBoxes({
			boxes,
			slide,
			safeArea,
			dir: rtl ? "rtl" : "ltr",
		});
		ignored.push(...notes.map(ignoredField));
		return placed;
	};
	const entries = (items: ReadonlyMap<number, LayerItem>) => {
		const placed = place([...items.values()], false);
		return new Map([...items.keys()].map((i, at) => [i, placed[at]!]));
	};
	return {
		behind: place(layers.behind, layers.rtl),
		overlays: entries(layers.overlays),
		texts: entries(layers.texts),
		layers: place(layers.layers, layers.rtl),
		front: place(layers.front, layers.rtl),
		ignored,
	};
}

/**
 * Outside of stacks, a text is at most as wide as the space that is left, and longer words are
 * broken, as in `textBlocks`. In stacks, a text is at least as wide as its longest word, as in CSS.
 */
const breakable = (box: Box<LayerItem, MeasuredSize>): Box<LayerItem, MeasuredSize> =>
	box.kind === "text" && box.ref.type === "text" && box.ref.text.overflowWrap !== "normal"
		? { ...box, text: { ...box.text, minContent: () => 0 } }
		: box;

const ignoredField = ({ ref, field, reason }: LayoutNote<LayerItem>): IgnoredField => ({
	path: `${ref.path}/${field}`,
	reason,
});
