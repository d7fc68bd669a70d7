import { setImmediate as nextTurn } from "node:timers/promises";
import type { PlacedItem } from "../layers/lay-out.js";
import { type LaidOutText, paintTexts } from "../layers/paint-item.js";
import type { PaintNode } from "../paint/node.js";
import { scrimPaints } from "../svg/scrim.js";
import { paintOrder } from "./paint-order.js";
import { itemsOf, paintLayers } from "./slide-layers.js";
import type { SlidePictures } from "./slide-pictures.js";
import type { Foreground, LaidOutSlide, SlideWork, TextsAhead } from "./slide-work.js";

/** What painting layers needs, except for the pictures. */
const partsOf = ({ fonts, scale, report, price }: LaidOutSlide) => ({
	fonts,
	scale: (scale.x + scale.y) / 2,
	onText: report.text,
	spend: price.spend.bind(price),
	hold: price.hold.bind(price),
});

/**
 * Lays out the texts of the layers while the header of the first picture is read and while pictures
 * are decoded: waiting for the header first takes a millisecond. They are reported in this order,
 * after those of `textBlocks`.
 * @throws ServiceError too_complex
 */
export async function paintTextsAhead(work: SlideWork): Promise<TextsAhead> {
	let decodes = false;
	work.decoding.then(() => {
		decodes = true;
	});
	const texts = new Map<PlacedItem, LaidOutText>();
	const { width, height } = work.scene;
	const viewport = { x: 0, y: 0, width, height };
	const parts = { ...partsOf(work), pictures: new Map() };
	for (const item of work.placed ? itemsOf(work.placed) : []) {
		// When the header is read, this thread must start the decoder.
		if (!decodes) await nextTurn();
		paintTexts([item], parts, viewport, texts);
	}
	await work.decoding;
	return texts;
}

/**
 * Everything on the background of a slide, in the order of painting.
 * @throws ServiceError too_complex, invalid_render_request
 */
export function slidePaints(
	work: SlideWork,
	pictures: SlidePictures,
	texts: TextsAhead,
	foreground: Foreground,
): PaintNode[] {
	const { scene, scale, placed, price } = work;
	const links = work.job.format === "svg" || work.job.format === "pdf";
	const parts = { ...partsOf(work), pictures: pictures.layers, texts, links };
	return paintOrder({
		scrim: scrimPaints(scene),
		overlays: pictures.overlays,
		...foreground,
		layers: placed && paintLayers(placed, parts, scene, price, scale),
	});
}
