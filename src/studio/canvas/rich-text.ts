/** Converts between rich text of the document and the DOM nodes that the browser edits. */

/** Tags of the document by the tag names that browsers may produce. */
const TAGS: Readonly<Record<string, string>> = {
	B: "b",
	STRONG: "b",
	I: "i",
	EM: "i",
	U: "u",
	S: "s",
	STRIKE: "s",
	DEL: "s",
	MARK: "mark",
	SUP: "sup",
	SUB: "sub",
	SMALL: "small",
	CODE: "code",
	SPAN: "span",
	UL: "ul",
	OL: "ol",
	LI: "li",
};
/** Styles of a span that the document supports. */
const STYLES = [
	"color",
	"background-color",
	"text-transform",
	"font-size",
	"font-weight",
	"font-family",
	"letter-spacing",
] as const;

const escaped = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Converts "rgb(1, 2, 3)" to the document's colour format. */
function hex(colour: string): string {
	const parts = /^rgb\((\d+),\s*(\d+),\s*(\d+)\)$/.exec(colour);
	return parts
		? `#${parts
				.slice(1)
				.map((part) => Number(part).toString(16).padStart(2, "0"))
				.join("")
				.toUpperCase()}`
		: colour;
}

/** Holds the cursor in an empty element; never written to the document. */
const NOTHING = "\u200b";

/** The edited content as rich text. */
export function toRichText(root: globalThis.Element): string {
	const inner = (node: Node): string => [...node.childNodes].map(write).join("");
	const write = (node: Node): string => {
		if (node.nodeType === Node.TEXT_NODE)
			return escaped(
				(node.nodeValue ?? "").replaceAll(NOTHING, "").replaceAll("\u00a0", " "),
			).replaceAll("\n", "<br>");
		if (!(node instanceof HTMLElement)) return "";
		if (node.tagName === "BR") return "<br>";
		const content = inner(node);
		const tag = TAGS[node.tagName];
		if (tag === undefined) return content;
		// A line break within an item starts a new item, as Enter does.
		if (tag === "li")
			return content
				.replace(/<br>$/, "")
				.split("<br>")
				.map((line) => `<li>${line}</li>`)
				.join("");
		if (content === "") return "";
		if (tag !== "span") return `<${tag}>${content}</${tag}>`;
		const styles = STYLES.flatMap((name) => {
			const value = node.style.getPropertyValue(name);
			return value === "" ? [] : [`${name}: ${hex(value)}`];
		});
		return styles.length === 0
			? content
			: `<span style="${escaped(styles.join("; ")).replaceAll('"', "'")}">${content}</span>`;
	};
	return inner(root)
		.replace(/<br>(?=<(?:ul|ol)>)/g, "")
		.replace(/<br>$/, "");
}

/** Whether rich text has no formatting, so that plain text is enough. */
export const isPlain = (html: string): boolean => !/<(?!br>)/.test(html);

/** Rich text without tags as plain text. */
export const toPlain = (html: string): string =>
	html
		.replaceAll("<br>", "\n")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");

/**
 * Fills the editable element with rich text, without scripts and without style attributes, which
 * the page's CSP forbids.
 */
export function fill(root: globalThis.Element, html: string): void {
	// The CSP holds for parsed documents too: a style attribute there would be reported.
	const renamed = html.replace(/<[^>]*>/g, (tag) => tag.replace(/\sstyle\s*=/gi, " data-style="));
	const parsed = new DOMParser().parseFromString(`<body>${renamed}</body>`, "text/html");
	const copy = (node: Node): Node | null => {
		if (node.nodeType === Node.TEXT_NODE) return new Text(node.nodeValue ?? "");
		if (node.nodeType !== Node.ELEMENT_NODE) return null;
		const element = node as globalThis.Element;
		const tag = /^(?:BR|DIV|P)$/.test(element.tagName)
			? element.tagName.toLowerCase()
			: (TAGS[element.tagName] ?? "span");
		const made = globalThis.document.createElement(tag);
		const style = element.getAttribute("data-style") ?? "";
		for (const name of STYLES) {
			const value = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, "i").exec(style)?.[1];
			if (value !== undefined) made.style.setProperty(name, value.trim());
		}
		for (const child of element.childNodes) {
			const next = copy(child);
			if (next) made.append(next);
		}
		return made;
	};
	root.replaceChildren(
		...[...parsed.body.childNodes].flatMap((node) => {
			const made = copy(node);
			return made ? [made] : [];
		}),
	);
}

/** Plain text as rich text. */
export const fromPlain = (text: string): string => escaped(text).replaceAll("\n", "<br>");

/** Splits text nodes at the ends of the selection; returns the selected parts. */
function selectedTexts(root: globalThis.Element): Text[] {
	const chosen = getSelection();
	if (!chosen || chosen.rangeCount === 0) return [];
	const range = chosen.getRangeAt(0);
	if (range.collapsed || !root.contains(range.commonAncestorContainer)) return [];
	const walker = globalThis.document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
	const found: Text[] = [];
	for (let node = walker.nextNode(); node; node = walker.nextNode())
		if (range.intersectsNode(node)) found.push(node as Text);
	const { startContainer, startOffset, endContainer, endOffset } = range;
	return found.flatMap((text) => {
		const to = text === endContainer ? endOffset : text.length;
		const from = text === startContainer ? startOffset : 0;
		if (to <= from) return [];
		if (to < text.length) text.splitText(to);
		return from > 0 ? text.splitText(from) : text;
	});
}

/** An empty element like another. A clone would have a style attribute, which the page's CSP forbids. */
function emptyLike(element: globalThis.Element): HTMLElement {
	const made = globalThis.document.createElement(element.tagName);
	const { style } = element as HTMLElement;
	for (const name of STYLES) made.style.setProperty(name, style.getPropertyValue(name));
	return made;
}

/** Unwraps one node from an element; the content before and after it stays wrapped. */
function release(node: Node, from: globalThis.Element): void {
	let inner: ChildNode = node as ChildNode;
	while (inner.parentNode !== from) inner = inner.parentNode as unknown as ChildNode;
	const before = emptyLike(from);
	while (from.firstChild && from.firstChild !== inner) before.append(from.firstChild);
	const after = emptyLike(from);
	while (inner.nextSibling) after.append(inner.nextSibling);
	from.replaceWith(...[before, inner, after].filter((one) => one.textContent !== ""));
}

/** Selects from the first node to the last. */
function selectNodes(nodes: readonly Text[]): void {
	const [first] = nodes;
	const last = nodes.at(-1);
	if (!first || !last) return;
	getSelection()?.setBaseAndExtent(first, 0, last, last.length);
}

/** The closest ancestor with a tag, inside the root. */
const around = (
	root: globalThis.Element,
	node: Node | null,
	tag: string,
): HTMLElement | undefined => {
	const element = (node instanceof HTMLElement ? node : node?.parentElement)?.closest<HTMLElement>(
		tag,
	);
	return element && element !== root && root.contains(element) ? element : undefined;
};

/** Whether both ends of the selection, or the cursor, are inside a tag. */
export function holds(root: globalThis.Element, tag: string): boolean {
	const chosen = getSelection();
	return (
		around(root, chosen?.anchorNode ?? null, tag) !== undefined &&
		around(root, chosen?.focusNode ?? null, tag) !== undefined
	);
}

/** Wraps the selection in a tag or unwraps it; without a selection, affects the text typed next. */
export function toggle(root: globalThis.Element, tag: string): void {
	const texts = selectedTexts(root);
	if (texts.length === 0) {
		typeIn(root, tag);
		return;
	}
	const all = texts.every((text) => around(root, text, tag));
	for (const text of texts) {
		const outer = around(root, text, tag);
		if (all && outer) release(text, outer);
		else if (!outer) wrap(text, globalThis.document.createElement(tag));
	}
	selectNodes(texts);
}

function wrap(text: Text, made: HTMLElement): void {
	text.replaceWith(made);
	made.append(text);
}

/** Starts an element at the cursor, or leaves the one around it. */
function typeIn(root: globalThis.Element, tag: string): void {
	const chosen = getSelection();
	if (!chosen || chosen.rangeCount === 0 || !root.contains(chosen.anchorNode)) return;
	const place = new Text(NOTHING);
	const outer = around(root, chosen.anchorNode, tag);
	if (outer) outer.after(place);
	else {
		const made = globalThis.document.createElement(tag);
		made.append(place);
		chosen.getRangeAt(0).insertNode(made);
	}
	chosen.setPosition(place, place.length);
}

/** Sets the colour of the selection or, without one, of the whole text. */
export function colour(root: globalThis.Element, value: string): void {
	if (getSelection()?.isCollapsed) getSelection()?.selectAllChildren(root);
	const texts = selectedTexts(root);
	for (const text of texts) {
		for (
			let outer = around(root, text, "span");
			outer?.style.color;
			outer = around(root, text, "span")
		)
			release(text, outer);
		const made = globalThis.document.createElement("span");
		made.style.color = value;
		wrap(text, made);
	}
	selectNodes(texts);
}

/** Converts all lines to list items, or the list items back to lines. */
export function toggleList(root: globalThis.Element, tag: "ul" | "ol"): void {
	const html = toRichText(root);
	const lines = html
		.replace(/<\/?(?:ul|ol)>/g, "")
		.replace(/<li>/g, "")
		.replace(/<\/li>/g, "<br>")
		.replace(/<br>$/, "");
	const isList = root.querySelector(tag) !== null;
	fill(
		root,
		isList
			? lines
			: `<${tag}>${lines
					.split("<br>")
					.map((line) => `<li>${line}</li>`)
					.join("")}</${tag}>`,
	);
	getSelection()?.selectAllChildren(root);
	getSelection()?.collapseToEnd();
}

/** Removes all formatting. */
export function clear(root: globalThis.Element): void {
	const words = toRichText(root)
		.replace(/<\/li>(?=<li>)/g, "<br>")
		.replace(/<(?!br>)[^>]*>/g, "");
	fill(root, words);
	getSelection()?.selectAllChildren(root);
}
