/** Between the rich text of a document and the nodes that a browser edits. */

/** Tags that the document has, by what a browser may make of them. */
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
/** Styles of a span that the document has. */
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

/** Whether an element begins and ends a line. */
const isBlock = (node: Node): boolean =>
	/^(?:DIV|P|UL|OL|LI|H[1-6]|BLOCKQUOTE)$/.test(node.nodeName);

/** "rgb(1, 2, 3)" as documents write colours. */
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

/** The rich text of what was edited. */
export function toRichText(root: globalThis.Element): string {
	const inner = (node: Node): string => [...node.childNodes].map(write).join("");
	const write = (node: Node): string => {
		if (node.nodeType === Node.TEXT_NODE)
			return escaped((node.nodeValue ?? "").replaceAll("\u00a0", " "));
		if (!(node instanceof HTMLElement)) return "";
		if (node.tagName === "BR") return "<br>";
		const content = inner(node);
		if (node.tagName === "DIV" || node.tagName === "P") return `${content}<br>`;
		const tag = node.tagName === "FONT" ? "span" : TAGS[node.tagName];
		if (tag === undefined) return content;
		if (content === "" && tag !== "li") return "";
		if (tag !== "span") return `<${tag}>${content}</${tag}>`;
		const styles = STYLES.flatMap((name) => {
			const own = node.style.getPropertyValue(name);
			const value = own || (name === "color" ? (node.getAttribute("color") ?? "") : "");
			return value === "" ? [] : [`${name}: ${hex(value)}`];
		});
		return styles.length === 0
			? content
			: `<span style="${escaped(styles.join("; ")).replaceAll('"', "'")}">${content}</span>`;
	};
	// A browser begins the second line in a div: what is before it ends a line, too.
	const parts = [...root.childNodes].map((node, index, all) => {
		const text = write(node);
		const next = all[index + 1];
		const ends = next !== undefined && isBlock(next) && !isBlock(node) && node.nodeName !== "BR";
		return ends ? `${text}<br>` : text;
	});
	return parts
		.join("")
		.replace(/<br><\/(div|li)>/g, "</$1>")
		.replace(/<br>(?=<(?:ul|ol)>)/g, "")
		.replace(/<br>$/, "");
}

/** Whether rich text says no more than plain text does. */
export const isPlain = (html: string): boolean => !/<(?!br>)/.test(html);

/** Rich text without tags as plain text. */
export const toPlain = (html: string): string =>
	html
		.replaceAll("<br>", "\n")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");

/** Puts a text into what is edited: without scripts, and without style attributes, which the page's policy forbids. */
export function fill(root: globalThis.Element, html: string): void {
	const parsed = new DOMParser().parseFromString(`<body>${html}</body>`, "text/html");
	const copy = (node: Node): Node | null => {
		if (node.nodeType === Node.TEXT_NODE) return new Text(node.nodeValue ?? "");
		if (node.nodeType !== Node.ELEMENT_NODE) return null;
		const element = node as globalThis.Element;
		const tag = /^(?:BR|DIV|P)$/.test(element.tagName)
			? element.tagName.toLowerCase()
			: (TAGS[element.tagName] ?? "span");
		const made = globalThis.document.createElement(tag);
		const style = element.getAttribute("style") ?? "";
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

/** Marks the selected words, or takes their mark away. */
export function toggleMark(): void {
	const chosen = getSelection();
	if (!chosen || chosen.rangeCount === 0 || chosen.isCollapsed) return;
	const range = chosen.getRangeAt(0);
	const around = (node: Node) =>
		(node instanceof HTMLElement ? node : node.parentElement)?.closest("mark");
	const mark = around(range.commonAncestorContainer);
	if (mark) {
		mark.replaceWith(...mark.childNodes);
		return;
	}
	const made = globalThis.document.createElement("mark");
	const content = range.extractContents();
	for (const inner of content.querySelectorAll("mark")) inner.replaceWith(...inner.childNodes);
	made.append(content);
	range.insertNode(made);
	chosen.selectAllChildren(made);
}
