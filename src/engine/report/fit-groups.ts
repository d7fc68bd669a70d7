/** The font sizes of fit groups that one slide needs. */
import type { PlacedItem } from "../layers/lay-out.js";
import { placedText } from "../layers/paint-item.js";
import {
	hasLayers,
	type LayeredSlide,
	type LayerPrice,
	placeLayers,
} from "../layers/place-layers.js";
import {
	fitGroupKey,
	type GroupSizes,
	isDark,
	resolveScene,
	type SceneInput,
	type SceneText,
} from "../scene/scene.js";
import { fitGroupSizes } from "../svg/text/fit-group.js";
import type { FontLibrary } from "../text/fonts/library.js";

/** How often a text with `fit` is laid out, at different sizes. */
const FITTED = 3;

/**
 * Lays out a slide, and fits each text and each stack of a group separately into its box.
 * @returns the smallest size of each group
 * @throws ServiceError too_complex
 */
export function slideGroupSizes(
	job: SceneInput & LayeredSlide,
	fonts: FontLibrary,
	price: LayerPrice,
): GroupSizes {
	const texts: SceneText[] = [...resolveScene(job).texts];
	for (const { path, text, richText, emoji } of texts)
		price.spendText(path, FITTED * (text.length + richText.length + emoji.length));
	const scales = new Map<string, number>();
	if (hasLayers(job)) {
		const placed = placeLayers(job, isDark(job.slide), fonts, price);
		const { behind, across, layers, front } = placed;
		for (const items of [behind, across, [...placed.texts.values()], layers, front])
			texts.push(...placedTexts(items));
		for (const items of [behind, across, layers, front]) addScales(items, scales);
	}
	return Object.fromEntries([...fitGroupSizes(texts, fonts), ...scales]);
}

/** Adds the scale of each box with a group. */
function addScales(items: readonly PlacedItem[], scales: Map<string, number>): void {
	for (const { ref: item, children } of items) {
		if (!("children" in item)) continue;
		const { fit, layer } = item;
		if (fit && layer.fitGroup !== undefined) {
			const key = fitGroupKey("stack", layer.fitGroup);
			scales.set(key, Math.min(fit.contentScale, scales.get(key) ?? fit.contentScale));
		}
		addScales(children, scales);
	}
}

const placedTexts = (items: readonly PlacedItem[]): SceneText[] =>
	items.flatMap((placed) =>
		placed.ref.type === "text" ? [placedText(placed.ref, placed)] : placedTexts(placed.children),
	);
