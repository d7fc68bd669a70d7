/** The document being edited. The types are loose, because it may be incomplete while typing. */
import { type JsonPath, stepsOf } from "../base/json-pointer.js";

/** A text, image, shape, stack or barcode: a layer, or an entry of one of the older lists. */
export interface Element {
	type?: string;
	name?: string;
	children?: Element[];
	[field: string]: unknown;
}

export interface Slide {
	backgroundColor?: string;
	image?: string | null;
	textBlocks?: Element[];
	imageOverlays?: Element[];
	layers?: Element[];
	[field: string]: unknown;
}

export interface Design {
	platform?: string;
	/** Replaces platform: the slides are rendered for each of these. */
	platforms?: readonly string[];
	mode?: string;
	format?: string;
	brand?: string;
	/** Absent in a document that names a template. */
	slides?: Slide[];
	template?: string;
	variables?: Readonly<Record<string, unknown>>;
	common?: { behind?: Element[]; across?: Element[]; front?: Element[] };
	[field: string]: unknown;
}

/** Location of an element in the document: a JSON pointer, as in the service's responses. */
export type Ref = string;

export interface Rectangle {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** A rectangle in preview pixels, slanted and then rotated about its centre. */
export interface Box extends Rectangle {
	readonly rotation: number;
	readonly skewX?: number;
	readonly skewY?: number;
}

/** How the page shows the rotation and slant of a box, as CSS. */
export const transformOf = ({ rotation, skewX = 0, skewY = 0 }: Box): string =>
	`rotate(${rotation}deg)${skewX === 0 ? "" : ` skewX(${skewX}deg)`}${skewY === 0 ? "" : ` skewY(${skewY}deg)`}`;

export const ELEMENT_TYPES = ["text", "image", "shape", "stack", "grid", "barcode"] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

/** The JSON pointer of a path. */
export const pointerOf = (path: JsonPath): Ref =>
	path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The value at a pointer; undefined if there is none. */
export function valueAt(document: unknown, ref: Ref): unknown {
	let value = document;
	for (const step of stepsOf(ref))
		value = (value as Record<string | number, unknown> | null | undefined)?.[step];
	return value;
}

/** The element at a pointer. */
export function elementAt(document: unknown, ref: Ref): Element | undefined {
	const value = valueAt(document, ref);
	return typeof value === "object" && value !== null ? (value as Element) : undefined;
}

/** The list that contains an element, and its index there. */
export function placeIn(ref: Ref): { readonly list: Ref; readonly index: number } {
	const cut = ref.lastIndexOf("/");
	return { list: ref.slice(0, cut), index: Number(ref.slice(cut + 1)) };
}

/** The stack that contains an element; undefined if there is none. */
export function stackOf(ref: Ref): Ref | undefined {
	const { list } = placeIn(ref);
	return list.endsWith("/children") ? list.slice(0, -"/children".length) : undefined;
}

/** The outermost stack that contains an element, or the element itself. */
export function topOf(ref: Ref): Ref {
	const cut = ref.indexOf("/children/");
	return cut < 0 ? ref : ref.slice(0, cut);
}

/** Whether an element is a layer: entries of the older lists have fewer fields. */
export const isLayer = (ref: Ref): boolean => !/\/(?:textBlocks|imageOverlays)\/\d+$/.test(ref);

/** The type of an element. */
export function typeOf(ref: Ref, element: Element | undefined): ElementType {
	if (/\/textBlocks\/\d+$/.test(ref)) return "text";
	if (/\/imageOverlays\/\d+$/.test(ref)) return "image";
	return (element?.type as ElementType) ?? "shape";
}

/** The lists with a slide's elements, in painting order, lowest first. */
export const listsOf = (slide: number): readonly Ref[] => [
	"/common/behind",
	"/common/across",
	`/slides/${slide}/imageOverlays`,
	`/slides/${slide}/textBlocks`,
	`/slides/${slide}/layers`,
	"/common/front",
];

/** The elements of a list; empty if the list does not exist. */
export function entriesOf(document: Design, list: Ref): { ref: Ref; element: Element }[] {
	const value = valueAt(document, list);
	if (!Array.isArray(value)) return [];
	return value.flatMap((element: unknown, index) =>
		typeof element === "object" && element !== null
			? [{ ref: `${list}/${index}`, element: element as Element }]
			: [],
	);
}

/** All elements of a slide in painting order, children after their stack. */
export function elementsOf(document: Design, slide: number): { ref: Ref; element: Element }[] {
	const inside = (list: Ref): { ref: Ref; element: Element }[] =>
		entriesOf(document, list).flatMap((entry) => [entry, ...inside(`${entry.ref}/children`)]);
	return listsOf(slide).flatMap(inside);
}

/** The document's text in the editor. */
export const format = (design: unknown): string => JSON.stringify(design, null, 2);

/** Whether a value has the minimum structure of a document. */
export function isDesign(value: unknown): value is Design {
	if (typeof value !== "object" || value === null) return false;
	const { slides, template } = value as { slides?: unknown; template?: unknown };
	if (slides === undefined) return typeof template === "string";
	return (
		Array.isArray(slides) &&
		slides.length > 0 &&
		slides.every((slide) => typeof slide === "object" && slide !== null)
	);
}

/** The text of rich text, without tags. */
const wordsOf = (html: string): string =>
	html
		.replace(/<[^>]*>/g, " ")
		.replace(/\s+/g, " ")
		.trim();

/**
 * The display name of an element: its name, its text, or its file name.
 * @returns "" if it has none of these
 */
export function nameOf(element: Element): string {
	const { name, text, richText, emoji, src, shape, data, children } = element;
	const words = [name, text, richText, emoji].find(
		(part): part is string => typeof part === "string" && part.trim() !== "",
	);
	if (words !== undefined) return wordsOf(words).slice(0, 40);
	if (typeof src === "string" && !src.startsWith("data:"))
		return (src.split(/[?#]/)[0]?.split("/").at(-1) ?? "").replace(/\.\w+$/, "");
	if (typeof shape === "string") return shape;
	if (typeof data === "string") return data.slice(0, 40);
	return Array.isArray(children)
		? children
				.map((child) => nameOf(child))
				.filter(Boolean)
				.join(", ")
				.slice(0, 40)
		: "";
}
