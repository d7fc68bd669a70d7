/** The images embedded in a document as data URLs. */
import type { JsonPath } from "../base/json-pointer.js";
import type { Design } from "./design.js";

/** Shorter data URLs are not worth reducing, and are always sent. */
const SMALL = 4_000;

const isEmbedded = (value: string): boolean =>
	value.length > SMALL && value.startsWith("data:image/");

/** The images embedded in a document, with their paths. */
export function embedded(document: Design): Map<string, JsonPath[]> {
	const found = new Map<string, JsonPath[]>();
	const visit = (value: unknown, path: JsonPath) => {
		if (typeof value === "string") {
			if (isEmbedded(value)) found.set(value, [...(found.get(value) ?? []), path]);
		} else if (Array.isArray(value))
			for (const [index, one] of value.entries()) visit(one, [...path, index]);
		else if (typeof value === "object" && value !== null)
			for (const [name, one] of Object.entries(value)) visit(one, [...path, name]);
	};
	visit(document, []);
	return found;
}

/** One transparent pixel, in place of images that a request does not need. */
const PIXEL =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/**
 * A document that shows one of its slides like before, without the embedded images of the others.
 * @returns the document itself if there are none
 */
export function forSlide(document: Design, index: number): Design {
	const { slides } = document;
	if (slides === undefined || slides.length < 2) return document;
	let changed = false;
	const light = (value: unknown): unknown => {
		if (typeof value === "string") {
			if (!isEmbedded(value)) return value;
			changed = true;
			return PIXEL;
		}
		if (Array.isArray(value)) return value.map(light);
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, light(one)]));
	};
	const next = slides.map((slide, at) => (at === index ? slide : (light(slide) as typeof slide)));
	return changed ? { ...document, slides: next } : document;
}
