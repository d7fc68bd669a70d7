/** The document that is being designed, as the studio handles it: as loose as JSON is while one types. */
import type { JsonPath } from "../json/pointer.js";

export interface TextBlock {
	text?: string;
	richText?: string;
	emoji?: string;
	x?: number;
	y?: number;
	width?: number | null;
	height?: number | null;
	rotation?: number;
	[field: string]: unknown;
}

export interface Overlay {
	src: string;
	x?: number;
	y?: number;
	width?: number;
	height?: number;
	rotation?: number;
	[field: string]: unknown;
}

export interface Slide {
	backgroundColor?: string;
	image?: string | null;
	textBlocks?: TextBlock[];
	imageOverlays?: Overlay[];
	[field: string]: unknown;
}

export interface Design {
	platform?: string;
	mode?: string;
	format?: string;
	brand?: string;
	slides: Slide[];
	[field: string]: unknown;
}

/** Which list of a slide an element stands in. */
export type ElementKind = "textBlocks" | "imageOverlays";

/** An element of the current slide. */
export interface ElementRef {
	readonly kind: ElementKind;
	readonly index: number;
}

export const elementPath = (slide: number, { kind, index }: ElementRef): JsonPath => [
	"slides",
	slide,
	kind,
	index,
];

/** A document as the editor shows it. */
export const format = (design: unknown): string => JSON.stringify(design, null, 2);

/** Whether a value has the shape without which nothing can be shown. */
export function isDesign(value: unknown): value is Design {
	if (typeof value !== "object" || value === null) return false;
	const { slides } = value as { slides?: unknown };
	return (
		Array.isArray(slides) &&
		slides.length > 0 &&
		slides.every((slide) => typeof slide === "object" && slide !== null)
	);
}

/** What a person calls an element. */
export function nameOf(element: TextBlock | Overlay): string {
	const { name, text, richText, emoji, src } = element as Record<string, unknown>;
	const words = [name, text, richText, emoji].find(
		(part) => typeof part === "string" && part !== "",
	);
	if (typeof words === "string")
		return words
			.replace(/<[^>]*>/g, " ")
			.trim()
			.slice(0, 40);
	if (typeof src !== "string") return "empty text";
	return src.startsWith("data:") ? "image" : (src.split(/[?#]/)[0]?.split("/").at(-1) ?? "image");
}
