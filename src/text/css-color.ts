import { LIMITS } from "../contract/limits.js";
import { onDemand } from "../on-demand.js";
import {
	colorIn,
	culori,
	hsl,
	hwb,
	lab,
	lch,
	oklab,
	oklch,
	type Rgba,
	srgb,
} from "./css-color-spaces.js";
import { type CssToken, cssTokens, trimSpaces } from "./css-tokens.js";

export type { Rgba } from "./css-color-spaces.js";

const named = onDemand(() => new Map<string, number>(Object.entries(culori().colorsNamed)));
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
const TRANSPARENT: Rgba = Object.freeze({ r: 0, g: 0, b: 0, a: 0 });

function fromHex(digits: string): Rgba | null {
	if (!/^[0-9a-f]+$/i.test(digits)) return null;
	const short = digits.length === 3 || digits.length === 4;
	if (!short && digits.length !== 6 && digits.length !== 8) return null;
	const full = short ? digits.replace(/./g, "$&$&") : digits;
	const byte = (at: number): number => Number.parseInt(full.slice(at, at + 2), 16);
	return { r: byte(0), g: byte(2), b: byte(4), a: full.length === 8 ? byte(6) / 255 : 1 };
}

function fromName(name: string): Rgba | null {
	const key = name.toLowerCase();
	if (key === "transparent") return TRANSPARENT;
	const value = named().get(key) ?? SYSTEM.get(key);
	if (value === undefined) return null;
	return { r: value >> 16, g: (value >> 8) & 255, b: value & 255, a: 1 };
}

/** An argument of a colour function. */
type Argument = Exclude<
	CssToken,
	{ type: "space" } | { type: "function" } | { type: "hash" } | { type: "opaque" }
>;

interface Arguments {
	readonly components: readonly Argument[];
	readonly alpha: Argument | null;
	/** Written with commas: no `none`, no mixing of numbers and percentages. */
	readonly legacy: boolean;
}

const isNone = (token: Argument): boolean =>
	token.type === "ident" && token.value.toLowerCase() === "none";

/** Splits "a b c / d" and "a, b, c, d". The end of the input closes what is open (CSS Syntax). */
function readArguments(tokens: readonly CssToken[]): Arguments | null {
	const values: Argument[] = [];
	let commas = 0;
	let slashAt = -1;
	let separated = true;
	for (const [i, token] of tokens.entries()) {
		if (token.type === "space") continue;
		if (token.type === "function" || token.type === "hash" || token.type === "opaque") return null;
		if (token.type !== "delim") {
			if (commas > 0 && !separated) return null;
			values.push(token);
			separated = false;
			continue;
		}
		if (token.value === ")") {
			if (tokens.slice(i + 1).some((rest) => rest.type !== "space")) return null;
			break;
		}
		if (separated || slashAt >= 0) return null;
		if (token.value === "," && (commas > 0 || values.length === 1)) commas++;
		else if (token.value === "/" && commas === 0) slashAt = values.length;
		else return null;
		separated = true;
	}
	if (separated) return null;
	if (commas > 0) {
		if (commas !== values.length - 1 || values.length > 4 || values.some(isNone)) return null;
		return { components: values.slice(0, 3), alpha: values[3] ?? null, legacy: true };
	}
	const count = slashAt < 0 ? values.length : slashAt;
	if (slashAt >= 0 && values.length !== slashAt + 1) return null;
	return {
		components: values.slice(0, count),
		alpha: slashAt < 0 ? null : values[slashAt]!,
		legacy: false,
	};
}

/** A number as it is, a percentage of `whole`, `none` as 0. Null: something else. */
function quantity(token: Argument, whole: number): number | null {
	if (token.type === "number") return token.value;
	if (token.type === "percentage") return (token.value / 100) * whole;
	return isNone(token) ? 0 : null;
}

const DEGREES: Readonly<Record<string, number>> = {
	deg: 1,
	grad: 0.9,
	rad: 180 / Math.PI,
	turn: 360,
};

/** Degrees; a plain number is degrees too. */
function hue(token: Argument): number | null {
	if (token.type === "number") return token.value;
	if (token.type === "dimension" && Object.hasOwn(DEGREES, token.unit)) {
		return token.value * DEGREES[token.unit]!;
	}
	return isNone(token) ? 0 : null;
}

type Reader = (token: Argument) => number | null;
const per =
	(whole: number): Reader =>
	(token) =>
		quantity(token, whole);
/** hsl() and hwb(): a number is a percentage without its sign; result 0..1. */
const fraction: Reader = (token) => {
	const value = quantity(token, 100);
	return value === null ? null : value / 100;
};

type Make = (x: number, y: number, z: number, alpha: number) => Rgba;

interface ColorFunction {
	readonly readers: readonly [Reader, Reader, Reader];
	readonly make: Make;
	/** Whether the form with commas exists, and what its components are. */
	readonly legacy: ((components: readonly Argument[]) => boolean) | null;
}

const all = (tokens: readonly Argument[], type: Argument["type"]): boolean =>
	tokens.every((token) => token.type === type);

const RGB: ColorFunction = {
	readers: [per(255), per(255), per(255)],
	make: (r, g, b, alpha) => srgb(r / 255, g / 255, b / 255, alpha),
	legacy: (components) => all(components, "number") || all(components, "percentage"),
};
const HSL: ColorFunction = {
	readers: [hue, fraction, fraction],
	make: hsl,
	legacy: (components) => all(components.slice(1), "percentage"),
};

const FUNCTIONS: ReadonlyMap<string, ColorFunction> = new Map<string, ColorFunction>([
	["rgb", RGB],
	["rgba", RGB],
	["hsl", HSL],
	["hsla", HSL],
	["hwb", { readers: [hue, fraction, fraction], make: hwb, legacy: null }],
	["lab", { readers: [per(100), per(125), per(125)], make: lab, legacy: null }],
	["lch", { readers: [per(100), per(150), hue], make: lch, legacy: null }],
	["oklab", { readers: [per(1), per(0.4), per(0.4)], make: oklab, legacy: null }],
	["oklch", { readers: [per(1), per(0.4), hue], make: oklch, legacy: null }],
]);

function fromFunction(name: string, tokens: readonly CssToken[]): Rgba | null {
	const found = readArguments(tokens);
	if (found === null) return null;
	const alpha = found.alpha === null ? 1 : quantity(found.alpha, 1);
	if (alpha === null) return null;
	if (name === "color") return fromColorFunction(found, alpha);
	const definition = FUNCTIONS.get(name);
	if (definition === undefined || found.components.length !== 3) return null;
	if (found.legacy && definition.legacy?.(found.components) !== true) return null;
	const values = found.components.map((token, i) => definition.readers[i]!(token));
	if (values.includes(null)) return null;
	const [x, y, z] = values as [number, number, number];
	return definition.make(x, y, z, alpha);
}

/** color(space x y z / alpha) */
function fromColorFunction({ components, legacy }: Arguments, alpha: number): Rgba | null {
	const [space, ...rest] = components;
	if (legacy || space?.type !== "ident" || rest.length !== 3) return null;
	const values = rest.map((token) => quantity(token, 1));
	if (values.includes(null)) return null;
	return colorIn(space.value.toLowerCase(), values as number[], alpha);
}

/** The colour that a value's tokens are, white space around them ignored; null: none. */
export function colorFromTokens(value: readonly CssToken[]): Rgba | null {
	const tokens = trimSpaces(value);
	const first = tokens[0];
	if (first?.type === "function") return fromFunction(first.value, tokens.slice(1));
	if (tokens.length !== 1) return null;
	if (first?.type === "hash") return fromHex(first.value);
	return first?.type === "ident" ? fromName(first.value) : null;
}

/**
 * A colour of CSS Color 4: hexadecimal, named, transparent, rgb(), hsl(),
 * hwb(), lab(), lch(), oklab(), oklch() and color(), clipped to sRGB.
 *
 * @returns channels 0..255 (integers) and alpha 0..1; null for what a browser
 * would not take, for `currentcolor` (the caller knows its meaning, if it has
 * one), and for a value longer than LIMITS.maxColorLength. Linear time.
 */
export function parseCssColor(value: string): Rgba | null {
	return value.length > LIMITS.maxColorLength ? null : colorFromTokens(cssTokens(value));
}
