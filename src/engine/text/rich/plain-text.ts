import { cleanText, richTextSays } from "./rich-text.js";

/** A text without its markup, after its emoji. */
export function plainText({
	emoji = "",
	text = "",
	richText = "",
}: {
	readonly emoji?: string;
	readonly text?: string;
	readonly richText?: string;
}): string {
	const rich = richText === "" ? "" : richTextSays(richText);
	const said = rich.trim() === "" ? cleanText(text) : rich;
	return `${cleanText(emoji).trim()} ${said}`.replace(/[^\S\n]+/g, " ").trim();
}
