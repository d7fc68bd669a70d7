import { LIMITS } from "../../../contract/limits.js";
import type { ListParagraph } from "../layout/list-marker.js";
import { cleanText } from "../unicode/clean-text.js";
import { BLOCKS, isBlock, isCell, isList, ListMarkers } from "./blocks.js";
import { type DomNode, ELEMENT, htmlDepth, parseHtml, TEXT } from "./html.js";
import {
	type Inherited,
	inherit,
	PLAIN,
	type StyleNotes,
	sameStyle,
	type TextStyle,
} from "./rich-text-style.js";
import type { FontContext } from "./span-style.js";
import { type TextTransform, transformText } from "./text-transform.js";
import { WhiteSpace } from "./white-space.js";

export { cleanText } from "../unicode/clean-text.js";
export type { TextStyle } from "./rich-text-style.js";

/** Text in one style. */
export interface StyledRun {
	readonly text: string;
	readonly style: TextStyle;
}

/** Called with the parts of the markup that have no effect, each time they occur. */
export interface RichTextNotes extends StyleNotes {
	/** @param name of an unsupported start tag, in lower case */
	tagDropped?(name: string): void;
}

/** Elements whose content browsers do not show as text. */
const HIDDEN = new Set("script style title iframe noembed noframes noscript template".split(" "));

/** Supported elements. */
const KNOWN = new Set(
	[
		"b strong i em u s strike del mark br span sup sub small code bdi".split(" "),
		[...BLOCKS],
	].flat(),
);

/** The context of rich text. */
export interface RichTextContext extends FontContext {
	/** Language, BCP 47; "": none. */
	readonly language: string;
	readonly transform: TextTransform;
	/** Items have a hanging indent; null: their markers are text. @see ListMarkers */
	readonly list: { readonly marker: string | null } | null;
	/** pre-wrap: white space counts everywhere, not only in pre. */
	readonly whiteSpace: "pre-wrap" | "normal";
}

const NO_CONTEXT: RichTextContext = {
	fontSize: 36,
	hasFamily: () => false,
	language: "",
	transform: "none",
	list: null,
	whiteSpace: "normal",
};

/** The result of reading rich text. */
export interface RichText {
	readonly runs: readonly StyledRun[];
	/** Its list items by paragraph index; none unless lists have a hanging indent. */
	readonly listed: ReadonlyMap<number, ListParagraph>;
}

/** Control characters for the start of a bdi, by its direction (UAX #9, 2.4), and for its end. */
const ISOLATES: Readonly<Record<string, string>> = { ltr: "\u2066", rtl: "\u2067" };
const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

interface Visitor {
	enter(element: DomNode, inherited: Inherited): void;
	text(node: DomNode, inherited: Inherited): void;
	leave(element: DomNode, inherited: Inherited): void;
}

/** Visits the visible texts and elements of a tree in order, without recursion. */
function walk(
	root: DomNode,
	notes: RichTextNotes,
	context: RichTextContext,
	visitor: Visitor,
): void {
	const stack: Inherited[] = [{ ...PLAIN, transform: context.transform }];
	let node: DomNode | null = root.firstChild;
	while (node !== null) {
		const inherited = stack.at(-1)!;
		if (node.nodeType === TEXT) visitor.text(node, inherited);
		else if (node.nodeType === ELEMENT && !HIDDEN.has(node.localName)) {
			const own = inherit(inherited, node.localName, node.getAttribute("style"), notes, context);
			visitor.enter(node, own);
			if (node.firstChild !== null) {
				stack.push(own);
				node = node.firstChild;
				continue;
			}
			visitor.leave(node, own);
		}
		while (node.nextSibling === null) {
			node = node.parentNode;
			if (node === null || node === root) return;
			visitor.leave(node, stack.pop()!);
		}
		node = node.nextSibling;
	}
}

/** Parsed markup. The tree must not be changed. */
interface Markup {
	readonly root: DomNode;
	/** Unsupported start tags, which the caller may report. */
	readonly tags: readonly { readonly name: string; readonly styled: boolean }[];
}

/**
 * Cache of recently parsed markup: a slide reads each of its texts for the layout, for the
 * direction and for the alternative text, and the slides of a batch have many in common. Without
 * it, parsing took 5 % of the time of an SVG slide.
 */
const recent = new Map<string, Markup>();
const RECENT = { most: 16, length: 4096 };

function parseMarkup(html: string): Markup {
	const known = recent.get(html);
	if (known !== undefined) return known;
	const tags: { name: string; styled: boolean }[] = [];
	// A form feed is white space in HTML tags, so it must not be removed before they are parsed.
	const root = parseHtml(cleanText(html.replaceAll("\f", " ")), (name, styled) => {
		if (styled || !KNOWN.has(name)) tags.push({ name, styled });
	});
	const markup = { root, tags };
	if (html.length <= RECENT.length) {
		if (recent.size >= RECENT.most) recent.delete(recent.keys().next().value!);
		recent.set(html, markup);
	}
	return markup;
}

/** The runs of rich text; see {@link readRichText}. */
export const parseRichText = (html: string, notes: RichTextNotes = {}): StyledRun[] => [
	...readRichText(html, notes, NO_CONTEXT).runs,
];

/** The text without its styles. */
export const richTextSays = (html: string): string =>
	parseRichText(html)
		.map(({ text }) => text)
		.join("");

/**
 * Reads rich text as browsers show the markup in a separate block: b, strong, i, em, u, s, strike,
 * del, mark, sup, sub, small, code, bdi, br, and span with the properties of SETTERS, color,
 * background-color and text-transform. Blocks start and end a line, and list items have their
 * bullet or number. Other tags are dropped, but their text is kept; the content of script, style
 * and the like is dropped. White space is collapsed, `<br>` is "\n", transforms are applied, and
 * the text is clean in the sense of cleanText. Neighbouring runs differ in style.
 *
 * LIMITS.maxTextLength limits the work. The caller must check the nesting with isTooDeep first.
 */
export function readRichText(
	html: string,
	notes: RichTextNotes,
	context: RichTextContext,
): RichText {
	const runs: { text: string; style: TextStyle }[] = [];
	const listed = new Map<number, ListParagraph>();
	const lists = new ListMarkers(context.list?.marker);
	let paragraph = 0;
	const write = (text: string, style: TextStyle) => {
		const last = runs.at(-1);
		if (last !== undefined && sameStyle(last.style, style)) last.text += text;
		else runs.push({ text, style });
		if (context.list === null) return;
		if (text === "\n") paragraph++;
		else if (lists.depth > 0 && !listed.has(paragraph))
			listed.set(paragraph, { level: lists.depth, marker: undefined });
	};
	const hang = (marker: string) =>
		void listed.set(paragraph, { level: Math.max(1, lists.depth), marker });
	const space = new WhiteSpace<TextStyle>(write, context.list === null ? undefined : hang);
	const { root, tags } = parseMarkup(html);
	for (const { name, styled } of tags) {
		if (!KNOWN.has(name)) notes.tagDropped?.(name);
		if (styled) notes.styleIgnored?.(`style of ${name}`);
	}
	/** Number of open elements that preserve white space. */
	let preserved = context.whiteSpace === "pre-wrap" ? 1 : 0;
	walk(root, notes, context, {
		enter(element, { style }) {
			const name = element.localName;
			if (name === "br") return space.lineBreak(style);
			if (isCell(name)) return space.gap(style);
			if (name === "bdi") {
				const direction = element.getAttribute("dir")?.toLowerCase() ?? "";
				return space.isolate(ISOLATES[direction] ?? FIRST_STRONG_ISOLATE, style);
			}
			if (!isBlock(name)) return;
			if (name === "li") space.item(lists.markerOf(element), style);
			else space.block();
			if (isList(name)) lists.enter(element);
			if (name === "pre") preserved++;
		},
		text(node, { style, transform }) {
			const text = cleanText(node.nodeValue ?? "");
			const shown = transformText(text, transform, space.before, context.language);
			if (preserved > 0) space.preserved(shown, style);
			else space.text(shown, style);
		},
		leave({ localName }, { style }) {
			if (localName === "bdi") space.endIsolate(POP_ISOLATE, style);
			if (!isBlock(localName)) return;
			if (localName === "li") space.flush();
			space.block();
			if (isList(localName)) lists.leave();
			if (localName === "pre") preserved--;
		},
	});
	return { runs, listed };
}

const START_TAG = /<[a-z]/gi;

/**
 * Whether elements are nested deeper than LIMITS.maxRichTextDepth, including unsupported ones. Few
 * tags cannot be nested too deep, so the parser is not loaded for them: a tag opens at most two
 * elements, such as a cell in a table without a row.
 */
export function isTooDeep(html: string): boolean {
	const tags = html.match(START_TAG)?.length ?? 0;
	return tags * 2 > LIMITS.maxRichTextDepth && htmlDepth(html) > LIMITS.maxRichTextDepth;
}
