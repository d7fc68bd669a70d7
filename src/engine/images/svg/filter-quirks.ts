/** Filter primitives in the form in which the renderer draws them as browsers do. */
import type { Place } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { printNumber, stretch } from "./matrix.js";
import type { Notes } from "./notes.js";
import type { XmlElement } from "./xml.js";

type Attribute = readonly [name: string, value: string];

const REGION: ReadonlySet<string> = new Set([
	"x",
	"y",
	"width",
	"height",
	"color-interpolation-filters",
]);

/** Primitives that the renderer draws along the edges of the canvas, not along those of the element. */
const DIRECTED: ReadonlySet<string> = new Set([
	"feConvolveMatrix",
	"feDisplacementMap",
	"feMorphology",
	"feTile",
	"feTurbulence",
]);

/**
 * The primitives that replace one.
 * @param before the primitives before it, whose last result is its default input
 */
export function asRendered(
	primitive: SvgElement,
	before: readonly SvgElement[],
	place: Place,
	notes: Notes,
	source: XmlElement,
): SvgElement[] {
	const scale = uprightScale(place);
	const [a, b, c, d] = place.matrix;
	const turned = !place.detached && (b !== 0 || c !== 0) && (a !== 0 || d !== 0);
	if (turned && DIRECTED.has(primitive.name))
		notes.add(`${primitive.name} on a rotated element`, source);
	switch (primitive.name) {
		case "feDropShadow":
			return dropShadow(primitive, before, place);
		case "feOffset":
			return offsetWithin(wholeOffset(primitive, place), before.length);
		case "feGaussianBlur": {
			const [across, down = across] = primitive.attributes.get("stdDeviation")?.split(" ") ?? [];
			if (turned && across !== down) notes.add("stdDeviation on a rotated element", source);
			return [primitive];
		}
		case "feMorphology":
			return scale === undefined ? [primitive] : morphology(primitive, scale);
		case "feColorMatrix":
			return [saturated(primitive)];
		case "feDiffuseLighting":
		case "feSpecularLighting":
			return [scaledSurface(primitive, stretch(place.matrix))];
		default:
			return [primitive];
	}
}

/** Pixels per unit of user space, if it is not rotated or skewed. */
function uprightScale({ matrix: [a, b, c, d], detached }: Place): Scale | undefined {
	return detached || b !== 0 || c !== 0 ? undefined : { x: Math.abs(a), y: Math.abs(d) };
}

/** The renderer limits saturation to that of the input. */
function saturated(primitive: SvgElement): SvgElement {
	const { attributes } = primitive;
	const s = Number(attributes.get("values") ?? 1);
	if (attributes.get("type") !== "saturate" || !(s > 1)) return primitive;
	const rows = [
		[0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s],
		[0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s],
		[0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s],
	];
	const values = rows.map((row) => `${row.map(printNumber).join(" ")} 0 0`).join(" ");
	return makeElement(
		primitive.name,
		new Map([...attributes, ["type", "matrix"], ["values", `${values} 0 0 0 1 0`]]),
	);
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

/**
 * The renderer offsets along the edges of the canvas, and cuts off fractions of pixels, where
 * browsers offset along those of the element, and round.
 */
function wholeOffset(primitive: SvgElement, { matrix, detached }: Place): SvgElement {
	if (detached) return primitive;
	const [a, b, c, d] = matrix;
	const attributes = new Map(primitive.attributes);
	const [dx, dy] = ["dx", "dy"].map((name) => Number(attributes.get(name) ?? 0)) as [
		number,
		number,
	];
	attributes.set("dx", wholePixels(a * dx + c * dy, Math.hypot(a, c)));
	attributes.set("dy", wholePixels(b * dx + d * dy, Math.hypot(b, d)));
	return makeElement(primitive.name, attributes, primitive.children);
}

/** The renderer ignores the region of an offset. */
function offsetWithin(primitive: SvgElement, number: number): SvgElement[] {
	const region = [...primitive.attributes].filter(([name]) => REGION.has(name));
	if (!region.some(([name]) => name !== "color-interpolation-filters")) return [primitive];
	const moved = `moved${number}`;
	const rest = [...primitive.attributes].filter(
		([name]) => (!REGION.has(name) || name === "color-interpolation-filters") && name !== "result",
	);
	const result = [...primitive.attributes].filter(([name]) => name === "result");
	return [
		makeElement("feOffset", [...rest, ["result", moved]]),
		makeElement("feMerge", [...region, ...result], [makeElement("feMergeNode", { in: moved })]),
	];
}

/**
 * A length of whole pixels, and a little more, because the renderer cuts it off.
 * @param scale by which the renderer multiplies it
 */
function wholePixels(length: number, scale: number): string {
	const pixels = Math.round(length);
	return printNumber((pixels + Math.sign(pixels) * 0.05) / scale);
}

/**
 * The renderer draws feDropShadow in sRGB in wrong colours, so its parts are written.
 * @see https://www.w3.org/TR/filter-effects-1/#feDropShadowElement
 */
function dropShadow(
	{ attributes }: SvgElement,
	before: readonly SvgElement[],
	place: Place,
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
	parts.push(wholeOffset(offset, place));
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
