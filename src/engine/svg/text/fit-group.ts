/** Texts that shrink to the same size. */
import { fitGroupKey, type SceneText } from "../../scene/scene.js";
import type { FontLibrary } from "../../text/fonts/library.js";
import { textContent } from "./content.js";
import { fittingSize } from "./fit.js";
import { withoutInset } from "./highlight-inset.js";
import { settingOf } from "./layout.js";

/**
 * The font sizes of the fit groups: the smallest size that one of their texts needs. Each text is
 * fitted once.
 * @param texts those that do not shrink or have no group are ignored
 * @returns pixels, by `fitGroupKey`
 */
export function fitGroupSizes(
	texts: readonly SceneText[],
	fonts: FontLibrary,
): Map<string, number> {
	const sizes = new Map<string, number>();
	for (const text of texts) {
		const { fitGroup, minFontSize } = text;
		if (fitGroup === null || minFontSize === null) continue;
		const content = textContent(text, (name) => fonts.hasFamily(name));
		if (content.runs.length === 0) continue;
		const asked = withoutInset({ ...text, groupSize: null });
		const size = fittingSize(content, asked, settingOf(asked, fonts));
		const key = fitGroupKey("text", fitGroup);
		sizes.set(key, Math.min(size, sizes.get(key) ?? size));
	}
	return sizes;
}
