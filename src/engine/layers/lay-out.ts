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
	/** The layers of the panorama that reach this slide, or no slide at all. */
	readonly across: readonly PlacedItem[];
	/** Entries of the old lists, by their position in them. */
	readonly overlays: ReadonlyMap<number, PlacedItem>;
	readonly texts: ReadonlyMap<number, PlacedItem>;
	readonly layers: readonly PlacedItem[];
	readonly front: readonly PlacedItem[];
	readonly ignored: readonly IgnoredField[];
}

/** The canvas of all slides together, pixels of this slide. */
export interface Panorama extends Rect {
	readonly rtl: boolean;
}

export interface LayersCanvas {
	readonly slide: Size;
	readonly panorama: Panorama;
	/** The part that the app leaves uncovered, pixels of the slide. */
	readonly safeArea: Rect;
}

export function layOutLayers(
	layers: SlideLayers,
	{ slide, safeArea, panorama }: LayersCanvas,
	fonts: FontLibrary,
): PlacedLayers {
	const ignored: IgnoredField[] = [];
	const measureOf = (item: TextItem) => textMeasure(item.text, fonts);
	const place = (
		items: readonly LayerItem[],
		rtl: boolean,
		canvas: Pick<LayersCanvas, "slide" | "safeArea"> = { slide, safeArea },
	): readonly PlacedItem[] => {
		if (items.length === 0) return [];
		const boxes = items.map((item) => breakable(boxOf(item, measureOf)));
		const { boxes: placed, notes } = layOutBoxes({
			boxes,
			...canvas,
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
		across: place(layers.across, panorama.rtl, {
			slide: { width: panorama.width, height: panorama.height },
			safeArea: { ...safeArea, width: safeArea.width + panorama.width - slide.width },
		})
			.map((item) => moved(item, panorama.x))
			.filter((item) => reaches(item, { x: 0, y: 0, ...slide }) || !reaches(item, panorama, 0)),
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

const moved = (item: PlacedItem, by: number): PlacedItem => ({
	...item,
	x: item.x + by,
	content: { ...item.content, x: item.content.x + by },
	children: item.children.map((child) => moved(child, by)),
});

/** How far shadows, blurs and strokes may reach beyond a box, export pixels. */
const REACH = 1_000;

/** Whether an item may paint on an area, however it is rotated. */
export function reaches(item: PlacedItem, area: Rect, beyond = REACH): boolean {
	const { x, y, width, height, children } = item;
	const turn = beyond === 0 ? 0 : Math.hypot(width, height) / 2;
	const far = beyond + turn;
	return (
		(x - far < area.x + area.width &&
			x + width + far > area.x &&
			y - far < area.y + area.height &&
			y + height + far > area.y) ||
		children.some((child) => reaches(child, area, beyond))
	);
}

const ignoredField = ({ ref, field, reason }: LayoutNote<LayerItem>): IgnoredField => ({
	path: `${ref.path}/${field}`,
	reason,
});
