import type { ColorData } from "@csstools/css-color-parser";
import { onDemand, requirePackage } from "../../../base/on-demand.js";
import { LIMITS } from "../../../contract/limits.js";
import { type CssValue, cssValue, isShallow, keywordOf } from "./css.js";

/** A colour in sRGB, 0..255 each, alpha 0..1. */
export interface Rgba {
	readonly r: number;
	readonly g: number;
	readonly b: number;
	readonly a: number;
}

export const sameColor = (a: Rgba, b: Rgba): boolean =>
	a.r === b.r && a.g === b.g && a.b === b.b && a.a === b.a;

/** Loaded on demand, because most documents only have hexadecimal colours. */
const parser = onDemand(
	() => requirePackage("@csstools/css-color-parser") as typeof import("@csstools/css-color-parser"),
);
const helpers = onDemand(
	() => requirePackage("@csstools/color-helpers") as typeof import("@csstools/color-helpers"),
);

/** System colours of CSS Color 4, section 6.2: those of a light desktop, the same on every machine. */
const SYSTEM: ReadonlyMap<string, number> = new Map([
	["accentcolor", 0x0075ff],
	["accentcolortext", 0xffffff],
	["activetext", 0xff0000],
	["buttonborder", 0x000000],
	["buttonface", 0xefefef],
	["buttontext", 0x000000],
	["canvas", 0xffffff],
	["canvastext", 0x000000],
	["field", 0xffffff],
	["fieldtext", 0x000000],
	["graytext", 0x808080],
	["highlight", 0x0041c6],
	["highlighttext", 0xffffff],
	["linktext", 0x0000ee],
	["mark", 0xffff00],
	["marktext", 0x000000],
	["selecteditem", 0x1967d2],
	["selecteditemtext", 0xffffff],
	["visitedtext", 0x551a8b],
]);

/**
 * Notations whose first value is the lightness, and in which 0 and 100 % may have chroma, as in
 * browsers.
 */
const WITH_LIGHTNESS = {
	lab: "Lab_to_XYZ_D65",
	lch: "LCH_to_XYZ_D65",
	oklab: "OKLab_to_XYZ_D65",
	oklch: "OKLCH_to_XYZ_D65",
} as const;

/**
 * The same colour in a form in which the package's serialiser does what browsers do: it would
 * remove the chroma of black and white, and the saturation of HSL may exceed 100 %.
 */
function asBrowsers(data: ColorData): ColorData {
	const channels = data.channels.map((value) => (Number.isNaN(value) ? 0 : value));
	const [x, y, z] = channels as [number, number, number];
	if (data.colorNotation === "hsl") return { ...data, channels: [x, Math.min(y, 100), z] };
	const convert = WITH_LIGHTNESS[data.colorNotation as keyof typeof WITH_LIGHTNESS];
	if (convert === undefined) return data;
	const { XYZ_D65 } = parser().ColorNotation;
	return { ...data, colorNotation: XYZ_D65, channels: helpers()[convert]([x, y, z]) };
}

/**
 * The package parses calculations again at each level, which takes cubic time, so levels are
 * limited.
 */
const MAX_LEVELS = 8;

/**
 * The colour of a value; null if it is not a colour, or has more than LIMITS.maxColorLength
 * characters or MAX_LEVELS nested brackets.
 */
export function colorOfValue(value: CssValue): Rgba | null {
	const word = keywordOf(value);
	const system = word === null ? undefined : SYSTEM.get(word);
	if (system !== undefined) {
		return { r: system >> 16, g: (system >> 8) & 255, b: system & 255, a: 1 };
	}
	const [only] = value;
	if (only === undefined || value.length > 1 || !isShallow(value, MAX_LEVELS)) return null;
	// Outside of the try: a package that cannot be loaded does not make a value a wrong one.
	parser();
	try {
		const written = only.toString();
		if (written.length > LIMITS.maxColorLength) return null;
		return remembered(written, () => colorOfComponent(only));
	} catch {
		// A calculation with too many terms; anything else that the package cannot parse or print is
		// not a colour.
		return null;
	}
}

/** @throws Error for mathematics that the package cannot read */
function colorOfComponent(component: CssValue[number]): Rgba | null {
	const { color, serializeRGB, SyntaxFlag } = parser();
	const data = color(component);
	// Browsers do not support color-mix() with other than two colours yet; var() has no value here.
	if (data === false || data.syntaxFlags.has(SyntaxFlag.ColorMixVariadic)) return null;
	if (typeof data.alpha !== "number") return null;
	// "rgb(1, 2, 3)"
	const written = serializeRGB(asBrowsers(data), false).toString().match(/\d+/g)!;
	const [r, g, b] = written.map(Number) as [number, number, number];
	return { r, g, b, a: Math.min(1, Math.max(0, Number.isNaN(data.alpha) ? 0 : data.alpha)) };
}

const HEX = /^#[0-9a-f]{6}$/i;

/**
 * A colour of CSS Color 5 that does not depend on its context: hexadecimal, named, system,
 * transparent, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch(), color(), color-mix(), relative
 * colours and calc() in all of them, clipped to sRGB.
 *
 * @returns channels 0..255 (integers) and alpha 0..1; null for invalid values, for `currentcolor`
 * (only the caller may know its meaning), and for a value longer than LIMITS.maxColorLength.
 */
export function parseCssColor(value: string): Rgba | null {
	if (HEX.test(value)) {
		const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
		return { r: r!, g: g!, b: b!, a: 1 };
	}
	if (value.length > LIMITS.maxColorLength) return null;
	return remembered(value, () => colorOfValue(cssValue(value)));
}

/**
 * Cache of parsed colours: a document is checked and drawn with the same colours, and a value means
 * the same everywhere.
 */
const known = new Map<string, Rgba | null>();
const MAX_KNOWN = 1_000;

function remembered(written: string, read: () => Rgba | null): Rgba | null {
	let color = known.get(written);
	if (color === undefined) {
		color = read();
		if (known.size >= MAX_KNOWN) known.clear();
		known.set(written, color);
	}
	return color;
}
