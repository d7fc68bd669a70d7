/** The filter functions of CSS as filter elements. */
import { colorOf } from "./css/cascade.js";
import { readFunction, splitTop } from "./css/syntax.js";
import type { Drawing, Place } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { asRendered } from "./filter-quirks.js";
import { isEmptyBox } from "./geometry.js";
import { boxInUserSpace, isSane, printNumber, stretch } from "./matrix.js";
import type { Box } from "./outline.js";
import { strokeWidth } from "./painting.js";
import { grow, intersection } from "./price/outline.js";
import { SHAPE_NAMES } from "./shapes.js";
import { readAngle, readColor, readFraction, readLength } from "./values.js";
import type { XmlElement } from "./xml.js";

/** Functions of one element. */
const MAX_FUNCTIONS = 12;
/** Standard deviation of a blur in canvas pixels; beyond it, nothing is recognisable. */
const MAX_BLUR = 500;
/** How far a Gaussian is visible, in standard deviations. */
const REACH = 3;

/**
 * A filter that applies functions one after the other.
 * @param box of the element's shapes
 * @returns its id; undefined if they do nothing
 * @see https://www.w3.org/TR/filter-effects-1/#FilterFunctionEquivalents
 */
export function filterFunctions(
	drawing: Drawing,
	functions: readonly string[],
	place: Place,
	box: () => Box,
	element: XmlElement,
): string | undefined {
	const primitives: SvgElement[] = [];
	const sRgb = ["color-interpolation-filters", "sRGB"] as const;
	let reach = 0;
	for (const written of functions.slice(0, MAX_FUNCTIONS)) {
		const one = readFunction(written);
		if (one === undefined) continue;
		const primitive = primitiveOf(drawing, one.name, one.text.trim(), place);
		if (primitive === undefined) continue;
		const { name, attributes, children } = primitive.element;
		const full = makeElement(name, [...attributes, sRgb], children);
		primitives.push(...asRendered(full, primitives, place, drawing.notes, element));
		reach += primitive.reach;
	}
	if (primitives.length === 0) return undefined;
	for (const _ of primitives) drawing.spendLayer(place);
	const region = regionOf(drawing, place, box(), reach, element);
	if (region === undefined) return undefined;
	return drawing.define((id) =>
		makeElement(
			"filter",
			[
				["id", id],
				["filterUnits", "userSpaceOnUse"],
				["x", printNumber(region.minX)],
				["y", printNumber(region.minY)],
				["width", printNumber(region.maxX - region.minX)],
				["height", printNumber(region.maxY - region.minY)],
			],
			primitives,
		),
	);
}

/** All that the filter can change: its element, as far as the canvas shows it. */
function regionOf(
	drawing: Drawing,
	place: Place,
	box: Box,
	reach: number,
	element: XmlElement,
): Box | undefined {
	const { width, height } = drawing.canvas;
	const scale = stretch(place.matrix);
	const shape = SHAPE_NAMES.has(element.name) || element.name === "image";
	const stroke = strokeWidth(drawing, place);
	const own = isEmptyBox(box)
		? undefined
		: grow(box, reach + stroke * 4 + 2 / Math.max(scale, 1e-6));
	if (place.detached || !isSane(place.matrix)) return own;
	// More than one canvas beyond an edge, the layers in it would be cut: see layer-regions.ts.
	const marginX = Math.min(reach * scale + 2, width);
	const marginY = Math.min(reach * scale + 2, height);
	const seen = boxInUserSpace(place.matrix, {
		minX: -marginX,
		minY: -marginY,
		maxX: width + marginX,
		maxY: height + marginY,
	});
	if (!shape || own === undefined) return seen;
	const part = intersection(seen, own);
	return part.maxX > part.minX && part.maxY > part.minY ? part : undefined;
}

/** @returns the primitive and how far it moves or spreads its input, in user space */
function primitiveOf(
	drawing: Drawing,
	name: string,
	text: string,
	place: Place,
): { element: SvgElement; reach: number } | undefined {
	const units = drawing.cascade.units(place.style);
	const most = MAX_BLUR / Math.max(1e-6, stretch(place.matrix));
	const amount = (initial: number) =>
		text === "" ? initial : Math.max(0, readLength(text, 1, units) ?? initial);
	const share = () => (text === "" ? 1 : (readFraction(text) ?? 1));
	const plain = (element: SvgElement) => ({ element, reach: 0 });
	switch (name) {
		case "blur": {
			const deviation = Math.min(
				text === "" ? 0 : Math.max(0, readLength(text, 0, units) ?? 0),
				most,
			);
			if (deviation === 0) return undefined;
			return {
				element: makeElement("feGaussianBlur", { stdDeviation: printNumber(deviation) }),
				reach: deviation * REACH,
			};
		}
		case "drop-shadow":
			return shadow(drawing, text, place, most);
		case "brightness":
			return plain(transfer({ type: "linear", slope: printNumber(amount(1)) }));
		case "contrast": {
			const slope = amount(1);
			return plain(
				transfer({
					type: "linear",
					slope: printNumber(slope),
					intercept: printNumber(0.5 - slope / 2),
				}),
			);
		}
		case "invert": {
			const part = share();
			return plain(transfer({ type: "table", tableValues: `${part} ${1 - part}` }));
		}
		case "opacity":
			return plain(
				makeElement("feComponentTransfer", {}, [
					makeElement("feFuncA", { type: "table", tableValues: `0 ${share()}` }),
				]),
			);
		case "saturate":
			return plain(matrix("saturate", printNumber(amount(1))));
		case "hue-rotate":
			return plain(matrix("hueRotate", printNumber(readAngle(text || "0") ?? 0)));
		case "grayscale":
			return plain(matrix("matrix", grayscale(1 - share())));
		case "sepia":
			return plain(matrix("matrix", sepia(1 - share())));
		default:
			return undefined;
	}
}

const transfer = (attributes: Record<string, string>): SvgElement =>
	makeElement(
		"feComponentTransfer",
		{},
		["feFuncR", "feFuncG", "feFuncB"].map((name) => makeElement(name, attributes)),
	);

const matrix = (type: string, values: string): SvgElement =>
	makeElement("feColorMatrix", { type, values });

const rows = (values: readonly (readonly number[])[]): string =>
	[...values.map((row) => [...row, 0, 0].map(printNumber).join(" ")), "0 0 0 1 0"].join(" ");

/** @param s 1: unchanged */
const grayscale = (s: number): string =>
	rows([
		[0.2126 + 0.7874 * s, 0.7152 - 0.7152 * s, 0.0722 - 0.0722 * s],
		[0.2126 - 0.2126 * s, 0.7152 + 0.2848 * s, 0.0722 - 0.0722 * s],
		[0.2126 - 0.2126 * s, 0.7152 - 0.7152 * s, 0.0722 + 0.9278 * s],
	]);

const sepia = (s: number): string =>
	rows([
		[0.393 + 0.607 * s, 0.769 - 0.769 * s, 0.189 - 0.189 * s],
		[0.349 - 0.349 * s, 0.686 + 0.314 * s, 0.168 - 0.168 * s],
		[0.272 - 0.272 * s, 0.534 - 0.534 * s, 0.131 + 0.869 * s],
	]);

function shadow(
	drawing: Drawing,
	text: string,
	place: Place,
	most: number,
): { element: SvgElement; reach: number } | undefined {
	const units = drawing.cascade.units(place.style);
	const parts = splitTop(text, " ");
	const written = parts.map(readColor).find((color) => color !== undefined);
	const lengths = parts
		.filter((part) => readColor(part) === undefined)
		.map((part) => readLength(part, 0, units));
	const [dx, dy, deviation = 0] = lengths;
	if (dx === undefined || dy === undefined) return undefined;
	const color = colorOf(
		place.style.with({ "flood-color": written ?? "currentColor" }),
		"flood-color",
		"",
	);
	const blur = Math.min(Math.max(0, deviation), most);
	return {
		element: makeElement("feDropShadow", {
			dx: printNumber(dx),
			dy: printNumber(dy),
			stdDeviation: printNumber(blur),
			"flood-color": color.hex,
			"flood-opacity": printNumber(color.alpha),
		}),
		reach: Math.max(Math.abs(dx), Math.abs(dy)) + blur * REACH,
	};
}
