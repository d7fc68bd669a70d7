/** Filter primitives in the form in which the renderer draws them as browsers do. */
import type { Place } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { printNumber, stretch } from "./matrix.js";
import type { Notes } from "./notes.js";
import type { Size } from "./viewport.js";
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
			return followedByTile(source)
				? [wholeOffset(primitive, place)]
				: offsetWithin(wholeOffset(primitive, place), before.length);
		case "feGaussianBlur": {
			const [across, down = across] = primitive.attributes.get("stdDeviation")?.split(" ") ?? [];
			if (turned && across !== down) notes.add("stdDeviation on a rotated element", source);
			return [primitive];
		}
		case "feMorphology":
			return scale === undefined ? [primitive] : morphology(primitive, scale);
		case "feComposite":
			return [sum(primitive)];
		case "feDisplacementMap":
			return displacement(primitive, before);
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

/**
 * How far noise of the renderer lies from that of browsers, which read it at the middle of a pixel
 * and half a unit further; undefined for a filter without noise.
 */
export function noiseShift({ children }: XmlElement, place: Place): Shift | undefined {
	const [a, , , d] = place.matrix;
	const scale = uprightScale(place);
	if (scale === undefined || a < 0 || d < 0) return undefined;
	if (!children.some(({ name }) => name === "feTurbulence")) return undefined;
	return { x: 0.5 + 0.5 / scale.x, y: 0.5 + 0.5 / scale.y };
}

/** A primitive with its coordinates moved. */
export function shifted({ name, attributes, children }: SvgElement, shift: Shift): SvgElement {
	const moved = new Map(attributes);
	for (const [key, by] of [
		["x", shift.x],
		["y", shift.y],
		["pointsAtX", shift.x],
		["pointsAtY", shift.y],
	] as const) {
		const value = moved.get(key);
		if (value !== undefined) moved.set(key, printNumber(Number(value) + by));
	}
	return makeElement(
		name,
		moved,
		children.map((child) => shifted(child, shift)),
	);
}

/**
 * Noise whose cells fit into its region, so that its left edge goes with its right one. The region
 * of the renderer is one of pixels, so the cells are chosen here.
 * @param whole size of the region, in user space
 */
export function stitched(primitive: SvgElement, whole: Size): SvgElement {
	const attributes = new Map(primitive.attributes);
	if (!attributes.delete("stitchTiles") || primitive.attributes.get("stitchTiles") !== "stitch")
		return makeElement(primitive.name, attributes);
	const [across = 0, down = across] = (attributes.get("baseFrequency") ?? "0")
		.split(" ")
		.map(Number);
	const fitted = (frequency: number, side: number): number => {
		const [low, high] = [Math.floor, Math.ceil].map((round) => round(side * frequency) / side);
		if (!(frequency > 0 && side > 0)) return frequency;
		return frequency / low! < high! / frequency ? low! : high!;
	};
	const side = (name: "width" | "height") => Number(attributes.get(name) ?? whole[name]);
	const frequencies = [fitted(across, side("width")), fitted(down, side("height"))];
	attributes.set("baseFrequency", frequencies.map(printNumber).join(" "));
	return makeElement(primitive.name, attributes);
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

/** The renderer does not know the operator `lighter`. */
function sum({ name, attributes, children }: SvgElement): SvgElement {
	if (attributes.get("operator") !== "lighter") return makeElement(name, attributes, children);
	return makeElement(
		name,
		new Map([...attributes, ["operator", "arithmetic"], ["k2", "1"], ["k3", "1"]]),
	);
}

/** An alpha of one for every pixel. */
const OPAQUE = "1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1";

/** The renderer takes premultiplied colours of the map, where browsers take its own. */
function displacement(primitive: SvgElement, before: readonly SvgElement[]): SvgElement[] {
	const { attributes } = primitive;
	const selectors = ["xChannelSelector", "yChannelSelector"].map((name) => attributes.get(name));
	if (selectors.some((one) => one === undefined || one === "A")) return [primitive];
	const names = { in: `shown${before.length}`, in2: `map${before.length}` };
	const shared = [...attributes].filter(([name]) => name === "color-interpolation-filters");
	const input = (name: "in" | "in2"): Attribute[] => {
		const value = attributes.get(name);
		return value === undefined ? [] : [["in", value]];
	};
	// The first part names what is the result of the primitive before, for an input without a name.
	const source = makeElement("feOffset", [...shared, ...input("in"), ["result", names.in]]);
	const map = makeElement("feColorMatrix", [
		...shared,
		...(attributes.has("in") || attributes.has("in2") ? input("in2") : [["in", names.in] as const]),
		["values", OPAQUE],
		["result", names.in2],
	]);
	const rest = [...attributes].filter(([name]) => name !== "in" && name !== "in2");
	const moved = makeElement(primitive.name, [...rest, ["in", names.in], ["in2", names.in2]]);
	return attributes.has("in") ? [map, source, moved] : [source, map, moved];
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

/** A movement in user space. */
export interface Shift {
	readonly x: number;
	readonly y: number;
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

function followedByTile(source: XmlElement): boolean {
	const siblings = source.parent?.children ?? [];
	return siblings[siblings.indexOf(source) + 1]?.name === "feTile";
}

/** The renderer ignores the region of an offset, except for a tile of it. */
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
	// As in browsers, less than half a pixel changes nothing.
	if (rx <= 0 && ry <= 0)
		return [
			makeElement(
				"feOffset",
				[...primitive.attributes].filter(([name]) => name === "in" || name === "result"),
			),
		];
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
