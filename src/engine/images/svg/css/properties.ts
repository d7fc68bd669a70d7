import { ENUMS } from "../../../../contract/enums.js";
import { parseTransform, printMatrix } from "../matrix.js";
import { readPathData } from "../path-data.js";
import {
	CURRENT_COLOR,
	readColor,
	readFraction,
	readFragment,
	readLength,
	readNumber,
	readReference,
} from "../values.js";
import { readFunction, readFunctions, splitTop } from "./syntax.js";

/** A checked value as it is kept; undefined if the declaration is ignored, as in CSS. */
type Check = (value: string) => string | undefined;

const oneOf =
	(...words: readonly string[]): Check =>
	(value) => {
		const word = value.trim().toLowerCase();
		return words.includes(word) ? word : undefined;
	};

/** `none`, a colour, or a reference; the fallback of a reference follows it, checked as well. */
const paint: Check = (value) => {
	const word = value.trim().toLowerCase();
	if (word === "none" || word === "context-fill" || word === "context-stroke") return word;
	const reference = readReference(value);
	if (reference === undefined) return readColor(value);
	const { id, fallback } = reference;
	const rest = fallback === undefined ? undefined : paint(fallback);
	if (fallback !== undefined && rest === undefined) return undefined;
	return `url(${JSON.stringify(`#${id ?? ""}`)})${rest === undefined ? "" : ` ${rest}`}`;
};
const reference: Check = (value) =>
	value.trim().toLowerCase() === "none" || readReference(value) !== undefined
		? value.trim()
		: undefined;
const fraction: Check = (value) => readFraction(value)?.toString();

/** Pixels as a number; other units and percentages stay as they are. */
const length: Check = (value) => {
	const text = value.trim();
	const absolute = /^[\d.e+-]+(?:px|pt|pc|mm|cm|q|in)?$/i.test(text);
	const pixels = readLength(text, 100);
	if (pixels === undefined) return undefined;
	return absolute ? String(pixels) : text;
};
/** As `length`, but a number other than 0 needs a unit in a style sheet. */
const withUnit: Check = (value) =>
	/^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(value.trim()) && Number(value) !== 0
		? undefined
		: length(value);
const positive =
	(check: Check): Check =>
	(value) =>
		value.trim().startsWith("-") ? undefined : check(value);
const orAuto =
	(check: Check): Check =>
	(value) =>
		value.trim().toLowerCase() === "auto" ? "auto" : check(value);

const dashes: Check = (value) => {
	if (value.trim().toLowerCase() === "none") return "none";
	if (value.length > 2_000) return undefined;
	const parts = value.trim().split(/\s*,\s*|\s+(?![^(]*\))/);
	const lengths = parts.map(positive(length));
	return lengths.length <= 64 && lengths.every((part) => part !== undefined)
		? lengths.join(" ")
		: undefined;
};

const functionsOf =
	(names: ReadonlySet<string>, urls = false): Check =>
	(value) => {
		const text = value.trim();
		if (text.toLowerCase() === "none") return "none";
		const functions = readFunctions(text);
		const known = functions?.every(({ name }) => names.has(name) || (urls && name === "url"));
		return known ? text : undefined;
	};

const FILTERS: ReadonlySet<string> = new Set([
	"blur",
	"brightness",
	"contrast",
	"drop-shadow",
	"grayscale",
	"hue-rotate",
	"invert",
	"opacity",
	"saturate",
	"sepia",
]);
export const TRANSFORMS: ReadonlySet<string> = new Set([
	"matrix",
	"matrix3d",
	"translate",
	"translatex",
	"translatey",
	"translatez",
	"translate3d",
	"scale",
	"scalex",
	"scaley",
	"scalez",
	"scale3d",
	"rotate",
	"rotatex",
	"rotatey",
	"rotatez",
	"rotate3d",
	"skew",
	"skewx",
	"skewy",
	"perspective",
]);
const SHAPES: ReadonlySet<string> = new Set([
	"circle",
	"ellipse",
	"inset",
	"polygon",
	"path",
	"rect",
	"xywh",
]);
const BOXES = /^(?:fill-box|stroke-box|view-box|border-box|padding-box|content-box|margin-box)$/;

const clipPath: Check = (value) => {
	const text = value.trim();
	if (text.toLowerCase() === "none" || readReference(text) !== undefined) return text;
	const parts = splitTop(text, " ");
	const shapes = parts.filter((part) => !BOXES.test(part));
	if (parts.length > 2 || shapes.length > 1 || parts.length - shapes.length > 1) return undefined;
	const shape = shapes[0] === undefined ? undefined : readFunction(shapes[0]);
	return shapes.length === 0 || (shape && SHAPES.has(shape.name)) ? text : undefined;
};

const pathString: Check = (value) => {
	const text = value.trim();
	if (text === "none") return "";
	const match = /^path\(\s*(["'])([\s\S]*)\1\s*\)$/.exec(text);
	return match === null || readPathData(match[2]!) === undefined ? undefined : match[2];
};

const paintOrder: Check = (value) => {
	const words = value.trim().toLowerCase().split(/\s+/);
	if (words.length === 1 && words[0] === "normal") return "normal";
	const all = ["fill", "stroke", "markers"];
	if (!words.every((word, i) => all.includes(word) && words.indexOf(word) === i)) return undefined;
	return [...words, ...all.filter((word) => !words.includes(word))].join(" ");
};

const interpolationSpace: Check = (value) =>
	/^linearrgb$/i.test(value.trim())
		? "linearRGB"
		: /^(?:auto|srgb)$/i.test(value.trim())
			? "sRGB"
			: undefined;

const words: Check = (value) =>
	value.length <= 500 && value.trim() !== "" ? value.trim() : undefined;
const colorOrNone: Check = (value) => readColor(value);
const FONT_SIZES: Readonly<Record<string, string>> = {
	"xx-small": "9",
	"x-small": "10",
	small: "13",
	medium: "16",
	large: "18",
	"x-large": "24",
	"xx-large": "32",
	"xxx-large": "48",
	smaller: ".8333em",
	larger: "1.2em",
};
const fontSize =
	(check: Check): Check =>
	(value) =>
		FONT_SIZES[value.trim().toLowerCase()] ?? positive(check)(value);
const fontWeight: Check = (value) => {
	const word = value.trim().toLowerCase();
	if (word === "normal") return "400";
	if (word === "bold") return "700";
	if (word === "bolder" || word === "lighter") return word;
	const weight = readNumber(word);
	return weight !== undefined && weight >= 1 && weight <= 1000 ? String(weight) : undefined;
};
const spacing =
	(check: Check): Check =>
	(value) =>
		value.trim().toLowerCase() === "normal" ? "0" : check(value);

/** Geometry, which is both an attribute and a property of some elements. */
export const GEOMETRY: Readonly<Record<string, readonly string[]>> = {
	x: ["svg", "symbol", "rect", "image", "foreignObject", "use"],
	y: ["svg", "symbol", "rect", "image", "foreignObject", "use"],
	width: ["svg", "symbol", "rect", "image", "foreignObject", "use"],
	height: ["svg", "symbol", "rect", "image", "foreignObject", "use"],
	cx: ["circle", "ellipse"],
	cy: ["circle", "ellipse"],
	r: ["circle"],
	rx: ["rect", "ellipse"],
	ry: ["rect", "ellipse"],
	d: ["path"],
};

/** A property: how values in a style sheet and in an attribute are checked. */
interface Property {
	readonly css: Check;
	/** undefined: it has no presentation attribute. */
	readonly attribute?: Check;
	readonly inherited?: boolean;
}

const both = (check: Check, inherited = false): Property => ({
	css: check,
	attribute: check,
	inherited,
});
const lengthProperty = (check: (inner: Check) => Check = (inner) => inner, inherited = false) => ({
	css: check(withUnit),
	attribute: check(length),
	inherited,
});
const style = (check: Check, inherited = false): Property => ({ css: check, inherited });

const transformAttribute: Check = (value) => {
	const matrix = parseTransform(value);
	return matrix === undefined ? undefined : printMatrix(matrix);
};

/** The properties that are known; every other one is ignored. */
export const PROPERTIES: ReadonlyMap<string, Property> = new Map<string, Property>([
	["fill", both(paint, true)],
	["stroke", both(paint, true)],
	["color", both(colorOrNone, true)],
	["stop-color", both(readColor)],
	["flood-color", both(readColor)],
	["lighting-color", both(readColor)],
	["opacity", both(fraction)],
	["fill-opacity", both(fraction, true)],
	["stroke-opacity", both(fraction, true)],
	["stop-opacity", both(fraction)],
	["flood-opacity", both(fraction)],
	["fill-rule", both(oneOf("nonzero", "evenodd"), true)],
	["clip-rule", both(oneOf("nonzero", "evenodd"), true)],
	["stroke-width", both(positive(length), true)],
	["stroke-linecap", both(oneOf("butt", "round", "square"), true)],
	["stroke-linejoin", both(oneOf("miter", "round", "bevel"), true)],
	[
		"stroke-miterlimit",
		both((value) => {
			const limit = readNumber(value);
			return limit !== undefined && limit >= 1 ? String(Math.min(limit, 100)) : undefined;
		}, true),
	],
	["stroke-dasharray", both(dashes, true)],
	["stroke-dashoffset", both(length, true)],
	[
		"display",
		both((value) =>
			value.trim().toLowerCase() === "none"
				? "none"
				: /^[a-z -]{1,40}$/i.test(value.trim())
					? "inline"
					: undefined,
		),
	],
	["visibility", both(oneOf("visible", "hidden", "collapse"), true)],
	[
		"overflow",
		both((value) =>
			oneOf("visible", "hidden", "scroll", "auto", "clip")(value.trim().split(/\s+/)[0]!),
		),
	],
	["paint-order", both(paintOrder, true)],
	[
		"shape-rendering",
		both(oneOf("auto", "crispedges", "geometricprecision", "optimizespeed"), true),
	],
	[
		"image-rendering",
		both(
			oneOf(
				"auto",
				"smooth",
				"high-quality",
				"pixelated",
				"crisp-edges",
				"optimizespeed",
				"optimizequality",
				"-webkit-optimize-contrast",
			),
			true,
		),
	],
	["mix-blend-mode", style(oneOf(...ENUMS.blendMode))],
	["isolation", style(oneOf("auto", "isolate"))],
	["mask-type", both(oneOf("alpha", "luminance"))],
	["color-interpolation", both(interpolationSpace, true)],
	["color-interpolation-filters", both(interpolationSpace, true)],
	["clip-path", both(clipPath)],
	["mask", both((value) => reference(value.trim().replace(/^(url\([^)]*\))[\s\S]*$/i, "$1")))],
	["filter", both(functionsOf(FILTERS, true))],
	["marker-start", both(reference, true)],
	["marker-mid", both(reference, true)],
	["marker-end", both(reference, true)],
	[
		"vector-effect",
		both(oneOf("none", "non-scaling-stroke", "non-scaling-size", "non-rotation", "fixed-position")),
	],
	["transform", { css: functionsOf(TRANSFORMS), attribute: transformAttribute }],
	[
		"transform-origin",
		both((value) =>
			/^[\w.%+\-()\s]{1,200}$/.test(value.trim()) ? value.trim().toLowerCase() : undefined,
		),
	],
	[
		"transform-box",
		style(oneOf("fill-box", "stroke-box", "view-box", "content-box", "border-box")),
	],
	[
		"translate",
		style((value) => (/^[\w.%+\-()\s]{1,200}$/.test(value.trim()) ? value.trim() : undefined)),
	],
	[
		"rotate",
		style((value) => (/^[\w.%+\-()\s]{1,200}$/.test(value.trim()) ? value.trim() : undefined)),
	],
	[
		"scale",
		style((value) => (/^[\w.%+\-()\s]{1,200}$/.test(value.trim()) ? value.trim() : undefined)),
	],
	...["x", "y", "cx", "cy"].map((name) => [name, lengthProperty()] as const),
	["r", lengthProperty(positive)],
	...["width", "height"].map(
		(name) => [name, lengthProperty((check) => orAuto(positive(check)))] as const,
	),
	// In an attribute, a radius that is not a length is 0.
	...["rx", "ry"].map(
		(name) =>
			[
				name,
				{ css: orAuto(positive(withUnit)), attribute: (value) => positive(length)(value) ?? "0" },
			] as [string, Property],
	),
	["d", { css: pathString, attribute: (value) => value }],
	["background-color", style(readColor)],
	["font-family", both(words, true)],
	["font-size", { css: fontSize(withUnit), attribute: fontSize(length), inherited: true }],
	["font-weight", both(fontWeight, true)],
	[
		"font-style",
		both(
			(value) =>
				/^(?:normal|italic|oblique)\b/i.test(value.trim())
					? value.trim().toLowerCase().split(/\s/)[0]
					: undefined,
			true,
		),
	],
	["font-variant-caps", both(oneOf("normal", "small-caps", "all-small-caps"), true)],
	["letter-spacing", { css: spacing(withUnit), attribute: spacing(length), inherited: true }],
	["word-spacing", { css: spacing(withUnit), attribute: spacing(length), inherited: true }],
	["text-anchor", both(oneOf("start", "middle", "end"), true)],
	["text-transform", style(oneOf("none", "uppercase", "lowercase", "capitalize"), true)],
	["text-decoration-line", style(words, true)],
	["text-decoration-color", style(readColor)],
	[
		"dominant-baseline",
		both(
			oneOf(
				"auto",
				"alphabetic",
				"middle",
				"central",
				"hanging",
				"mathematical",
				"ideographic",
				"text-before-edge",
				"text-after-edge",
				"text-top",
				"text-bottom",
				"use-script",
				"no-change",
				"reset-size",
			),
			true,
		),
	],
	[
		"alignment-baseline",
		both(
			oneOf(
				"auto",
				"baseline",
				"alphabetic",
				"middle",
				"central",
				"hanging",
				"mathematical",
				"ideographic",
				"before-edge",
				"text-before-edge",
				"after-edge",
				"text-after-edge",
				"text-top",
				"text-bottom",
				"top",
				"center",
				"bottom",
			),
		),
	],
	["baseline-shift", both((value) => oneOf("baseline", "sub", "super")(value) ?? length(value))],
	["direction", both(oneOf("ltr", "rtl"), true)],
	["writing-mode", both(words, true)],
	["white-space", style(words, true)],
	["line-height", style(words, true)],
	["animation-name", style(words)],
	["animation-duration", style(words)],
	["animation-delay", style(words)],
	["animation-fill-mode", style(words)],
	["animation-direction", style(words)],
	["animation-iteration-count", style(words)],
	["animation-timing-function", style(words)],
]);

/** Properties that change the picture in a browser, and are not drawn here. */
const UNSUPPORTED: ReadonlySet<string> = new Set(["backdrop-filter", "offset-path", "text-shadow"]);
/** The same for properties that only change the box of the root element. */
const UNSUPPORTED_BOX: ReadonlySet<string> = new Set([
	"background-image",
	"border",
	"border-image",
	"border-top",
	"border-right",
	"border-bottom",
	"border-left",
	"border-radius",
	"border-width",
	"box-shadow",
	"outline",
	"padding",
]);
const IMAGE = /\b(?:url|image|image-set|cross-fade)\(|gradient\(/i;
const MADE_IMAGE = /\b(?:image|image-set|cross-fade)\(|gradient\(/i;

/** A declaration that is not drawn as in a browser. */
export interface Unsupported {
	readonly name: string;
	/** Only the root element shows it. */
	readonly rootOnly: boolean;
}

/** What a declaration asks for and is not drawn; undefined if it is drawn or changes nothing. */
export function unsupportedPart(written: string, value: string): Unsupported | undefined {
	const name = written.replace(/^-webkit-(?=mask|box-shadow|backdrop)/, "");
	if (/^(?:none|0(?:px)?|normal|auto|unset|initial|inherit|revert)$/i.test(value)) return undefined;
	if (UNSUPPORTED.has(name)) return { name, rootOnly: false };
	if (UNSUPPORTED_BOX.has(name)) return { name, rootOnly: true };
	if (name === "background" && IMAGE.test(value))
		return { name: "background-image", rootOnly: true };
	if (/^mask(?:-image)?$/.test(name) && MADE_IMAGE.test(value))
		return { name: "mask-image", rootOnly: false };
	if (name === "mix-blend-mode" && /^plus-/i.test(value))
		return { name: `${name}: ${value}`, rootOnly: false };
	return undefined;
}

const ALIASES: Readonly<Record<string, string>> = {
	"-webkit-clip-path": "clip-path",
	"-webkit-filter": "filter",
	"-webkit-mask": "mask",
	"-webkit-mask-image": "mask",
	"mask-image": "mask",
	"-webkit-transform": "transform",
	"-webkit-transform-origin": "transform-origin",
	"-webkit-animation": "animation",
	"-webkit-animation-name": "animation-name",
	"-webkit-animation-duration": "animation-duration",
	"-webkit-animation-delay": "animation-delay",
	"font-variant": "font-variant-caps",
	"text-decoration-thickness": "",
};
const WIDE: ReadonlySet<string> = new Set([
	"inherit",
	"initial",
	"unset",
	"revert",
	"revert-layer",
]);

/** A longhand and its checked value. */
export type Longhand = readonly [name: string, value: string];

/**
 * The longhands of a declaration of a style sheet; undefined if the property is not known or the
 * value is invalid. A value with var() is only known when it is computed and stays as it is.
 */
export function readDeclaration(written: string, value: string): readonly Longhand[] | undefined {
	if (written.startsWith("--")) return [[written, value]];
	const name = ALIASES[written] ?? written;
	const keyword = value.toLowerCase();
	if (written === "all")
		return WIDE.has(keyword) ? [...PROPERTIES.keys()].map((each) => [each, keyword]) : undefined;
	if (WIDE.has(keyword)) return (SHORTHANDS[name]?.names ?? [name]).map((each) => [each, keyword]);
	if (/\bvar\(/i.test(value))
		return SHORTHANDS[name] !== undefined || PROPERTIES.has(name) ? [[name, value]] : undefined;
	const shorthand = SHORTHANDS[name];
	if (shorthand !== undefined) return shorthand.read(value);
	const checked = PROPERTIES.get(name)?.css(value);
	return checked === undefined ? undefined : [[name, checked]];
}

/** The value of a presentation attribute; undefined if it is none or invalid. */
export function readPresentation(
	element: string,
	name: string,
	value: string,
): readonly Longhand[] | undefined {
	const elements = GEOMETRY[name];
	if (elements !== undefined && !elements.includes(element)) return undefined;
	if (name === "font" || name === "animation" || name === "background") return undefined;
	if (name === "patternTransform" || name === "gradientTransform") return undefined;
	const keyword = value.trim().toLowerCase();
	const shorthand = SHORTHANDS[name];
	if (WIDE.has(keyword) || /\bvar\(/i.test(value))
		return PROPERTIES.get(name)?.attribute === undefined
			? undefined
			: readDeclaration(name, value.trim());
	if (shorthand !== undefined) return name === "marker" ? undefined : shorthand.read(value);
	const checked = PROPERTIES.get(name)?.attribute?.(value);
	return checked === undefined ? undefined : [[name, checked]];
}

interface Shorthand {
	readonly names: readonly string[];
	readonly read: (value: string) => readonly Longhand[] | undefined;
}

const MARKERS = ["marker-start", "marker-mid", "marker-end"] as const;
const FONTS = [
	"font-style",
	"font-variant-caps",
	"font-weight",
	"font-size",
	"font-family",
] as const;
const ANIMATIONS = [
	"animation-name",
	"animation-duration",
	"animation-delay",
	"animation-fill-mode",
	"animation-direction",
	"animation-iteration-count",
	"animation-timing-function",
] as const;

const SHORTHANDS: Readonly<Record<string, Shorthand | undefined>> = {
	marker: {
		names: MARKERS,
		read: (value) => {
			const checked = reference(value);
			return checked === undefined ? undefined : MARKERS.map((name) => [name, checked]);
		},
	},
	background: { names: ["background-color"], read: readBackground },
	font: { names: FONTS, read: readFont },
	"text-decoration": {
		names: ["text-decoration-line", "text-decoration-color"],
		read: readDecoration,
	},
	animation: { names: ANIMATIONS, read: readAnimation },
};

/** The colour of the last layer; pictures and gradients are not drawn. */
function readBackground(value: string): Longhand[] | undefined {
	for (const part of splitTop(splitTop(value, ",").at(-1)!, " ")) {
		if (part.toLowerCase() === "none") return [["background-color", "#000000/0"]];
		const color = readColor(part);
		if (color !== undefined) return [["background-color", color]];
	}
	return undefined;
}

function readDecoration(value: string): Longhand[] | undefined {
	const parts = splitTop(value, " ");
	const lines = parts.filter((part) =>
		/^(?:none|underline|overline|line-through|blink)$/i.test(part),
	);
	const color = parts.map(readColor).find((one) => one !== undefined) ?? CURRENT_COLOR;
	return [
		["text-decoration-line", lines.join(" ").toLowerCase() || "none"],
		["text-decoration-color", color],
	];
}

function readFont(value: string): Longhand[] | undefined {
	const match =
		/^((?:[\w.-]+\s+){0,4}?)((?:xx-|x-|xxx-)?(?:small|large)|medium|smaller|larger|[\d.]+(?:e[+-]?\d+)?(?:px|pt|pc|em|rem|ex|ch|%|in|cm|mm|q|vw|vh))(?:\s*\/\s*[\w.%]+)?\s+([\s\S]+)$/i.exec(
			value.trim().slice(0, 600),
		);
	if (match === null) return undefined;
	const result = new Map<string, string>([
		["font-style", "normal"],
		["font-variant-caps", "normal"],
		["font-weight", "400"],
	]);
	for (const word of match[1]!.trim().split(/\s+/).filter(Boolean)) {
		for (const name of ["font-style", "font-variant-caps", "font-weight"]) {
			const checked = PROPERTIES.get(name)!.css(word);
			if (checked !== undefined && word !== "normal") result.set(name, checked);
		}
	}
	const size = PROPERTIES.get("font-size")!.css(match[2]!);
	if (size === undefined) return undefined;
	return [...result, ["font-size", size], ["font-family", match[3]!.trim()]];
}

const FILL_MODES: ReadonlySet<string> = new Set(["none", "forwards", "backwards", "both"]);
const DIRECTIONS: ReadonlySet<string> = new Set([
	"normal",
	"reverse",
	"alternate",
	"alternate-reverse",
]);

/** Lists of the longhands, one value for each animation. */
function readAnimation(value: string): Longhand[] | undefined {
	const lists: Record<(typeof ANIMATIONS)[number], string[]> = {
		"animation-name": [],
		"animation-duration": [],
		"animation-delay": [],
		"animation-fill-mode": [],
		"animation-direction": [],
		"animation-iteration-count": [],
		"animation-timing-function": [],
	};
	for (const animation of splitTop(value, ",").slice(0, 20)) {
		const times: string[] = [];
		let [name, mode, direction, count, timing] = ["none", "none", "normal", "1", "ease"];
		for (const part of splitTop(animation, " ")) {
			const word = part.toLowerCase();
			if (/^[+-]?[\d.]+(?:e[+-]?\d+)?m?s$/.test(word)) times.push(word);
			else if (word === "infinite" || /^[\d.]+$/.test(word)) count = word;
			else if (
				/^(?:linear|ease(?:-in)?(?:-out)?|step-start|step-end|(?:cubic-bezier|steps|linear)\(.*\))$/.test(
					word,
				)
			)
				timing = word;
			else if (FILL_MODES.has(word) && (mode === "none" || name !== "none")) mode = word;
			else if (DIRECTIONS.has(word)) direction = word;
			else if (word !== "running" && word !== "paused") name = part;
		}
		lists["animation-name"].push(name);
		lists["animation-duration"].push(times[0] ?? "0s");
		lists["animation-delay"].push(times[1] ?? "0s");
		lists["animation-fill-mode"].push(mode);
		lists["animation-direction"].push(direction);
		lists["animation-iteration-count"].push(count);
		lists["animation-timing-function"].push(timing);
	}
	return ANIMATIONS.map((name) => [name, lists[name].join(", ")]);
}

/** The id of a `url(#id)`, or of an href. */
export const referenceId = (value: string | undefined): string | undefined =>
	value === undefined ? undefined : (readReference(value)?.id ?? readFragment(value));
