/** Lays out the layers of one slide. */
import { canvasSize, type SizedCanvas } from "../../contract/platforms.js";
import type { CommonLayers, Slide } from "../../contract/render-request.js";
import { safeArea } from "../../contract/safe-areas.js";
import type { Size } from "../scene/geometry.js";
import { isPlainOverlay, isPlainText } from "../scene/plain.js";
import type { GroupSizes } from "../scene/scene.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { refuseFarBoxes } from "./far-boxes.js";
import { layOutLayers, type Panorama, type PlacedLayers } from "./lay-out.js";
import type { LayerItem } from "./layer.js";
import { slideLayers } from "./slide-layers.js";

/** What layers need to know about their slide and document. */
export interface LayeredSlide extends SizedCanvas {
	readonly slide: Slide;
	readonly common?: CommonLayers;
	/** 0-based position among all slides of the request. */
	readonly slideIndex: number;
	/** Position among the slides that are not left out; default: `slideIndex`. */
	readonly position?: number;
	/** Number of those slides. */
	readonly slideCount: number;
	/** `common.across` begins on the right. Default: false. */
	readonly acrossRtl?: boolean;
	/** Font family of texts without one; default: the built-in one. */
	readonly font?: string;
	/** Sizes of the groups of texts that fit together, pixels. */
	readonly fitSizes?: GroupSizes;
}

/** Adds up the prices of layers, and throws if the sum is too high. */
export interface LayerPrice {
	spend(path: string, nanoseconds: number): void;
	spendText(path: string, characters: number): void;
}

/** Whether the slide has anything to lay out. */
export const hasLayers = ({ slide, common }: LayeredSlide): boolean =>
	slide.layers !== undefined ||
	common !== undefined ||
	(slide.textBlocks?.some((block) => !isPlainText(block)) ?? false) ||
	(slide.imageOverlays?.some((overlay) => !isPlainOverlay(overlay)) ?? false);

/** Laying out a layer, including repeated layout in stacks. Nanoseconds. */
const LAYER = 60_000;
/** How often a text is laid out: it is measured at a few widths before its final layout. */
const MEASURED = 3;

/** At how many scales the content of a stack with `fit` is laid out. */
const FITTED = 8;

/**
 * @param dark whether the background of the layers is dark, or may be
 * @throws ServiceError too_complex, invalid_render_request if a box is too far off the slide
 */
export function placeLayers(
	job: LayeredSlide,
	dark: boolean,
	fonts: FontLibrary,
	price?: LayerPrice,
): PlacedLayers {
	const { slide, common, slideIndex, slideCount, platform, font, fitSizes = {} } = job;
	const { width, height } = canvasSize(job);
	const acrossRtl = job.acrossRtl ?? false;
	const asked = { slide, common, slideIndex, slideCount, acrossRtl };
	const layers = slideLayers({ ...asked, width, height, font, fitSizes, dark });
	const { behind, across, overlays, texts, front } = layers;
	const own = [...overlays.values(), ...texts.values(), ...layers.layers];
	const all = [...behind, ...across, ...own, ...front];
	if (price) for (const item of all) spendItem(item, price);
	const canvas = {
		slide: { width, height },
		safeArea: safeArea(platform, width, height),
		panorama: panoramaOf(job, { width, height }),
	};
	const placed = layOutLayers(layers, canvas, fonts);
	for (const items of [
		placed.behind,
		placed.across,
		placed.overlays.values(),
		placed.texts.values(),
		placed.layers,
		placed.front,
	])
		refuseFarBoxes(items, canvas.slide);
	return placed;
}

/** The canvas of all slides together, pixels of a slide. */
export function panoramaOf(
	{ slideIndex, position = slideIndex, slideCount, acrossRtl = false }: LayeredSlide,
	{ width, height }: Size,
): Panorama {
	const before = acrossRtl ? slideCount - 1 - position : position;
	const x = before === 0 ? 0 : -before * width;
	return { x, y: 0, width: slideCount * width, height, rtl: acrossRtl };
}

/** @param layouts how often it is laid out */
function spendItem(item: LayerItem, price: LayerPrice, layouts = 1): void {
	price.spend(item.path, layouts * LAYER);
	if (item.type === "text") {
		const { text, richText, emoji } = item.text;
		const characters = text.length + richText.length + emoji.length;
		price.spendText(item.path, layouts * MEASURED * characters);
	} else if ("children" in item) {
		const scales = item.fit?.scales.length ?? 1;
		const inside = scales > 1 ? layouts * FITTED : layouts;
		for (const child of item.children) spendItem(child, price, inside);
	}
}
