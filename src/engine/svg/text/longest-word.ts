import type { SceneText } from "../../scene/scene.js";
import type { FontLibrary } from "../../text/fonts/library.js";
import { prepareText } from "../../text/layout/typeset.js";
import { widestPart } from "../../text/layout/widest-part.js";
import { textContent } from "./content.js";
import { insetOf } from "./highlight-inset.js";
import { layOutText, settingOf } from "./layout.js";

/**
 * Width of the longest part of a text without a line break opportunity; Infinity for a text that
 * does not wrap. Pixels.
 */
export function longestWord(text: SceneText, fonts: FontLibrary): number {
	if (text.onPath !== null) return layOutText(text, fonts)?.box.width ?? 0;
	const { runs, list } = textContent(text, (name) => fonts.hasFamily(name));
	if (runs.length === 0) return 0;
	if (text.textWrap === "nowrap") return Number.POSITIVE_INFINITY;
	const fontSize = Math.min(text.fontSize, text.groupSize ?? text.fontSize);
	const setting = { ...settingOf(text, fonts), fontSize, wrapWidth: Number.POSITIVE_INFINITY };
	return widestPart(prepareText(runs, setting, list)) + 2 * insetOf(text)[0];
}
