import { onDemand, requirePackage } from "../../../base/on-demand.js";
import { parseCssColor } from "../../text/rich/css-color.js";
import { SVG_LIMITS } from "./budget.js";

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NUMBERS = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const LENGTH =
	/^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|pt|pc|mm|cm|in|em|ex|ch|rem|q|vw|vh|vmin|vmax|%)?$/i;
/** Pixels in each absolute unit. */
const ABSOLUTE: Readonly<Record<string, number>> = {
	px: 1,
	pt: 4 / 3,
	pc: 16,
	mm: 96 / 25.4,
	cm: 96 / 2.54,
	q: 96 / 101.6,
	in: 96,
};
/** The keyword is matched in any case and written in this one. */
export const CURRENT_COLOR = "currentColor";

/**
 * Maximum length of a number with its unit. Longer ones are invalid, because parsing them
 * repeatedly would take long.
 */
const MAX_NUMBER = 100;
/** Characters of a calculation. */
const MAX_CALCULATION = 200;

/** What relative units refer to, in pixels. */
export interface Units {
	/** Font size of the element and of the root. */
	readonly em: number;
	readonly rem: number;
	/** The viewport of the drawing. */
	readonly width: number;
	readonly height: number;
}

/** CSS's initial font size, and no viewport. */
const INITIAL_UNITS: Units = { em: 16, rem: 16, width: 0, height: 0 };

const calculator = onDemand(
	() => requirePackage("@csstools/css-calc") as typeof import("@csstools/css-calc"),
);

/** A finite number within the limits; undefined otherwise. */
export function readNumber(value: string): number | undefined {
	const text = value.trim();
	if (text.length > MAX_NUMBER) return undefined;
	NUMBER.lastIndex = 0;
	if (NUMBER.exec(text) === null || NUMBER.lastIndex !== text.length) return undefined;
	return sane(Number(text));
}

/** A list of numbers, separated by commas or white space; undefined if there is anything else. */
export function readNumbers(value: string): number[] | undefined {
	const numbers: number[] = [];
	let end = 0;
	NUMBERS.lastIndex = 0;
	for (let match = NUMBERS.exec(value); match !== null; match = NUMBERS.exec(value)) {
		const number = sane(Number(match[1]));
		if (number === undefined) return undefined;
		numbers.push(number);
		end = NUMBERS.lastIndex;
	}
	return value.slice(end).trim() === "" ? numbers : undefined;
}

/**
 * A length, percentage or calculation in pixels; a number without a unit is a length.
 * @param whole pixels of 100 %
 */
export function readLength(
	value: string | undefined,
	whole: number,
	units: Units = INITIAL_UNITS,
): number | undefined {
	const text = value?.trim() ?? "";
	if (text.includes("(")) return calculate(text, whole, units);
	const match = text.length > MAX_NUMBER ? null : LENGTH.exec(text);
	return match === null
		? undefined
		: sane(pixels(Number(match[1]), match[2] ?? "px", whole, units));
}

function pixels(amount: number, unit: string, whole: number, units: Units): number {
	const { em, rem, width, height } = units;
	switch (unit.toLowerCase()) {
		case "%":
			return (amount * whole) / 100;
		case "em":
			return amount * em;
		case "rem":
			return amount * rem;
		case "ex":
		case "ch":
			return (amount * em) / 2;
		case "vw":
			return (amount * width) / 100;
		case "vh":
			return (amount * height) / 100;
		case "vmin":
			return (amount * Math.min(width, height)) / 100;
		case "vmax":
			return (amount * Math.max(width, height)) / 100;
		default:
			return amount * ABSOLUTE[unit.toLowerCase()]!;
	}
}

const DIMENSION =
	/(?<![\w.#-])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|pt|pc|mm|cm|in|em|ex|ch|rem|q|vw|vh|vmin|vmax|%)(?![\w%])/gi;

/** calc(), min(), max(), clamp() and the other mathematical functions. */
function calculate(text: string, whole: number, units: Units): number | undefined {
	if (text.length > MAX_CALCULATION || (text.match(/\(/g) ?? []).length > 8) return undefined;
	if (!/^(?:-webkit-)?(?:calc|min|max|clamp|round|mod|rem|abs|sign|hypot|sqrt|pow)\(/i.test(text))
		return undefined;
	const plain = text
		.replace(/^-webkit-/i, "")
		.replace(DIMENSION, (_, amount, unit) => `${pixels(Number(amount), unit, whole, units)}px`);
	try {
		const result = calculator().calc(plain, { precision: 12 });
		const match = LENGTH.exec(result.trim());
		return match === null || (match[2] ?? "px").toLowerCase() !== "px"
			? undefined
			: sane(Number(match[1]));
	} catch {
		return undefined;
	}
}

/** 0 to 1, from a number or a percentage. */
export function readFraction(value: string): number | undefined {
	const text = value.trim();
	const number =
		/[a-z]/i.test(text.replace(/\de[+-]?\d/i, "")) && !text.includes("(")
			? undefined
			: readLength(text, 1);
	return number === undefined ? undefined : Math.min(1, Math.max(0, number));
}

const ANGLES: Readonly<Record<string, number>> = {
	deg: 1,
	grad: 0.9,
	rad: 180 / Math.PI,
	turn: 360,
};

/** An angle in degrees; a number without a unit is one. */
export function readAngle(value: string): number | undefined {
	const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(deg|grad|rad|turn)?$/i.exec(
		value.trim().slice(0, MAX_NUMBER),
	);
	if (match === null) return undefined;
	return sane(Number(match[1]) * ANGLES[(match[2] ?? "deg").toLowerCase()]!);
}

/**
 * A colour of CSS Color 4 and 5 as `#rrggbb` or `#rrggbb/alpha`, `currentColor` as it is; undefined
 * for anything else. A colour made from the current colour stays as it is written.
 */
export function readColor(value: string): string | undefined {
	const color = value.trim();
	if (/^currentcolor$/i.test(color)) return CURRENT_COLOR;
	if (/^#[0-9a-f]{6}\/[\d.]{1,8}$/.test(color)) return color;
	if (/currentcolor/i.test(color))
		return readColor(withCurrentColor(color, "#000000")) === undefined ? undefined : color;
	const parsed = parseCssColor(lightOf(color));
	if (parsed === null) return undefined;
	const { r, g, b, a } = parsed;
	const hex = `#${((r << 16) | (g << 8) | b).toString(16).padStart(6, "0")}`;
	return a >= 1 ? hex : `${hex}/${Number(a.toFixed(4))}`;
}

/** @param current from {@link readColor} */
export function withCurrentColor(color: string, current: string): string {
	if (color === CURRENT_COLOR) return current;
	if (!/currentcolor/i.test(color)) return color;
	const [hex, alpha = "1"] = current.split("/");
	const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex!.slice(at, at + 2), 16));
	return readColor(color.replace(/currentcolor/gi, `rgb(${r} ${g} ${b} / ${alpha})`)) ?? "#000000";
}

/** `light-dark(a, b)` is its first colour. */
function lightOf(color: string): string {
	let result = color;
	for (let i = 0; i < 4; i++) {
		const at = result.search(/light-dark\(/i);
		if (at < 0) return result;
		let depth = 0;
		let comma = -1;
		let close = -1;
		for (let end = at + 10; end < result.length && close < 0; end++) {
			if (result[end] === "(") depth++;
			else if (result[end] === ")" && --depth === 0) close = end;
			else if (result[end] === "," && depth === 1 && comma < 0) comma = end;
		}
		if (comma < 0 || close < 0) return "";
		result = result.slice(0, at) + result.slice(at + 11, comma).trim() + result.slice(close + 1);
	}
	return result;
}

/** The parts of a colour of {@link readColor}. */
export function colorParts(color: string): { hex: string; alpha: number } {
	const [hex, alpha] = color.split("/");
	return { hex: hex!, alpha: alpha === undefined ? 1 : Number(alpha) };
}

const URL_REFERENCE =
	/^url\(\s*(?:"([^"]{1,300})"|'([^']{1,300})'|([^"'()\s]{1,300}))\s*\)\s*([\s\S]{0,200})$/i;

/**
 * `url(#id)` and what follows it; the id is undefined for a reference to another file, which is
 * never followed. Undefined for anything else.
 */
export function readReference(
	value: string,
): { id: string | undefined; fallback: string | undefined } | undefined {
	if (!/^url\(/i.test(value.trim())) return undefined;
	const match = URL_REFERENCE.exec(value.trim());
	if (match === null) return { id: undefined, fallback: undefined };
	const target = (match[1] ?? match[2] ?? match[3])!.replace(/\\(.)/g, "$1");
	return {
		id: target.startsWith("#") ? decoded(target.slice(1)) : undefined,
		fallback: match[4] === "" ? undefined : match[4],
	};
}

/** The id that a URL of the same document names; undefined for anything else. */
export function readFragment(href: string | undefined): string | undefined {
	const target = href?.trim() ?? "";
	return target.startsWith("#") && target.length > 1 ? decoded(target.slice(1)) : undefined;
}

function decoded(id: string): string {
	try {
		return decodeURIComponent(id);
	} catch {
		return id;
	}
}

function sane(value: number): number | undefined {
	return Number.isFinite(value) && Math.abs(value) <= SVG_LIMITS.number ? value : undefined;
}
