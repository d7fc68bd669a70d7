/** Warnings about marks of other languages in texts, which are drawn as they are written. */
import { childrenOf, commonLists } from "../contract/document/children.js";
import type { Layer } from "../contract/document/layers.js";
import type { RenderRequest } from "../contract/render-request.js";
import { asWarning, type Warning } from "../contract/warning.js";
import type { ExpandedDocument } from "./expand-document.js";
import { escaped } from "./variables/places.js";
import { isObject } from "./variables/values.js";

/** Warnings that are listed, and values that are examined. */
const MOST = 50;
const MOST_VALUES = 5_000;
/** Characters of a text that are examined. */
const MAX_TEXT = 2_000;

const TAG = /<\/?(?:b|strong|i|em|u|s|br|p|span|mark|ul|ol|li|div|h[1-6])(?: [^<>]{0,100})?\/?>/i;
const STARS = /(?<![\w*])\*\*[^\s*](?:[^*\n]{0,200}[^\s*])?\*\*(?![\w*])/;
const HEADING = /^#{1,6} \S/m;
const LINE_BREAK = /\\n(?![\\/\w]{0,40}\\)/;

/** What is drawn as it is written, and what to write instead. */
function markIn(
	text: string,
	isRich: boolean,
): readonly [mark: string, instead: string] | undefined {
	const start = text.slice(0, MAX_TEXT);
	const tag = isRich ? undefined : TAG.exec(start)?.[0];
	if (tag !== undefined) return [tag, "Tags belong in richText."];
	if (STARS.test(start)) return ["**", "Bold is <b>…</b> in richText, or a weight."];
	if (HEADING.test(start)) return ["#", "A heading is a text of its own with a larger fontSize."];
	if (LINE_BREAK.test(start))
		return [
			"\\n",
			isRich ? "A line break is <br>." : "A line break is one character, \\n in JSON.",
		];
	return undefined;
}

/**
 * Texts with tags, Markdown or a backslash and an n: in the values of a template, which the client
 * sent, or in a document.
 */
export function markupWarnings(
	{ template, made }: ExpandedDocument,
	source: RenderRequest,
): Warning[] {
	const found: Warning[] = [];
	const add = (path: string, text: unknown, isRich: boolean) => {
		const mark = typeof text === "string" ? markIn(text, isRich) : undefined;
		if (mark === undefined || found.length >= MOST) return;
		const message = `${mark[0]} is drawn as it is written. ${mark[1]}`;
		found.push(asWarning({ code: "markup_kept", path, message, mark: mark[0] }));
	};
	if (template !== undefined && made !== undefined) {
		const rich = (name: string) => template.template.variables?.[name]?.type === "richText";
		let left = MOST_VALUES;
		const visit = (value: unknown, path: string, isRich: boolean): void => {
			if (--left < 0) return;
			if (Array.isArray(value))
				for (const [i, item] of value.entries()) visit(item, `${path}/${i}`, isRich);
			else if (isObject(value))
				for (const [name, member] of Object.entries(value))
					visit(member, `${path}/${escaped(name)}`, isRich || name === "richText");
			else add(path, value, isRich);
		};
		for (const [name, value] of Object.entries(made.variables))
			visit(value, `/variables/${escaped(name)}`, rich(name));
		return found;
	}
	const layers = (list: readonly Layer[] | undefined, path: string): void => {
		for (const [i, layer] of (list ?? []).entries()) {
			if (layer.type === "text") texts(layer, `${path}/${i}`);
			layers(childrenOf(layer), `${path}/${i}/children`);
		}
	};
	const texts = (
		{ text, richText, font }: { text?: string; richText?: string; font?: string },
		path: string,
	) => {
		// Code shows its marks.
		if (/mono|code/i.test(font ?? "")) return;
		if (richText) add(`${path}/richText`, richText, true);
		else add(`${path}/text`, text, false);
	};
	for (const [i, slide] of source.slides.entries()) {
		for (const [j, block] of (slide.textBlocks ?? []).entries())
			texts(block, `/slides/${i}/textBlocks/${j}`);
		layers(slide.layers, `/slides/${i}/layers`);
	}
	for (const [path, list] of commonLists(source.common)) layers(list, path);
	return found;
}
