/** The functions of expressions. */

import { nearest } from "../../base/nearest.js";
import { LIMITS } from "../../contract/limits.js";
import { transformText } from "../../engine/text/rich/text-transform.js";
import { graphemes, isOneUnitEach } from "../../engine/text/unicode/graphemes.js";
import { onColor } from "../variables/on-color.js";
import { decimal } from "./decimal.js";
import {
	DATE_LETTERS,
	dateOf,
	daysAfter,
	formatCurrency,
	formatDate,
	formatNumber,
	formatPercent,
	inDigits,
	numberingSystems,
	PatternError,
	weekdayOf,
} from "./formats.js";
import { isList, isMap, kindOf, printed, type Steps, shownValue, type Value } from "./value.js";

/** One call of a function. */
export interface Call {
	readonly steps: Steps;
	/** Language tag of the place that shows the result. */
	readonly lang: string;
	/** The source of an argument, for suggestions. */
	readonly source: (argument: number) => string;
	/** @throws ExpressionError */
	readonly fail: (message: string) => never;
}

export interface ExpressionFunction {
	/** For messages, such as round(x, digits). */
	readonly usage: string;
	/** How many arguments it takes. */
	readonly least: number;
	readonly most: number;
	readonly run: (args: readonly Value[], call: Call) => Value;
}

/** Steps for parsing a colour, which takes up to 0.1 ms, and for writing a number or a date. */
export const COLOR_STEPS = 500;
const FORMAT_STEPS = 60;
/** More steps for the symbol of a currency. */
const CURRENCY_STEPS = 20;
/** More steps for a number with hundreds of digits. */
const LARGE_STEPS = 300;
const LARGE = 1e21;
/** Steps for each UTF-16 unit of a text whose clusters have to be searched. */
const CLUSTER_STEPS = 24;
/** Steps for rounding a number, and for reading a number or a date. */
const ROUND_STEPS = 20;
const READ_STEPS = 8;
const DATE_STEPS = 16;
/** Steps for changing the case of a text beyond ASCII. */
const CASE_STEPS = 40;
/** Decimals that a function takes. */
const MAX_DIGITS = 20;
/** Days of a hundred centuries. */
const MAX_DAYS = 3_660_000;

/** A number. @throws ExpressionError if it is something else */
function numberAt(args: readonly Value[], at: number, { fail, source }: Call): number {
	const value = args[at]!;
	if (typeof value === "number") return value;
	const hint = typeof value === "string" ? `; write number(${source(at)})` : "";
	return fail(`needs a number, not ${shownValue(value)}${hint}`);
}

/** A whole number within a range. @throws ExpressionError if it is something else */
function wholeAt(
	args: readonly Value[],
	at: number,
	least: number,
	most: number,
	call: Call,
): number {
	const value = numberAt(args, at, call);
	if (Number.isInteger(value) && value >= least && value <= most) return value;
	const hint = Number.isInteger(value) ? "" : `; write floor(${call.source(at)})`;
	return call.fail(
		`needs a whole number from ${least} to ${most}, not ${shownValue(value)}${hint}`,
	);
}

/** A list. @throws ExpressionError if it is something else */
function listAt(args: readonly Value[], at: number, { fail, source }: Call): readonly Value[] {
	const value = args[at]!;
	return isList(value) ? value : fail(`needs a list, but ${source(at)} is ${kindOf(value)}`);
}

/** A text; numbers are printed. @throws ExpressionError for lists and objects */
function textAt(args: readonly Value[], at: number, { fail, source, steps }: Call): string {
	steps.takePrinted(args[at]!);
	return printed(args[at]!) ?? fail(`needs a text, but ${source(at)} is ${kindOf(args[at]!)}`);
}

/** The numbers of several arguments, or of one list; null is skipped. */
function numbersOf(args: readonly Value[], call: Call): readonly number[] {
	const [first = null] = args;
	const isOneList = args.length === 1 && isList(first);
	const values = isOneList ? first : args;
	call.steps.take(values.length);
	const numbers: number[] = [];
	for (let i = 0; i < values.length; i++) {
		const value = values[i]!;
		if (typeof value === "number") numbers.push(value);
		else if (value !== null) {
			if (!isOneList) return [numberAt(args, i, call)];
			const hint = typeof value === "string" ? `; write ${call.source(0)}.map(i, number(i))` : "";
			return call.fail(
				`needs numbers, but item ${i} of ${call.source(0)} is ${kindOf(value)}: ${shownValue(value)}${hint}`,
			);
		}
	}
	return numbers;
}

/** @throws ExpressionError if the list would be too long */
function fitting(length: number, { fail, steps }: Call): number {
	if (length > LIMITS.maxListItems)
		fail(`makes a list of ${length} items; at most ${LIMITS.maxListItems} are allowed`);
	steps.take(length);
	return length;
}

/** Steps for a text that is read letter by letter. */
const clustersOf = (text: string, { steps }: Call) => {
	steps.take(isOneUnitEach(text) ? text.length : CLUSTER_STEPS * text.length);
	return graphemes(text);
};

/** A number that keeps null: arithmetic and formatting with null give null. */
const ofNumber =
	(run: (value: number, args: readonly Value[], call: Call) => Value): ExpressionFunction["run"] =>
	(args, call) =>
		args[0] === null ? null : run(numberAt(args, 0, call), args, call);

const ofText =
	(run: (text: string, args: readonly Value[], call: Call) => Value): ExpressionFunction["run"] =>
	(args, call) =>
		args[0] === null ? null : run(textAt(args, 0, call), args, call);

const ofDate = (run: (text: string, args: readonly Value[], call: Call) => Value) =>
	ofText((text, args, call) => {
		call.steps.take(DATE_STEPS);
		if (dateOf(text) === undefined)
			call.fail(`needs a date such as 2026-03-01 or 2026-03-01T18:30, not ${shownValue(text)}`);
		return run(text, args, call);
	});

const digitsAt = (args: readonly Value[], at: number, call: Call): number | undefined =>
	(args[at] ?? null) === null ? undefined : wholeAt(args, at, 0, MAX_DIGITS, call);

function rounded(value: number, args: readonly Value[], call: Call): Value {
	const digits = digitsAt(args, 1, call) ?? 0;
	call.steps.take(ROUND_STEPS);
	const { whole, fraction } = decimal(value, 0, digits);
	return Math.sign(value) * Number(`${whole}.${fraction}`) || 0;
}

/** A number as people write it: no hexadecimal, no words. */
export const readNumber = (text: string): number | null => {
	const isNumber =
		text.length <= 30 && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i.test(text);
	return isNumber && Number.isFinite(Number(text)) ? Number(text) : null;
};

const HTML: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};
/** A text that rich text shows as it is. */
export const escapedHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (char) => HTML[char]!);

/** @throws ExpressionError if a text would be too long */
export function fittingText(length: number, { fail, steps }: Pick<Call, "fail" | "steps">): void {
	if (length > LIMITS.maxExpressionText)
		fail(`makes a text of ${length} characters; at most ${LIMITS.maxExpressionText} are allowed`);
	steps.takeText(length);
}

const inCase =
	(transform: "uppercase" | "lowercase") =>
	(text: string, _: readonly Value[], { lang, steps }: Call): string => {
		steps.take(text.length + (/[^\p{ASCII}]/u.test(text) ? CASE_STEPS : 0));
		return transformText(text, transform, "", lang);
	};

function joined(args: readonly Value[], call: Call): Value {
	if (args[0] === null) return "";
	const separator = args.length > 1 ? textAt(args, 1, call) : "";
	const list = listAt(args, 0, call);
	call.steps.take(4 * list.length);
	const texts = list.flatMap((value, i) => {
		if (value === null) return [];
		call.steps.takePrinted(value);
		return (
			printed(value) ??
			call.fail(
				`needs texts, but item ${i} of ${call.source(0)} is ${kindOf(value)}; write ${call.source(0)}.map(i, i.name)`,
			)
		);
	});
	const length = texts.reduce((sum, text) => sum + text.length, 0);
	fittingText(length + separator.length * Math.max(0, texts.length - 1), call);
	return texts.join(separator);
}

function rangeOf(args: readonly Value[], call: Call): Value {
	if (args.includes(null)) return [];
	const bound = LIMITS.maxExpressionSteps;
	const first = args.length > 1 ? wholeAt(args, 0, -bound, bound, call) : 0;
	const end = wholeAt(args, args.length - 1, -bound, bound, call);
	return Array.from({ length: fitting(Math.max(0, end - first), call) }, (_, i) => first + i);
}

function sliced(args: readonly Value[], call: Call): Value {
	if (args[0] === null) return null;
	const bound = LIMITS.maxExpressionText;
	const from = (args[1] ?? null) === null ? 0 : wholeAt(args, 1, -bound, bound, call);
	const to = (args[2] ?? null) === null ? bound : wholeAt(args, 2, -bound, bound, call);
	if (typeof args[0] !== "string") {
		const part = listAt(args, 0, call).slice(from, to);
		call.steps.take(part.length);
		return part;
	}
	const clusters = clustersOf(args[0], call).slice(from, to);
	return args[0].slice(clusters[0]?.start ?? 0, clusters.at(-1)?.end ?? 0);
}

function chunked(args: readonly Value[], call: Call): Value {
	if (args[0] === null) return [];
	const list = listAt(args, 0, call);
	const size = wholeAt(args, 1, 1, LIMITS.maxListItems, call);
	const count = Math.ceil(list.length / size);
	call.steps.take(list.length + 2 * count);
	return Array.from({ length: count }, (_, i) => list.slice(i * size, (i + 1) * size));
}

function sizeOf([value = null]: readonly Value[], call: Call): Value {
	if (value === null) return 0;
	if (isList(value)) return value.length;
	if (isMap(value)) return value.size;
	return clustersOf(textAt([value], 0, call), call).length;
}

function digitsOf(text: string, args: readonly Value[], call: Call): Value {
	const system = textAt(args, 1, call);
	call.steps.take(text.length);
	const known = numberingSystems();
	if (known.includes(system)) return inDigits(text, system);
	const [meant] = nearest(system, known, 1);
	const hint =
		meant === undefined ? "such as arab, beng, deva or latn" : `did you mean "${meant}"?`;
	return call.fail(`needs a numbering system, not ${shownValue(system)}; ${hint}`);
}

const takeFormat = (value: number, { steps }: Call): void =>
	steps.take(Math.abs(value) < LARGE ? FORMAT_STEPS : FORMAT_STEPS + LARGE_STEPS);

function currency(value: number, args: readonly Value[], call: Call): Value {
	const code = textAt(args, 1, call).toUpperCase();
	if (!/^[A-Z]{3}$/.test(code))
		call.fail(`needs the code of a currency such as "EUR", not ${shownValue(args[1]!)}`);
	takeFormat(value, call);
	call.steps.take(CURRENCY_STEPS);
	return formatCurrency(value, code, call.lang, digitsAt(args, 2, call));
}

function dateText(text: string, args: readonly Value[], call: Call): Value {
	const pattern = textAt(args, 1, call);
	call.steps.take(FORMAT_STEPS + pattern.length);
	if (pattern.length > LIMITS.maxExpressionLength)
		call.fail(`needs a pattern of at most ${LIMITS.maxExpressionLength} characters`);
	try {
		return formatDate(dateOf(text)!, pattern, call.lang);
	} catch (error) {
		if (!(error instanceof PatternError)) throw error;
		return call.fail(
			`cannot use ${JSON.stringify(error.message)} in a pattern: use ${DATE_LETTERS}`,
		);
	}
}

/** @param usage as messages show it; optional arguments end with a question mark */
function of(usage: string, run: ExpressionFunction["run"], most?: number): ExpressionFunction {
	const args = usage.slice(usage.indexOf("(") + 1, -1).split(", ");
	return {
		usage,
		least: args.filter((arg) => !arg.endsWith("?") && arg !== "…").length,
		most: most ?? args.length,
		run,
	};
}

/** Most arguments of one call; the parser allows no more. */
export const MAX_ARGUMENTS = 32;

const least = (args: readonly Value[], call: Call): Value =>
	numbersOf(args, call).reduce<number | null>((a, b) => (a === null || b < a ? b : a), null);
const greatest = (args: readonly Value[], call: Call): Value =>
	numbersOf(args, call).reduce<number | null>((a, b) => (a === null || b > a ? b : a), null);

/** By name. */
export const FUNCTIONS: ReadonlyMap<string, ExpressionFunction> = new Map(
	[
		of("min(list or numbers, …)", least, MAX_ARGUMENTS),
		of("max(list or numbers, …)", greatest, MAX_ARGUMENTS),
		of(
			"sum(list or numbers, …)",
			(args, call) => numbersOf(args, call).reduce((a, b) => a + b, 0),
			MAX_ARGUMENTS,
		),
		of("round(x, digits?)", ofNumber(rounded)),
		of(
			"floor(x)",
			ofNumber((value) => Math.floor(value)),
		),
		of(
			"ceil(x)",
			ofNumber((value) => Math.ceil(value) || 0),
		),
		of(
			"abs(x)",
			ofNumber((value) => Math.abs(value)),
		),
		of("size(x)", sizeOf),
		of("upper(text)", ofText(inCase("uppercase"))),
		of("lower(text)", ofText(inCase("lowercase"))),
		of("join(list, separator?)", joined),
		of("range(n or from, to?)", rangeOf),
		of("slice(list, from?, to?)", sliced),
		of("chunk(list, n)", chunked),
		of("number(x)", ([value = null], { steps }) => {
			if (typeof value === "number") return value;
			steps.take(READ_STEPS);
			return typeof value === "string" ? readNumber(value) : null;
		}),
		of(
			"on(color)",
			ofText((text, _, { steps }) => {
				steps.take(COLOR_STEPS);
				return onColor(text) ?? null;
			}),
		),
		of(
			"escape(x)",
			ofText((text, _, call) => {
				const html = escapedHtml(text);
				// About one for each character that is replaced.
				call.steps.take(Math.ceil((html.length - text.length) / 4));
				fittingText(html.length, call);
				return html;
			}),
		),
		of(
			"weekday(date)",
			ofDate((text) => weekdayOf(dateOf(text)!) || 7),
		),
		of(
			"addDays(date, n)",
			ofDate((text, args, call) => {
				if (args[1] === null) return null;
				call.steps.take(DATE_STEPS);
				const days = wholeAt(args, 1, -MAX_DAYS, MAX_DAYS, call);
				return daysAfter(text, days) ?? call.fail("leaves the years 0 to 9999");
			}),
		),
		of("digits(x, system)", ofText(digitsOf)),
		of(
			"formatNumber(x, digits?)",
			ofNumber((value, args, call) => {
				takeFormat(value, call);
				return formatNumber(value, call.lang, digitsAt(args, 1, call));
			}),
		),
		of(
			"formatPercent(x, digits?)",
			ofNumber((value, args, call) => {
				takeFormat(value, call);
				return formatPercent(value, call.lang, digitsAt(args, 1, call));
			}),
		),
		of("formatCurrency(x, code, digits?)", ofNumber(currency)),
		of("formatDate(date, pattern)", ofDate(dateText)),
	].map((one) => [one.usage.slice(0, one.usage.indexOf("(")), one]),
);
