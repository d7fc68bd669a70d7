import type { Outline } from "./outline.js";

/** An element of a sanitised SVG; its names and values are on the allow-list. */
export interface SvgElement {
	readonly name: string;
	/** In writing order; values are not escaped. */
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: readonly SvgElement[];
}

/** An element with attributes; those without a value are left out. */
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

/** Properties that are not attributes in SVG 1.1. */
const STYLE_ONLY: ReadonlySet<string> = new Set(["mix-blend-mode", "isolation"]);
const ESCAPES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
};
const escapeXml = (value: string): string =>
	value.replace(/[&<>"]/g, (character) => ESCAPES[character]!);

/** Writes an element with its content. */
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

/** The content of a sanitised SVG on a canvas. */
export interface SvgDrawing {
	/** A group whose transform maps to pixels of the canvas. */
	readonly drawing: SvgElement;
	/** The definitions that its properties refer to, by id. */
	readonly definitions: readonly SvgElement[];
	/** Outlines of its path data and lists of points. */
	readonly outlines: ReadonlyMap<string, Outline>;
}
