import type { RenderRequest } from "../../contract/render-request.js";
import { cleanText, parseRichText } from "../../engine/text/rich/rich-text.js";

/** Characters of a title; readers show it in a line. */
const MAX_LENGTH = 200;
/** Of a document that says nothing. */
const UNTITLED = "Slides";

/** The first text of a document in one line. */
export function documentTitle({ slides }: RenderRequest): string {
	for (const { textBlocks = [] } of slides) {
		for (const { richText = "", text = "" } of textBlocks) {
			const rich = parseRichText(richText).map((run) => run.text);
			const title = oneLine(rich.join("")) || oneLine(cleanText(text));
			if (title !== "") return title;
		}
	}
	return UNTITLED;
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, " ").trim();
	const characters = [...line];
	return characters.length <= MAX_LENGTH
		? line
		: `${characters.slice(0, MAX_LENGTH - 1).join("")}…`;
}
