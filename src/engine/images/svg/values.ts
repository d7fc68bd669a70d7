import { SVG_LIMITS } from "./budget.js";

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NUMBERS = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const LENGTH =
	/^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(px|pt|pc|mm|cm|in|em|ex|rem|q|%)?\s*$/i;
/** Pixels in each unit; em and rem as if the font size were CSS's initial 16 px. */
const UNITS: Readonly<Record<string, number>> = {
	px: 1,
	pt: 4 / 3,
	pc: 16,
	mm: 96 / 25.4,
	cm: 96 / 2.54,
	q: 96 / 101.6,
	in: 96,
	em: 16,
	rem: 16,
	ex: 8,
};
const FUNCTIONAL_COLOR = /^(?:rgb|hsl)a?\([\d\s.,%/+-]{1,80}(?:deg)?[\d\s.,%/+-]{0,80}\)$/i;
const URL_REFERENCE = /^url\(\s*(["']?)#([^"'()\s]{1,200})\1\s*\)(?:\s+(\S{1,100}))?$/i;

/**
 * Maximum length of a number with its unit. Longer ones are invalid, because parsing them
 * repeatedly would take long.
 */
const MAX_NUMBER = 100;

/** A finite number within the limits; undefined otherwise. */
export function readNumber(value: string): number | undefined {
	const text = value.trim();
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

/** @param whole pixels of 100 % */
export function readLength(value: string | undefined, whole: number): number | undefined {
	const text = value?.trim() ?? "";
	const match = text.length > MAX_NUMBER ? null : LENGTH.exec(text);
	if (match === null) return undefined;
	const unit = (match[2] ?? "px").toLowerCase();
	const factor = unit === "%" ? whole / 100 : UNITS[unit]!;
	return sane(Number(match[1]) * factor);
}

/** 0 to 1, from a number or a percentage. */
export function readFraction(value: string): number | undefined {
	if (value.length > MAX_NUMBER) return undefined;
	const number = readLength(/^[^a-z]*(?:e[+-]?\d+)?%?\s*$/i.test(value) ? value : undefined, 1);
	return number === undefined ? undefined : Math.min(1, Math.max(0, number));
}

/** A colour that can be passed to the renderer unchanged; undefined for anything else. */
export function readColor(value: string): string | undefined {
	const color = value.trim();
	if (/^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(color)) return color;
	if (/^[a-z]{3,24}$/i.test(color))
		return /^currentcolor$/i.test(color) ? "currentColor" : color.toLowerCase();
	return FUNCTIONAL_COLOR.test(color) ? color : undefined;
}

/** `url(#id)` with its fallback; undefined for any other URL. */
export function readReference(
	value: string,
): { id: string; fallback: string | undefined } | undefined {
	const match = URL_REFERENCE.exec(value.trim());
	return match === null ? undefined : { id: match[2]!, fallback: match[3] };
}

function sane(value: number): number | undefined {
	return Number.isFinite(value) && Math.abs(value) <= SVG_LIMITS.number ? value : undefined;
}
