/** The document that is being designed, as the studio handles it: as loose as JSON is while one types. */
import { type JsonPath, stepsOf } from "../json/pointer.js";

/** A text, picture, shape, stack or barcode: a layer, or an entry of one of the older lists. */
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
	/** Instead of platform: the slides are drawn for each of them. */
	platforms?: readonly string[];
	mode?: string;
	format?: string;
	brand?: string;
	/** Absent in a document that names a template. */
	slides?: Slide[];
	template?: string;
	variables?: Readonly<Record<string, unknown>>;
	common?: { behind?: Element[]; front?: Element[] };
	[field: string]: unknown;
}

/** Place of an element in the document: a JSON pointer, as in the service's answers. */
export type Ref = string;

export interface Rectangle {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** A rectangle in preview pixels, turned about its centre. */
export interface Box extends Rectangle {
	readonly rotation: number;
}

export const ELEMENT_TYPES = ["text", "image", "shape", "stack", "barcode"] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

/** A JSON pointer of steps. */
export const pointerOf = (path: JsonPath): Ref =>
	path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The value at a place; undefined where there is none. */
export function valueAt(document: unknown, ref: Ref): unknown {
	let value = document;
	for (const step of stepsOf(ref))
		value = (value as Record<string | number, unknown> | null | undefined)?.[step];
	return value;
}

/** The element at a place. */
export function elementAt(document: unknown, ref: Ref): Element | undefined {
	const value = valueAt(document, ref);
	return typeof value === "object" && value !== null ? (value as Element) : undefined;
}

/** The list that an element is in, and its position there. */
export function placeIn(ref: Ref): { readonly list: Ref; readonly index: number } {
	const cut = ref.lastIndexOf("/");
	return { list: ref.slice(0, cut), index: Number(ref.slice(cut + 1)) };
}

/** The stack that an element is in; undefined for one that is in none. */
export function stackOf(ref: Ref): Ref | undefined {
	const { list } = placeIn(ref);
	return list.endsWith("/children") ? list.slice(0, -"/children".length) : undefined;
}

/** The outermost stack around an element, or the element itself. */
export function topOf(ref: Ref): Ref {
	const cut = ref.indexOf("/children/");
	return cut < 0 ? ref : ref.slice(0, cut);
}

/** Whether an element is a layer: those of the older lists have fewer fields. */
export const isLayer = (ref: Ref): boolean => !/\/(?:textBlocks|imageOverlays)\/\d+$/.test(ref);

/** What an element is. */
export function typeOf(ref: Ref, element: Element | undefined): ElementType {
	if (/\/textBlocks\/\d+$/.test(ref)) return "text";
	if (/\/imageOverlays\/\d+$/.test(ref)) return "image";
	return (element?.type as ElementType) ?? "shape";
}

/** Where a slide's elements are: in the order of painting, the lowest first. */
export const listsOf = (slide: number): readonly Ref[] => [
	"/common/behind",
	`/slides/${slide}/imageOverlays`,
	`/slides/${slide}/textBlocks`,
	`/slides/${slide}/layers`,
	"/common/front",
];

/** The elements of a list; none where there is no such list. */
export function entriesOf(document: Design, list: Ref): { ref: Ref; element: Element }[] {
	const value = valueAt(document, list);
	if (!Array.isArray(value)) return [];
	return value.flatMap((element: unknown, index) =>
		typeof element === "object" && element !== null
			? [{ ref: `${list}/${index}`, element: element as Element }]
			: [],
	);
}

/** All elements of a slide, those in stacks after the stack; the lowest first. */
export function elementsOf(document: Design, slide: number): { ref: Ref; element: Element }[] {
	const inside = (list: Ref): { ref: Ref; element: Element }[] =>
		entriesOf(document, list).flatMap((entry) => [entry, ...inside(`${entry.ref}/children`)]);
	return listsOf(slide).flatMap(inside);
}

/** A document as the editor shows it. */
export const format = (design: unknown): string => JSON.stringify(design, null, 2);

/** Whether a value has the shape without which nothing can be shown. */
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

/** The words in rich text. */
const wordsOf = (html: string): string =>
	html
		.replace(/<[^>]*>/g, " ")
		.replace(/\s+/g, " ")
		.trim();

/**
 * What a person calls an element: its name, its words, or its file.
 * @returns "" for one that has nothing of them
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
