import { ENUMS } from "../../../contract/enums.js";
import { malformed, SVG_LIMITS, tooComplex } from "./budget.js";
import type { Definition, Drawing, Place } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { boxInUserSpace, printNumber, stretch } from "./matrix.js";
import { declaredStyle } from "./style.js";
import { coordinates, readUnits, type Units } from "./templates.js";
import { readLength, readNumbers } from "./values.js";
import type { Size } from "./viewport.js";
import type { XmlElement } from "./xml.js";

type Attribute = "number" | "numbers" | "name" | readonly string[];
const BLEND_MODES = ENUMS.blendMode;
const TRANSFER = {
	type: ["identity", "table", "discrete", "linear", "gamma"],
	tableValues: "numbers",
	slope: "number",
	intercept: "number",
	amplitude: "number",
	exponent: "number",
	offset: "number",
} as const;

/** The primitives that drawing programs use for drop shadows, glows and tints. */
const PRIMITIVES: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
	feFlood: {},
	feOffset: { in: "name", dx: "number", dy: "number" },
	feGaussianBlur: { in: "name", stdDeviation: "numbers" },
	feDropShadow: { in: "name", dx: "number", dy: "number", stdDeviation: "numbers" },
	feColorMatrix: {
		in: "name",
		type: ["matrix", "saturate", "hueRotate", "luminanceToAlpha"],
		values: "numbers",
	},
	feBlend: { in: "name", in2: "name", mode: BLEND_MODES },
	feComposite: {
		in: "name",
		in2: "name",
		operator: ["over", "in", "out", "atop", "xor", "arithmetic", "lighter"],
		k1: "number",
		k2: "number",
		k3: "number",
		k4: "number",
	},
	feMerge: {},
	feMergeNode: { in: "name" },
	feComponentTransfer: { in: "name" },
	feFuncR: TRANSFER,
	feFuncG: TRANSFER,
	feFuncB: TRANSFER,
	feFuncA: TRANSFER,
};
const PARTS: ReadonlySet<string> = new Set([
	"feMergeNode",
	"feFuncR",
	"feFuncG",
	"feFuncB",
	"feFuncA",
]);
const BOX = { x: "x", y: "y", width: "x", height: "y" } as const;
/** Maximum standard deviation of a blur in canvas pixels; beyond it, nothing is recognisable. */
const MAX_BLUR = 500;

/**
 * A filter of known primitives. A filter with any other primitive is left out, and the element is
 * drawn without it.
 */
export function writeFilter(drawing: Drawing, element: XmlElement, place: Place): Definition {
	const primitives = element.children.filter((child) => child.name.startsWith("fe"));
	if (primitives.some((child) => child.name === "feImage")) throw malformed("feImage element");
	if (primitives.length > SVG_LIMITS.filterPrimitives)
		throw tooComplex(`${primitives.length} primitives`);
	if (primitives.some((child) => PRIMITIVES[child.name] === undefined || PARTS.has(child.name)))
		return undefined;
	const { attributes } = element;
	const units = readUnits(attributes.get("filterUnits"), "objectBoundingBox");
	const primitiveUnits = readUnits(attributes.get("primitiveUnits"), "userSpaceOnUse");
	if (primitiveUnits === "objectBoundingBox") return undefined;
	const box = boundedRegion(attributes, units, place, drawing.canvas);
	const color =
		declaredStyle(element, drawing.sheet).get("color-interpolation-filters") ?? "linearRGB";
	const content = primitives.map((child) => writePrimitive(drawing, child, place));
	for (const _ of primitives) drawing.spendLayer({ ...place, layers: 0 });
	return (id) =>
		makeElement(
			"filter",
			[["id", id], ["filterUnits", units], ...box, ["color-interpolation-filters", color]],
			content,
		);
}

/**
 * The filter region, limited to the part that can matter: one canvas beyond each side of the
 * canvas, or five times the shape's box.
 */
function boundedRegion(
	attributes: ReadonlyMap<string, string>,
	units: Units,
	place: Place,
	canvas: Size,
): [name: string, value: string][] {
	const relative = units === "objectBoundingBox";
	const whole = relative ? { width: 1, height: 1 } : place.viewport;
	const { width, height } = canvas;
	const bounds = relative
		? { minX: -2, minY: -2, maxX: 3, maxY: 3 }
		: boxInUserSpace(place.matrix, {
				minX: -width,
				minY: -height,
				maxX: 2 * width,
				maxY: 2 * height,
			});
	const axis = (
		start: "x" | "y",
		side: "width" | "height",
		least: number,
		most: number,
	): [string, string][] => {
		const from = readLength(attributes.get(start), whole[side]) ?? -0.1 * whole[side];
		const size = readLength(attributes.get(side), whole[side]) ?? 1.2 * whole[side];
		const low = Math.min(Math.max(from, least), most);
		const high = Math.min(Math.max(from + size, low), most);
		return [
			[start, printNumber(low)],
			[side, printNumber(high - low)],
		];
	};
	return [
		...axis("x", "width", bounds.minX, bounds.maxX),
		...axis("y", "height", bounds.minY, bounds.maxY),
	];
}

function writePrimitive(drawing: Drawing, element: XmlElement, place: Place): SvgElement {
	drawing.budget.spend("drawn");
	const written = coordinates(element.attributes, "userSpaceOnUse", place.viewport, BOX);
	for (const [name, kind] of Object.entries(PRIMITIVES[element.name]!)) {
		const value = element.attributes.get(name);
		const checked =
			value === undefined ? undefined : checkAttribute(name, value.trim(), kind, place);
		if (checked !== undefined) written.push([name, checked]);
	}
	const result = element.attributes.get("result");
	if (result !== undefined && isName(result)) written.push(["result", result]);
	for (const [name, value] of declaredStyle(element, drawing.sheet)) {
		if (name.startsWith("flood-") || name === "color-interpolation-filters")
			written.push([name, value]);
	}
	const parts = element.children
		.filter((child) => PARTS.has(child.name))
		.slice(0, SVG_LIMITS.filterPrimitives);
	return makeElement(
		element.name,
		written,
		parts.map((part) => writePrimitive(drawing, part, place)),
	);
}

function checkAttribute(
	name: string,
	value: string,
	kind: Attribute,
	place: Place,
): string | undefined {
	if (typeof kind === "object") return kind.includes(value) ? value : undefined;
	if (kind === "name") return isName(value) ? value : undefined;
	const numbers = value.length > 4000 ? undefined : readNumbers(value);
	if (numbers === undefined || numbers.length === 0 || numbers.length > 256) return undefined;
	if (kind === "number" && numbers.length !== 1) return undefined;
	if (name !== "stdDeviation") return numbers.map(printNumber).join(" ");
	const most = MAX_BLUR / Math.max(1e-6, stretch(place.matrix));
	return numbers
		.slice(0, 2)
		.map((deviation) => printNumber(Math.min(Math.max(0, deviation), most)))
		.join(" ");
}

const isName = (value: string): boolean => /^[A-Za-z_][\w.-]{0,63}$/.test(value);
