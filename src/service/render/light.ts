import type { Slide } from "../../contract/render-request.js";

/** Characters of a slide that is light: laying them out and drawing them takes some 0.1 s at most. */
const MAX_CHARACTERS = 1_500;

/** Whether drawing a slide surely takes little: some text, and no picture from outside. */
export function isLightSlide({ image, imageOverlays = [], textBlocks = [] }: Slide): boolean {
	if (image != null || imageOverlays.length > 0) return false;
	let characters = 0;
	for (const { text = "", richText = "", emoji = "" } of textBlocks)
		characters += text.length + richText.length + emoji.length;
	return characters <= MAX_CHARACTERS;
}
