import { childrenOf, commonLayersOf } from "../../../contract/document/children.js";
import type { Layer } from "../../../contract/document/layers.js";
import type { RenderRequest, TextBlock } from "../../../contract/render-request.js";
import { scriptLanguage } from "../../../engine/text/language/script-language.js";
import { cleanText, richTextSays } from "../../../engine/text/rich/rich-text.js";

/** Metadata of a document. */
export interface PdfInfo {
	/** Shown in the window title of PDF readers; plain text. */
	readonly title: string;
	/** BCP 47; `UNDETERMINED`: unknown. */
	readonly language: string;
}

/** Largest number of characters of a title; readers show it on one line. */
const MAX_LENGTH = 200;
/** Title of a document without text. */
const UNTITLED = "Slides";
/**
 * Texts that are searched for a title, and characters of each, since markup may be long and contain
 * no text.
 */
const TITLE_TEXTS = 20;
const TITLE_SOURCE = 2_000;
/** Characters that are examined for the language. */
const LANGUAGE_SOURCE = 5_000;

type Source = Pick<RenderRequest, "slides" | "common">;

/** Title and language of a document. */
export const pdfInfo = (source: Source): PdfInfo => ({
	title: documentTitle(source),
	language: documentLanguage(source),
});

/** The first text of a document in one line. */
function documentTitle(source: Source): string {
	let texts = 0;
	for (const { text = "", richText = "" } of textsOf(source)) {
		if (text === "" && richText === "") continue;
		const rich = richTextSays(richText.slice(0, TITLE_SOURCE));
		const title = oneLine(rich) || oneLine(cleanText(text.slice(0, TITLE_SOURCE)));
		if (title !== "") return title;
		if (++texts === TITLE_TEXTS) break;
	}
	return UNTITLED;
}

/**
 * The language that most texts name, or the first of several that are equally frequent; otherwise
 * the usual language for the script of most letters.
 */
function documentLanguage(source: Source): string {
	const named = new Map<string, number>();
	let sample = "";
	for (const { lang, text = "", richText = "" } of textsOf(source)) {
		if (lang) named.set(lang, (named.get(lang) ?? 0) + 1);
		const room = LANGUAGE_SOURCE - sample.length;
		if (room > 0) sample += `${(richText || text).slice(0, room).replace(/<[^>]*>?/g, " ")}\n`;
	}
	const [first, ...others] = named;
	if (first === undefined) return scriptLanguage(sample);
	return others.reduce((most, one) => (one[1] > most[1] ? one : most), first)[0];
}

/** All texts of a document: those of each slide, then the common ones. */
function* textsOf({ slides, common }: Source): Generator<TextBlock> {
	for (const { textBlocks = [], layers = [] } of slides) {
		yield* textBlocks;
		yield* textLayers(layers);
	}
	yield* textLayers(commonLayersOf(common));
}

function* textLayers(layers: readonly Layer[]): Generator<TextBlock> {
	for (const layer of layers) {
		if (layer.type === "text") yield layer;
		else yield* textLayers(childrenOf(layer));
	}
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, " ").trim();
	const characters = [...line];
	return characters.length <= MAX_LENGTH
		? line
		: `${characters.slice(0, MAX_LENGTH - 1).join("")}…`;
}
