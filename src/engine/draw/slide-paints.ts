import type { PaintNode } from "../paint/node.js";
import { scrimPaints } from "../svg/scrim.js";
import { paintOrder } from "./paint-order.js";
import { paintLayers } from "./slide-layers.js";
import type { SlidePictures } from "./slide-pictures.js";
import type { Foreground, SlideWork } from "./slide-work.js";

/**
 * Everything on the background of a slide, in the order of painting.
 * @throws ServiceError too_complex, invalid_render_request
 */
export function slidePaints(
	{ scene, scale, placed, fonts, price, report }: SlideWork,
	pictures: SlidePictures,
	foreground: Foreground,
): PaintNode[] {
	const parts = {
		fonts,
		pictures: pictures.layers,
		scale: (scale.x + scale.y) / 2,
		onText: report.text,
		spend: price.spend.bind(price),
		hold: price.hold.bind(price),
	};
	return paintOrder({
		scrim: scrimPaints(scene),
		overlays: pictures.overlays,
		...foreground,
		layers: placed && paintLayers(placed, parts, scene, price, scale),
	});
}
