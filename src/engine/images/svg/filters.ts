import { ENUMS } from "../../../contract/enums.js";
import { SVG_LIMITS, tooComplex } from "./budget.js";
import { colorOf } from "./css/cascade.js";
import type { Definition, Drawing, Place, ReferenceBox } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { asRendered, noiseShift, shifted, stitched } from "./filter-quirks.js";
import { placeImage } from "./images.js";
import { linearColor } from "./linear-rgb.js";
import { boxInUserSpace, printNumber, stretch } from "./matrix.js";
import type { Box } from "./outline.js";
import { coordinates, readUnits, type Units } from "./templates.js";
import { readLength, readNumbers } from "./values.js";
import type { Size } from "./viewport.js";
import type { XmlElement } from "./xml.js";

/** How an attribute is checked: numbers within bounds, the name of a result, or one of some words. */
type Attribute =
	| {
			readonly most: number;
			readonly least: number;
			readonly count: number;
			readonly length?: boolean;
	  }
	| "name"
	| readonly string[];
const number = (least = -1e5, most = 1e5, count = 1): Attribute => ({ least, most, count });
/** A length that is limited in pixels of the canvas. */
const pixels = (most: number, count = 2): Attribute => ({ least: 0, most, count, length: true });
const BLEND_MODES = ENUMS.blendMode;
const CHANNELS = ["R", "G", "B", "A"] as const;
const TRANSFER = {
	type: ["identity", "table", "discrete", "linear", "gamma"],
	tableValues: number(-10, 10, 256),
	slope: number(),
	intercept: number(),
	amplitude: number(),
	exponent: number(),
	offset: number(),
} as const;
/** Maximum standard deviation of a blur in canvas pixels; beyond it, nothing is recognisable. */
const MAX_BLUR = 500;
/** Maximum radius of feMorphology in canvas pixels. */
const MAX_RADIUS = 100;
/** Octaves of noise; further ones change a channel by less than one. */
const MAX_OCTAVES = 9;
/** Side of a convolution's matrix. */
const MAX_ORDER = 15;
const LIGHT = { x: number(), y: number(), z: number() } as const;

const PRIMITIVES: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
	feFlood: {},
	feOffset: { in: "name", dx: number(), dy: number() },
	feGaussianBlur: { in: "name", stdDeviation: pixels(MAX_BLUR) },
	feDropShadow: { in: "name", dx: number(), dy: number(), stdDeviation: pixels(MAX_BLUR) },
	feColorMatrix: {
		in: "name",
		type: ["matrix", "saturate", "hueRotate", "luminanceToAlpha"],
		values: number(-1e5, 1e5, 20),
	},
	feBlend: { in: "name", in2: "name", mode: BLEND_MODES },
	feComposite: {
		in: "name",
		in2: "name",
		operator: ["over", "in", "out", "atop", "xor", "arithmetic", "lighter"],
		k1: number(),
		k2: number(),
		k3: number(),
		k4: number(),
	},
	feMerge: {},
	feMergeNode: { in: "name" },
	feComponentTransfer: { in: "name" },
	feFuncR: TRANSFER,
	feFuncG: TRANSFER,
	feFuncB: TRANSFER,
	feFuncA: TRANSFER,
	feTile: { in: "name" },
	feTurbulence: {
		type: ["fractalNoise", "turbulence"],
		baseFrequency: number(0, 10, 2),
		numOctaves: number(1, MAX_OCTAVES),
		seed: number(),
		stitchTiles: ["stitch", "noStitch"],
	},
	feMorphology: { in: "name", operator: ["erode", "dilate"], radius: pixels(MAX_RADIUS) },
	feConvolveMatrix: {
		in: "name",
		order: number(1, MAX_ORDER, 2),
		kernelMatrix: number(-1e5, 1e5, MAX_ORDER ** 2),
		divisor: number(),
		bias: number(),
		targetX: number(0, MAX_ORDER - 1),
		targetY: number(0, MAX_ORDER - 1),
		edgeMode: ["duplicate", "wrap", "none"],
		preserveAlpha: ["true", "false"],
	},
	feDisplacementMap: {
		in: "name",
		in2: "name",
		scale: number(-1e4, 1e4),
		xChannelSelector: CHANNELS,
		yChannelSelector: CHANNELS,
	},
	feDiffuseLighting: { in: "name", surfaceScale: number(), diffuseConstant: number(0) },
	feSpecularLighting: {
		in: "name",
		surfaceScale: number(),
		specularConstant: number(0),
		specularExponent: number(1, 128),
	},
	feDistantLight: { azimuth: number(), elevation: number() },
	fePointLight: LIGHT,
	feSpotLight: {
		...LIGHT,
		pointsAtX: number(),
		pointsAtY: number(),
		pointsAtZ: number(),
		specularExponent: number(1, 128),
		limitingConeAngle: number(-180, 180),
	},
	feImage: { preserveAspectRatio: [] },
};
const PARTS: ReadonlySet<string> = new Set([
	"feMergeNode",
	"feFuncR",
	"feFuncG",
	"feFuncB",
	"feFuncA",
	"feDistantLight",
	"fePointLight",
	"feSpotLight",
]);
const LIGHTS = /^fe(?:Distant|Point|Spot)(?:Light)$/;
const BOX = { x: "x", y: "y", width: "x", height: "y" } as const;
/** Inputs that no browser draws any more. */
const BACKGROUNDS = /^(?:BackgroundImage|BackgroundAlpha)$/;
const PAINTS = /^(?:FillPaint|StrokePaint)$/;

/** A filter of the primitives that are known; others are left out and do not drop their neighbours. */
export function writeFilter(
	drawing: Drawing,
	element: XmlElement,
	place: Place,
	reference: ReferenceBox | undefined,
): Definition {
	const given = element.children.filter((child) => child.name.startsWith("fe"));
	if (given.length > SVG_LIMITS.filterPrimitives)
		throw tooComplex(`${given.length} filter primitives`);
	const { attributes } = element;
	const units = readUnits(attributes.get("filterUnits"), "objectBoundingBox");
	const primitiveUnits = primitiveUnitsOf(element);
	const box = boundedRegion(attributes, units, place, drawing.canvas);
	const shift = noiseShift(element, place);
	const size = regionSize(attributes, units, place, reference?.box);
	const results = new Set(["SourceGraphic", "SourceAlpha"]);
	const content: SvgElement[] = [];
	for (const child of given) {
		if (PRIMITIVES[child.name] === undefined || PARTS.has(child.name)) {
			drawing.notes.add(child.name, child);
			continue;
		}
		const written = inUserSpace(
			writePrimitive(drawing, child, place, primitiveUnits, results),
			primitiveUnits === "objectBoundingBox" ? reference?.box : undefined,
		);
		const moved = shift === undefined ? written : shifted(written, shift);
		const one = moved.name === "feTurbulence" ? stitched(moved, size) : moved;
		content.push(...asRendered(one, content, place, drawing.notes, child));
	}
	if (content.length === 0 && given.length > 0) return undefined;
	for (const _ of content) drawing.spendLayer({ ...place, layers: 0 });
	const region =
		shift === undefined || units === "objectBoundingBox"
			? box
			: shifted(makeElement("filter", box), shift).attributes;
	return (id) =>
		makeElement(
			"filter",
			[["id", id], ["filterUnits", units], ["primitiveUnits", "userSpaceOnUse"], ...region],
			content,
		);
}

/** Size of a filter region in user space, as it is given. */
function regionSize(
	attributes: ReadonlyMap<string, string>,
	units: Units,
	{ viewport }: Place,
	box: Box | undefined,
): Size {
	const relative = units === "objectBoundingBox";
	const side = (name: "width" | "height", whole: number) =>
		(readLength(attributes.get(name), relative ? 1 : whole) ?? 1.2 * (relative ? 1 : whole)) *
		(relative ? whole : 1);
	if (!relative)
		return { width: side("width", viewport.width), height: side("height", viewport.height) };
	return {
		width: side("width", box === undefined ? 0 : box.maxX - box.minX),
		height: side("height", box === undefined ? 0 : box.maxY - box.minY),
	};
}

/** Whether a filter is written for the box of an element. */
export const needsBox = (element: XmlElement): boolean =>
	primitiveUnitsOf(element) === "objectBoundingBox" ||
	element.children.some(({ attributes }) => attributes.get("stitchTiles") === "stitch");

/** Units of the lengths of a filter's primitives. */
const primitiveUnitsOf = ({ attributes }: XmlElement): Units =>
	readUnits(attributes.get("primitiveUnits"), "userSpaceOnUse");

/** A primitive whose lengths are shares of a box, in user space. */
function inUserSpace(primitive: SvgElement, box: Box | undefined): SvgElement {
	if (box === undefined) return primitive;
	const width = Math.max(0, box.maxX - box.minX);
	const height = Math.max(0, box.maxY - box.minY);
	const attributes = new Map(primitive.attributes);
	const scaled = (name: string, factors: readonly number[], start = 0) => {
		const value = attributes.get(name);
		if (value === undefined) return;
		const numbers = value.split(" ").map(Number);
		const all = numbers.length === 1 ? factors.map(() => numbers[0]!) : numbers;
		attributes.set(
			name,
			all.map((one, i) => printNumber(start + one * (factors[i] ?? 1))).join(" "),
		);
	};
	for (const name of ["x", "pointsAtX"]) scaled(name, [width], box.minX);
	for (const name of ["y", "pointsAtY"]) scaled(name, [height], box.minY);
	for (const name of ["width", "dx"]) scaled(name, [width]);
	for (const name of ["height", "dy"]) scaled(name, [height]);
	for (const name of ["stdDeviation", "radius"]) scaled(name, [width, height]);
	for (const name of ["z", "pointsAtZ", "scale"])
		scaled(name, [Math.hypot(width, height) / Math.SQRT2]);
	const children = primitive.children.map((child) => inUserSpace(child, box));
	return makeElement(primitive.name, attributes, children);
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

function writePrimitive(
	drawing: Drawing,
	element: XmlElement,
	place: Place,
	units: Units,
	results: Set<string>,
): SvgElement {
	drawing.budget.spend("drawn");
	const { name, attributes } = element;
	if (name === "feImage") return writeFeImage(drawing, element, place, units, results);
	const written = coordinates(attributes, units, place.viewport, BOX);
	for (const [key, kind] of Object.entries(PRIMITIVES[name]!)) {
		const value = attributes.get(key)?.trim();
		if (value === undefined) continue;
		if (kind === "name") {
			if (PAINTS.test(value)) drawing.notes.add(`${key}="${value}"`, element);
			// An unknown input is the result of the primitive before.
			if (results.has(value) && !BACKGROUNDS.test(value)) written.push([key, value]);
			continue;
		}
		const checked = checkAttribute(value, kind, place, units);
		if (checked !== undefined) written.push([key, checked]);
	}
	const style = drawing.cascade.placed(element);
	if (!PARTS.has(name)) {
		const space = style.get("color-interpolation-filters") ?? "linearRGB";
		written.push(["color-interpolation-filters", space]);
	}
	if (name === "feFlood" || name === "feDropShadow") {
		const { hex, alpha } = colorOf(style, "flood-color", "#000000");
		const opacity = alpha * Number(style.get("flood-opacity") ?? 1);
		written.push(["flood-color", hex]);
		if (opacity < 1) written.push(["flood-opacity", printNumber(opacity)]);
	}
	if (name.endsWith("Lighting")) {
		const { hex } = colorOf(style, "lighting-color", "#ffffff");
		const inSrgb = style.get("color-interpolation-filters") === "sRGB";
		// The renderer takes the colour for one of the space in which it works.
		written.push(["lighting-color", inSrgb ? hex : linearColor(hex)]);
	}
	// The edge of the cone is sharp, where browsers soften it.
	if (attributes.has("limitingConeAngle")) drawing.notes.add("limitingConeAngle", element);
	keepResult(attributes, written, results);
	const parts = element.children
		.filter((child) => PARTS.has(child.name))
		.slice(0, SVG_LIMITS.filterPrimitives)
		.map((part) => writePrimitive(drawing, part, place, units, results));
	// Without a light, a browser draws nothing.
	if (name.endsWith("Lighting") && !parts.some((part) => LIGHTS.test(part.name)))
		return makeElement("feFlood", [["flood-opacity", "0"], ...resultOf(written)]);
	if (name === "feConvolveMatrix" && !isConvolution(written)) return passed(written);
	return makeElement(name, written, parts);
}

function keepResult(
	attributes: ReadonlyMap<string, string>,
	written: [string, string][],
	results: Set<string>,
): void {
	const result = attributes.get("result")?.trim();
	if (result === undefined || !isName(result)) return;
	results.add(result);
	written.push(["result", result]);
}

const resultOf = (written: readonly [string, string][]) =>
	written.filter(([name]) => name === "result");

/** A primitive that changes nothing. */
const passed = (written: readonly [string, string][]): SvgElement =>
	makeElement(
		"feOffset",
		written.filter(([name]) => name === "in" || name === "result"),
	);

function isConvolution(written: readonly [string, string][]): boolean {
	const numbers = (name: string) =>
		written
			.find(([key]) => key === name)?.[1]
			.split(" ")
			.map(Number) ?? [];
	const [columns = 3, rows = columns] = numbers("order");
	const [targetX = Math.floor(columns / 2)] = numbers("targetX");
	const [targetY = Math.floor(rows / 2)] = numbers("targetY");
	return (
		Number.isInteger(columns) &&
		Number.isInteger(rows) &&
		numbers("kernelMatrix").length === columns * rows &&
		targetX < columns &&
		targetY < rows
	);
}

/** A picture in a data URL; an element that a filter draws is not supported. */
function writeFeImage(
	drawing: Drawing,
	element: XmlElement,
	place: Place,
	units: Units,
	results: Set<string>,
): SvgElement {
	const { attributes } = element;
	const written = coordinates(attributes, units, place.viewport, BOX);
	keepResult(attributes, written, results);
	const source = drawing.images.get(attributes.get("href")?.trim() ?? "");
	const size = new Map(written);
	const side = (name: string) => Number(size.get(name) ?? 0);
	const box = { x: side("x"), y: side("y"), width: side("width"), height: side("height") };
	const ratio = attributes.get("preserveAspectRatio");
	const image =
		source === undefined || units === "objectBoundingBox"
			? undefined
			: placeImage(drawing, source, box, ratio, place, false);
	if (image === undefined) {
		drawing.notes.add("feImage", element);
		return makeElement("feFlood", [["flood-opacity", "0"], ...resultOf(written)]);
	}
	return makeElement("feImage", [...image.attributes, ...resultOf(written)]);
}

function checkAttribute(
	value: string,
	kind: Exclude<Attribute, "name">,
	place: Place,
	units: Units,
): string | undefined {
	if (!("most" in kind)) return kind.includes(value) ? value : undefined;
	const numbers = value.length > 4_000 ? undefined : readNumbers(value);
	const { least, count, length } = kind;
	if (numbers === undefined || numbers.length === 0 || numbers.length > count) return undefined;
	const most = !length
		? kind.most
		: units === "objectBoundingBox"
			? 1
			: kind.most / Math.max(1e-6, stretch(place.matrix));
	return numbers.map((one) => printNumber(Math.min(Math.max(one, least), most))).join(" ");
}

const isName = (value: string): boolean => /^[\w.:-]{1,64}$/.test(value);
