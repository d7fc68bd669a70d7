/** Turns the placed layers of a slide into nodes of the paint tree. */
import type { PlacedItem, PlacedLayers } from "../layers/lay-out.js";
import { type PaintParts, paintItems } from "../layers/paint-item.js";
import { type LayerPicture, picturesOfItems } from "../layers/pictures.js";
import type { PaintNode } from "../paint/node.js";
import { scaledNodes } from "../paint/scaled.js";
import type { Size } from "../scene/geometry.js";
import { type OutputScale, outputOf } from "../scene/output-scale.js";
import { checkBuffers } from "./buffer-bytes.js";
import type { SlidePrice } from "./slide-price.js";

/** All top-level items of a slide, in the order of painting. */
export const itemsOf = ({
	behind,
	across,
	overlays,
	texts,
	layers,
	front,
}: PlacedLayers): readonly PlacedItem[] => [
	...behind,
	...across,
	...overlays.values(),
	...texts.values(),
	...layers,
	...front,
];

/** The pictures that the layers show. */
export const layerPictures = (
	placed: PlacedLayers,
	{ width, height }: Size,
	scale: OutputScale,
): LayerPicture[] => picturesOfItems(itemsOf(placed), { x: 0, y: 0, width, height }, scale);

/** The nodes of the layers by where they are painted. */
export interface LayerNodes {
	/** Then those across all slides. */
	readonly behind: readonly PaintNode[];
	/** By index in `imageOverlays` and `textBlocks`. */
	readonly overlays: ReadonlyMap<number, readonly PaintNode[]>;
	readonly texts: ReadonlyMap<number, readonly PaintNode[]>;
	/** The layers of the slide, then the common ones in front. */
	readonly above: readonly PaintNode[];
}

/**
 * @param slide pixels
 * @throws ServiceError too_complex, invalid_render_request
 */
export function paintLayers(
	placed: PlacedLayers,
	parts: PaintParts,
	slide: Size,
	price: SlidePrice,
	scale: OutputScale,
): LayerNodes {
	const viewport = { x: 0, y: 0, width: slide.width, height: slide.height };
	const image = outputOf(slide, scale);
	const paint = (items: readonly PlacedItem[]): PaintNode[] =>
		items.flatMap((item) => {
			const nodes = paintItems([item], parts, viewport);
			price.spendPaints(item.ref.path, nodes, slide);
			checkBuffers(item.ref.path, scaledNodes(nodes, scale), image, price);
			return nodes;
		});
	const entries = (items: ReadonlyMap<number, PlacedItem>) =>
		new Map([...items].map(([index, item]) => [index, paint([item])]));
	return {
		behind: [...paint(placed.behind), ...paint(placed.across)],
		overlays: entries(placed.overlays),
		texts: entries(placed.texts),
		above: [...paint(placed.layers), ...paint(placed.front)],
	};
}
