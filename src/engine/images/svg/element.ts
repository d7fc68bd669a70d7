import type { Outline } from "./outline.js";

/** An element of an SVG that the sanitiser made: names and values are of its allow-list. */
export interface SvgElement {
	readonly name: string;
	/** In the order in which they are written; values as they are, not escaped. */
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: readonly SvgElement[];
}

/** An element of attributes, those without a value left out. */
export function element(
	name: string,
	attributes: Readonly<Record<string, string | undefined>> | Iterable<readonly [string, string]>,
	children: readonly SvgElement[] = [],
): SvgElement {
	const entries =
		Symbol.iterator in attributes
			? attributes
			: Object.entries(attributes).filter(
					(entry): entry is [string, string] => entry[1] !== undefined,
				);
	return { name, attributes: new Map(entries), children };
}

/** Properties that SVG 1.1 does not know as attributes. */
const STYLE_ONLY: ReadonlySet<string> = new Set(["mix-blend-mode", "isolation", "mask-type"]);
const ESCAPES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
};
const escapeXml = (value: string): string =>
	value.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** Writes an element and all that it holds. */
export function printElement({ name, attributes, children }: SvgElement): string {
	let tag = `<${name}`;
	let style = "";
	for (const [key, value] of attributes) {
		if (STYLE_ONLY.has(key)) style += `${key}:${value};`;
		else tag += ` ${key}="${escapeXml(value)}"`;
	}
	if (style !== "") tag += ` style="${style}"`;
	if (children.length === 0) return `${tag}/>`;
	return `${tag}>${printElements(children)}</${name}>`;
}

export const printElements = (elements: readonly SvgElement[]): string =>
	elements.map(printElement).join("");

/** What a sanitised SVG draws on a canvas. */
export interface SvgDrawing {
	/** A group whose transform leads to pixels of the canvas. */
	readonly drawing: SvgElement;
	/** What its properties name, by an id each. */
	readonly definitions: readonly SvgElement[];
	/** Of its path data and its lists of points. */
	readonly outlines: ReadonlyMap<string, Outline>;
}
