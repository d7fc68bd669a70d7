import { SVG_LIMITS, tooComplex } from "./budget.js";
import { printNumber } from "./matrix.js";
import { readFragment, readLength } from "./values.js";
import type { Size } from "./viewport.js";
import type { XmlElement } from "./xml.js";

/**
 * A gradient or pattern merged with those that its href refers to. Its own attributes have
 * priority; the children are those of the nearest one that has any.
 */
export function followTemplates(
	element: XmlElement,
	byId: ReadonlyMap<string, XmlElement>,
	hasContent: (element: XmlElement) => boolean,
): { attributes: ReadonlyMap<string, string>; content: XmlElement } {
	const attributes = new Map<string, string>();
	let content: XmlElement | undefined;
	let at: XmlElement | undefined = element;
	const seen = new Set<XmlElement>();
	while (at !== undefined && !seen.has(at)) {
		if (seen.size > SVG_LIMITS.referenceDepth) throw tooComplex("templates of templates");
		seen.add(at);
		for (const [name, value] of at.attributes)
			if (!attributes.has(name) && name !== "href") attributes.set(name, value);
		if (content === undefined && hasContent(at)) content = at;
		const id: string | undefined = readFragment(at.attributes.get("href"));
		at = id === undefined ? undefined : byId.get(id);
	}
	return { attributes, content: content ?? element };
}

/** Fractions of the shape's box (objectBoundingBox) or lengths in user space. */
export type Units = "objectBoundingBox" | "userSpaceOnUse";

export function readUnits(value: string | undefined, initial: Units): Units {
	return value === "objectBoundingBox" || value === "userSpaceOnUse" ? value : initial;
}

/**
 * Coordinate attributes as numbers, with percentages resolved.
 * @param axes the side that a percentage refers to, for each name
 * @param initial values of names that are not given
 */
export function coordinates(
	attributes: ReadonlyMap<string, string>,
	units: Units,
	viewport: Size,
	axes: Readonly<Record<string, "x" | "y" | "diagonal">>,
	initial: Readonly<Record<string, string>> = {},
): [name: string, value: string][] {
	const whole = {
		x: units === "objectBoundingBox" ? 1 : viewport.width,
		y: units === "objectBoundingBox" ? 1 : viewport.height,
		diagonal:
			units === "objectBoundingBox" ? 1 : Math.hypot(viewport.width, viewport.height) / Math.SQRT2,
	};
	const written: [string, string][] = [];
	for (const [name, axis] of Object.entries(axes)) {
		const value =
			readLength(attributes.get(name), whole[axis]) ?? readLength(initial[name], whole[axis]);
		if (value !== undefined) written.push([name, printNumber(value)]);
	}
	return written;
}
