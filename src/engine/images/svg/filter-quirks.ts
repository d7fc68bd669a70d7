/** Filter primitives in the form in which the renderer draws them as browsers do. */
import type { Place } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { printNumber, stretch } from "./matrix.js";
import type { Units } from "./templates.js";

type Attribute = readonly [name: string, value: string];

const REGION: ReadonlySet<string> = new Set([
	"x",
	"y",
	"width",
	"height",
	"color-interpolation-filters",
]);

/**
 * The primitives that replace one.
 * @param before the primitives before it, whose last result is its default input
 */
export function asRendered(
	primitive: SvgElement,
	before: readonly SvgElement[],
	place: Place,
	units: Units,
): SvgElement[] {
	const scale = units === "userSpaceOnUse" ? uprightScale(place) : undefined;
	switch (primitive.name) {
		case "feDropShadow":
			return dropShadow(primitive, before, scale);
		case "feOffset":
			return [wholeOffset(primitive, scale)];
		case "feMorphology":
			return scale === undefined ? [primitive] : morphology(primitive, scale);
		case "feDiffuseLighting":
		case "feSpecularLighting":
			return [scaledSurface(primitive, stretch(place.matrix))];
		default:
			return [primitive];
	}
}

/** Pixels per unit of user space, if it is not rotated or skewed. */
function uprightScale({ matrix: [a, b, c, d], detached }: Place): Scale | undefined {
	return detached || b !== 0 || c !== 0 || !(a > 0 && d > 0) ? undefined : { x: a, y: d };
}

/** The renderer takes the height of a surface for pixels of the canvas. */
function scaledSurface({ name, attributes, children }: SvgElement, scale: number): SvgElement {
	const height = Number(attributes.get("surfaceScale") ?? 1) * scale;
	return makeElement(
		name,
		new Map([...attributes, ["surfaceScale", printNumber(height)]]),
		children,
	);
}

interface Scale {
	readonly x: number;
	readonly y: number;
}

/** The renderer cuts off fractions of pixels, where browsers round. */
function wholeOffset(primitive: SvgElement, scale: Scale | undefined): SvgElement {
	if (scale === undefined) return primitive;
	const attributes = new Map(primitive.attributes);
	for (const [name, factor] of [
		["dx", scale.x],
		["dy", scale.y],
	] as const) {
		const value = attributes.get(name);
		if (value !== undefined) attributes.set(name, printNumber(wholePixels(Number(value), factor)));
	}
	return makeElement(primitive.name, attributes, primitive.children);
}

/** A length that is whole pixels, and a little more, because the renderer cuts it off. */
function wholePixels(length: number, scale: number): number {
	const pixels = Math.round(length * scale);
	return (pixels + Math.sign(pixels) * 0.05) / scale;
}

/**
 * The renderer draws feDropShadow in sRGB in wrong colours, so its parts are written.
 * @see https://www.w3.org/TR/filter-effects-1/#feDropShadowElement
 */
function dropShadow(
	{ attributes }: SvgElement,
	before: readonly SvgElement[],
	scale: Scale | undefined,
): SvgElement[] {
	const region: Attribute[] = [...attributes].filter(([name]) => REGION.has(name));
	const shared = region.filter(([name]) => name === "color-interpolation-filters");
	const number = before.length;
	const last = before.at(-1);
	let source = attributes.get("in") ?? last?.attributes.get("result");
	const parts: SvgElement[] = [];
	if (source === undefined && last !== undefined) {
		source = `before${number}`;
		parts.push(makeElement("feOffset", [...shared, ["result", source]]));
	}
	source ??= "SourceGraphic";
	const result = attributes.get("result");
	const deviation = attributes.get("stdDeviation") ?? "2";
	const flood = [...attributes].filter(([name]) => name.startsWith("flood-"));
	const offset = makeElement("feOffset", [
		...shared,
		["in", source],
		["dx", attributes.get("dx") ?? "2"],
		["dy", attributes.get("dy") ?? "2"],
	]);
	parts.push(wholeOffset(offset, scale));
	if (deviation.split(" ").some((value) => Number(value) > 0))
		parts.push(makeElement("feGaussianBlur", [...shared, ["stdDeviation", deviation]]));
	const named: Attribute = ["result", `blurred${number}`];
	const end = parts.pop()!;
	parts.push(
		makeElement(end.name, [...end.attributes, named]),
		makeElement("feFlood", [...shared, ...flood]),
		makeElement("feComposite", [
			...region,
			["in2", `blurred${number}`],
			["operator", "in"],
			["result", `shadow${number}`],
		]),
		makeElement(
			"feMerge",
			[...region, ...(result === undefined ? [] : [["result", result] as const])],
			[
				makeElement("feMergeNode", { in: `shadow${number}` }),
				makeElement("feMergeNode", { in: source }),
			],
		),
	);
	return parts;
}

/**
 * The renderer's window has an even number of pixels and takes time for all of them. A row and a
 * column after each other are as wide as the window of a browser, one pixel too far.
 */
function morphology(primitive: SvgElement, scale: Scale): SvgElement[] {
	const radius = (primitive.attributes.get("radius") ?? "0").split(" ").map(Number);
	const [across = 0, down = across] = radius;
	const [rx, ry] = [Math.round(across * scale.x), Math.round(down * scale.y)];
	if (!(rx > 0 && ry > 0)) return [primitive];
	const common = [...primitive.attributes].filter(
		([name]) => name !== "radius" && name !== "result",
	);
	const result = [...primitive.attributes].filter(([name]) => name === "result");
	// The renderer rounds up.
	const pixels = (x: number, y: number): Attribute => [
		"radius",
		`${printNumber((x - 0.3) / scale.x)} ${printNumber((y - 0.3) / scale.y)}`,
	];
	const later = common.filter(([name]) => name !== "in");
	return [
		makeElement("feMorphology", [...common, pixels(rx, 1)]),
		makeElement("feMorphology", [...later, pixels(1, ry)]),
		makeElement("feOffset", [
			...later.filter(([name]) => REGION.has(name)),
			["dx", printNumber(-1.05 / scale.x)],
			["dy", printNumber(-1.05 / scale.y)],
			...result,
		]),
	];
}
