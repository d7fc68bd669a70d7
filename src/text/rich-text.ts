import { onDemand, requirePackage } from "../on-demand.js";
import { cleanText } from "./clean-text.js";
import { repairRichText } from "./rich-text-repair.js";
import { type Inherited, inherit, PLAIN, sameStyle, type TextStyle } from "./rich-text-style.js";
import { transformText } from "./text-transform.js";
import { WhiteSpace } from "./white-space.js";

export { cleanText } from "./clean-text.js";
export { richTextDepth } from "./rich-text-repair.js";
export type { TextStyle } from "./rich-text-style.js";

/** Text in one style. */
export interface StyledRun {
	readonly text: string;
	readonly style: TextStyle;
}

/** The parts of the DOM that the walk below reads. */
interface DomNode {
	readonly nodeType: number;
	readonly nodeName: string;
	readonly nodeValue: string | null;
	readonly parentNode: DomNode | null;
	readonly firstChild: DomNode | null;
	readonly nextSibling: DomNode | null;
	getAttribute?(name: string): string | null;
}

const ELEMENT = 1;
const TEXT = 3;

const linkedom = onDemand(() => requirePackage("linkedom") as typeof import("linkedom"));

function parse(html: string): DomNode {
	const markup = repairRichText(html);
	const { document } = linkedom().parseHTML(`<!doctype html><html><body>${markup}</body></html>`);
	return document.body as unknown as DomNode;
}

/** Calls `visit` with each text and line break of a tree in order. No recursion. */
function walk(root: DomNode, visit: (node: DomNode, inherited: Inherited) => void): void {
	const stack: Inherited[] = [PLAIN];
	let node: DomNode | null = root.firstChild;
	while (node !== null) {
		const inherited = stack.at(-1)!;
		const isElement = node.nodeType === ELEMENT;
		if (node.nodeType === TEXT || node.nodeName === "BR") visit(node, inherited);
		else if (isElement && node.firstChild !== null) {
			const style = node.getAttribute?.("style") ?? null;
			stack.push(inherit(inherited, node.nodeName.toLowerCase(), style));
			node = node.firstChild;
			continue;
		}
		while (node !== null && node !== root && node.nextSibling === null) {
			node = node.parentNode;
			stack.pop();
		}
		if (node === null || node === root) return;
		node = node.nextSibling;
	}
}

/**
 * Text of rich text with its styles, as a browser shows the markup in a block
 * of its own: b, strong, i, em, u, s, strike, del, mark, br, and span with
 * color, background-color and text-transform. Other tags are dropped and their
 * text kept; the content of script, style and the like is dropped. White space
 * is collapsed, `<br>` is "\n", transforms are applied, and the text is clean
 * in the sense of cleanText. Neighbouring runs differ in style.
 *
 * Linear in the length of the input, which LIMITS.maxTextLength bounds; whether
 * it is nested too deep is for the caller to ask richTextDepth first.
 */
export function parseRichText(html: string): StyledRun[] {
	const runs: { text: string; style: TextStyle }[] = [];
	const space = new WhiteSpace<TextStyle>((text, style) => {
		const last = runs.at(-1);
		if (last !== undefined && sameStyle(last.style, style)) last.text += text;
		else runs.push({ text, style });
	});
	// A form feed is white space in HTML's tags, so it must not vanish before they are read.
	walk(parse(cleanText(html.replaceAll("\f", " "))), (node, { style, transform }) => {
		if (node.nodeType !== TEXT) return space.lineBreak(style);
		const text = cleanText(node.nodeValue ?? "");
		space.text(transformText(text, transform, space.before), style);
	});
	return runs;
}
