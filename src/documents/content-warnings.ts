/** Warnings about what a document says but a picture does not show. */
import { childrenOf, commonLists } from "../contract/document/children.js";
import type { Layer } from "../contract/document/layers.js";
import type { RenderRequest } from "../contract/render-request.js";
import { asWarning, type Warning } from "../contract/warning.js";

/** Warnings that are listed. */
const MOST = 50;
/** A placeholder, as far as it looks like one. Real names are shorter. */
const PLACEHOLDER = /\{\{\s{0,8}([\p{L}_][^{}]{0,80})\}\}/u;
/** Placeholders of common layers, which need no variables. */
const NUMBERS: ReadonlySet<string> = new Set(["slide", "slides"]);

interface Texts {
	readonly text?: string | undefined;
	readonly richText?: string | undefined;
	readonly emoji?: string | undefined;
}

/**
 * Texts that are drawn with their braces, and layers without content, of a document without
 * variables. With variables, an empty value is often meant.
 * @param source valid
 */
export function contentWarnings({ slides, common }: RenderRequest): Warning[] {
	const found: Warning[] = [];
	const add = (warning: Warning) => found.push(warning);
	for (const [i, slide] of slides.entries()) {
		for (const [j, block] of (slide.textBlocks ?? []).entries())
			braces(block, `/slides/${i}/textBlocks/${j}`, add);
		ofLayers(slide.layers, `/slides/${i}/layers`, add);
		if (found.length >= MOST) return found.slice(0, MOST);
	}
	for (const [path, layers] of commonLists(common)) ofLayers(layers, path, add);
	return found.slice(0, MOST);
}

type Add = (warning: Warning) => void;

function ofLayers(layers: readonly Layer[] | undefined, path: string, add: Add): void {
	for (const [i, layer] of (layers ?? []).entries()) {
		const at = `${path}/${i}`;
		if (layer.type === "text") {
			braces(layer, at, add);
			if (isBlank(layer.text) && isBlank(withoutTags(layer.richText)) && !layer.emoji)
				add(empty(at, "The layer is left out: it has no text. Set text or richText."));
			else if (!isBlank(layer.text) && layer.richText) add(unused(`${at}/text`));
		} else if (layer.type === "image" && layer.src === "")
			add(empty(at, "The layer is left out: its src is empty. Set src to a URL."));
		ofLayers(childrenOf(layer), `${at}/children`, add);
	}
}

/** Whether a text has nothing but white space and characters without a form. */
const isBlank = (text: string | undefined): boolean => !/[^\s\p{Cf}]/u.test(text ?? "");
const withoutTags = (richText: string | undefined): string | undefined =>
	richText?.replace(/<[^<>]{0,1000}>/g, "");

const unused = (path: string): Warning =>
	asWarning({
		code: "field_ignored",
		path,
		message: "The field has no effect: richText is drawn instead of text.",
	});

const empty = (path: string, message: string): Warning =>
	asWarning({ code: "empty_box", path, message });

function braces(texts: Texts, path: string, add: Add): void {
	for (const field of ["text", "richText"] as const) {
		const name = PLACEHOLDER.exec(texts[field] ?? "")?.[1]?.trim();
		if (name === undefined || NUMBERS.has(name)) continue;
		add(
			asWarning({
				code: "placeholder_kept",
				path: `${path}/${field}`,
				message: `{{${name}}} is drawn as it is written, because the document has no variables. Add "variables": { … } to it; {} is enough for {{brand.color}} and the like.`,
				placeholder: name,
			}),
		);
	}
}
