import { ENUMS } from "../../../contract/enums.js";
import {
	readColor,
	readFraction,
	readLength,
	readNumber,
	readNumbers,
	readReference,
} from "./values.js";

type Check = (value: string) => string | undefined;

const oneOf =
	(...words: string[]): Check =>
	(value) => {
		const word = value.trim().toLowerCase();
		return words.includes(word) ? word : undefined;
	};
const paint: Check = (value) => {
	if (readReference(value) !== undefined) return value.trim();
	return /^\s*(?:none|transparent)\s*$/i.test(value) ? "none" : readColor(value);
};
const reference: Check = (value) => {
	if (readReference(value) !== undefined) return value.trim();
	return value.trim() === "none" ? "none" : undefined;
};
const fraction: Check = (value) => readFraction(value)?.toString();
const length: Check = (value) => {
	if (value.trim().endsWith("%"))
		return readNumber(value.trim().slice(0, -1)) === undefined ? undefined : value.trim();
	return readLength(value, 0)?.toString();
};
const dashes: Check = (value) => {
	if (value.trim() === "none") return "none";
	const numbers = value.length > 2000 ? undefined : readNumbers(value.replace(/px/g, ""));
	return numbers?.every((number) => number >= 0) && numbers.length <= 64
		? numbers.join(" ")
		: undefined;
};

/**
 * The properties that are kept, with a check of their values. The check returns the value to write,
 * or undefined if the declaration is ignored, as in CSS.
 */
export const PROPERTIES: ReadonlyMap<string, Check> = new Map<string, Check>([
	["fill", paint],
	["stroke", paint],
	["color", readColor],
	["stop-color", readColor],
	["flood-color", readColor],
	["opacity", fraction],
	["fill-opacity", fraction],
	["stroke-opacity", fraction],
	["stop-opacity", fraction],
	["flood-opacity", fraction],
	["fill-rule", oneOf("nonzero", "evenodd")],
	["clip-rule", oneOf("nonzero", "evenodd")],
	["stroke-width", length],
	["stroke-linecap", oneOf("butt", "round", "square")],
	["stroke-linejoin", (value) => oneOf("miter", "round", "bevel", "miter-clip", "arcs")(value)],
	[
		"stroke-miterlimit",
		(value) => {
			const limit = readNumber(value);
			return limit !== undefined && limit >= 1 ? String(Math.min(limit, 100)) : undefined;
		},
	],
	["stroke-dasharray", dashes],
	["stroke-dashoffset", length],
	["display", (value) => (value.trim() === "none" ? "none" : "inline")],
	["visibility", oneOf("visible", "hidden", "collapse")],
	["overflow", oneOf("visible", "hidden", "scroll", "auto")],
	[
		"paint-order",
		(value) =>
			/^(?:normal|(?:fill|stroke|markers|\s){4,24})$/.test(value.trim()) ? value.trim() : undefined,
	],
	["shape-rendering", oneOf("auto", "crispedges", "geometricprecision", "optimizespeed")],
	["mix-blend-mode", oneOf(...ENUMS.blendMode)],
	["isolation", oneOf("auto", "isolate")],
	["mask-type", oneOf("alpha", "luminance")],
	[
		"color-interpolation-filters",
		(value) => (/^linearrgb$/i.test(value.trim()) ? "linearRGB" : "sRGB"),
	],
	["clip-path", reference],
	["mask", reference],
	["filter", reference],
	["marker-start", reference],
	["marker-mid", reference],
	["marker-end", reference],
	["marker", reference],
]);

/** Inherited properties. */
export const INHERITED: ReadonlySet<string> = new Set([
	"fill",
	"stroke",
	"color",
	"fill-opacity",
	"stroke-opacity",
	"fill-rule",
	"clip-rule",
	"stroke-width",
	"stroke-linecap",
	"stroke-linejoin",
	"stroke-miterlimit",
	"stroke-dasharray",
	"stroke-dashoffset",
	"visibility",
	"paint-order",
	"shape-rendering",
	"color-interpolation-filters",
	"marker-start",
	"marker-mid",
	"marker-end",
]);
