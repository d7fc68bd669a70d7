import { childrenOf, commonLayersOf } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import type { Paint } from "../../contract/document/paint.js";
import { type CanvasSize, MOST_PIXELS, outputSize } from "../../contract/platforms.js";
import type { CommonLayers, Slide } from "../../contract/render-request.js";

/** Maximum characters of a light slide: laying out and drawing them takes at most about 0.1 s. */
const MAX_CHARACTERS = 1_500;
/** Maximum layers of a light slide: a card with this number takes about 40 ms. */
const MAX_LAYERS = 30;

/** Whether a slide is certainly fast to draw: some text, a few plain layers, no remote picture. */
export function isLightSlide(slide: Slide, common?: CommonLayers | null): boolean {
	const { image, imageOverlays = [], textBlocks = [], layers = [], background } = slide;
	if (image != null || imageOverlays.length > 0 || isPicture(background)) return false;
	const all = flat([...commonLayersOf(common), ...layers]);
	if (all.length > MAX_LAYERS || !all.every(isLightLayer)) return false;
	let characters = 0;
	for (const { text = "", richText = "", emoji = "" } of [
		...textBlocks,
		...all.filter((layer) => layer.type === "text"),
	])
		characters += text.length + richText.length + emoji.length;
	return characters <= MAX_CHARACTERS;
}

/**
 * Whether an image has no more pixels than the largest platform.
 * @param canvas export pixels, and output pixels per one of them
 */
export function isLightCanvas({
	scale,
	...size
}: CanvasSize & { readonly scale: number }): boolean {
	const { width, height } = outputSize(size, scale);
	return width * height <= MOST_PIXELS;
}

const flat = (layers: readonly Layer[] = []): Layer[] =>
	layers.flatMap((layer) => [layer, ...flat(childrenOf(layer))]);

const isPicture = (paint: Paint | null | undefined) =>
	typeof paint === "object" && paint !== null && paint.type !== "linear" && paint.type !== "radial";

/**
 * Whether a layer is painted without a separate surface: no picture, shadow, blend mode or clip.
 */
function isLightLayer(layer: Layer): boolean {
	if (layer.type === "image" || layer.type === "barcode") return false;
	if (layer.shadow != null || layer.shadows?.length || layer.filter || layer.mask) return false;
	if (layer.backdropBlur || (layer.blendMode ?? "normal") !== "normal") return false;
	switch (layer.type) {
		case "shape":
			return (
				layer.shape !== "path" &&
				layer.stroke?.dash == null &&
				!isPicture(layer.fill) &&
				!layer.stroke?.paint
			);
		case "stack":
		case "grid":
			return layer.clip !== true && (layer.opacity ?? 1) === 1 && !isPicture(layer.background);
		case "text":
			return ![layer.background, layer.textFill, layer.textStroke?.paint].some(isPicture);
	}
}
