/**
 * Writes numbers and dates in many languages, from tables of the Unicode CLDR. Never uses Intl,
 * whose results change with the version of Node.
 */
import { readFileSync } from "node:fs";
import { onDemand } from "../../base/on-demand.js";
import { packageRoot } from "../../base/package-root.js";
import { type Decimal, decimal } from "./decimal.js";

/** How a language writes numbers and dates. Names of CLDR's patterns: UTS #35, parts 3 and 4. */
export interface LanguageFormats {
	/** Its numbering system. */
	readonly numbers: string;
	/** Digits before the first group separator that is written. */
	readonly leastGrouped: number;
	readonly decimal: string;
	readonly group: string;
	readonly minus: string;
	readonly percentSign: string;
	/** Separators in amounts of money, if they differ. */
	readonly currencyDecimal?: string;
	readonly currencyGroup?: string;
	/** Patterns such as #,##0.### or ¤ #,##0.00;¤-#,##0.00. */
	readonly number: string;
	readonly percent: string;
	readonly currency: string;
	/** The pattern for symbols whose letters would touch the digits. */
	readonly currencyBesideLetters?: string;
	/** Symbols of currencies that are not their code. */
	readonly symbols: Readonly<Record<string, string>>;
	/** Names from January, in full and abbreviated; how they stand without a day, if different. */
	readonly months: readonly (readonly string[])[];
	readonly monthsAlone?: readonly (readonly string[])[];
	/** Names from Sunday, in full and abbreviated; how they stand without a day, if different. */
	readonly days: readonly (readonly string[])[];
	readonly daysAlone?: readonly (readonly string[])[];
	/** Before noon, and after. */
	readonly periods: readonly string[];
}

interface Tables {
	/** The digits 0 to 9 of numbering systems. */
	readonly digits: Readonly<Record<string, string>>;
	/** Decimals of currencies that do not have two. */
	readonly currencyDigits: Readonly<Record<string, number>>;
	readonly languages: Readonly<Record<string, LanguageFormats>>;
}

const tables = onDemand(
	(): Tables => JSON.parse(readFileSync(new URL("data/formats.json", packageRoot), "utf8")),
);

/** Languages by other tags. */
const OTHER_TAGS: Readonly<Record<string, string>> = {
	no: "nb",
	nn: "nb",
	iw: "he",
	in: "id",
	tl: "fil",
	"zh-tw": "zh-Hant",
	"zh-hk": "zh-Hant",
	"zh-mo": "zh-Hant",
	...Object.fromEntries(
		[
			"ar",
			"bo",
			"cl",
			"co",
			"cr",
			"do",
			"ec",
			"gt",
			"hn",
			"ni",
			"pa",
			"pe",
			"py",
			"sv",
			"uy",
			"ve",
		].map((region) => [`es-${region}`, "es-419"]),
	),
};

/** The tags of the languages that have tables. */
export const formatLanguages = (): readonly string[] => Object.keys(tables().languages);

const tagsBelow = onDemand(
	() => new Map(formatLanguages().map((tag) => [tag.toLowerCase(), tag] as const)),
);

/** The formats of a language: of its tag, of the longest part of it that is known, or English. */
export function formatsOf(tag: string): LanguageFormats {
	for (
		let rest = tag.toLowerCase();
		rest !== "";
		rest = rest.slice(0, Math.max(0, rest.lastIndexOf("-")))
	) {
		const known = Object.hasOwn(OTHER_TAGS, rest) ? OTHER_TAGS[rest] : tagsBelow().get(rest);
		if (known !== undefined) return tables().languages[known]!;
	}
	return tables().languages.en!;
}

/** The names of the numbering systems with ten digits. */
export const numberingSystems = onDemand((): readonly string[] => Object.keys(tables().digits));

/** The digits of each numbering system. */
const digitsBySystem = onDemand(
	() => new Map(Object.entries(tables().digits).map(([system, text]) => [system, [...text]])),
);

/** A text with its digits 0 to 9 in another numbering system. */
export function inDigits(text: string, system: string): string {
	if (system === "latn") return text;
	const digits = digitsBySystem().get(system)!;
	return text.replace(/\d/g, (digit) => digits[Number(digit)]!);
}

/** Decimals that a number has without `digits`. */
const NUMBER_DECIMALS = 3;

/**
 * A number with the separators of a language.
 * @param digits decimals; without it, up to three
 */
export function formatNumber(value: number, lang: string, digits?: number): string {
	const formats = formatsOf(lang);
	return inPattern(
		formats.number,
		value,
		decimal(value, digits ?? 0, digits ?? NUMBER_DECIMALS),
		formats,
	);
}

/** A share as percent: 0.12 is 12 %. @param digits decimals, by default none */
export function formatPercent(value: number, lang: string, digits = 0): string {
	const formats = formatsOf(lang);
	return inPattern(formats.percent, value, timesHundred(value, digits), formats);
}

/** The digits of a hundred times a number, from its own decimals: 0.07 is 7, not 7.000000000000001. */
function timesHundred(value: number, digits: number): Decimal {
	const [mantissa, exponent] = value.toExponential().split("e");
	return decimal(Number(`${mantissa}e${Number(exponent) + 2}`), digits, digits);
}

/**
 * An amount of money.
 * @param code ISO 4217, such as EUR
 * @param digits decimals, by default those of the currency
 */
export function formatCurrency(value: number, code: string, lang: string, digits?: number): string {
	const formats = formatsOf(lang);
	const places = digits ?? tables().currencyDigits[code] ?? 2;
	const symbol = formats.symbols[code] ?? code;
	const { currency, currencyBesideLetters = currency } = formats;
	const beforeNumber = currency.indexOf("¤") < currency.indexOf("0");
	const touching = beforeNumber ? symbol.at(-1)! : symbol[0]!;
	const pattern = IS_SYMBOL.test(touching) ? currency : currencyBesideLetters;
	const { currencyDecimal: point = formats.decimal, currencyGroup: group = formats.group } =
		formats;
	const text = inPattern(pattern, value, decimal(value, places, places), {
		...formats,
		decimal: point,
		group,
	});
	// UTS #35, part 3, section 4.4: letters do not touch digits.
	return text
		.replace(/¤(?=\p{Nd})/u, IS_SYMBOL.test(symbol.at(-1)!) ? "¤" : "¤\u00a0")
		.replace(/(?<=\p{Nd})¤/u, IS_SYMBOL.test(symbol[0]!) ? "¤" : "\u00a0¤")
		.replace("¤", () => symbol);
}

/** A sign or space, as opposed to a letter. */
const IS_SYMBOL = /[\p{S}\p{Z}]/u;

/** Puts digits into a pattern of CLDR. */
function inPattern(
	pattern: string,
	value: number,
	{ whole, fraction }: Decimal,
	{ decimal: point, group, minus, percentSign, leastGrouped, numbers }: LanguageFormats,
): string {
	const [positive = "", negative = `-${positive}`] = pattern.split(";");
	const isNegative = value < 0 && /[1-9]/.test(whole + fraction);
	// The negative pattern only says what is around the number.
	const numberPart = /[#0][#0.,]*/;
	const [integerPattern = ""] = numberPart.exec(positive)![0].split(".");
	const [first = "", ...sizes] = integerPattern
		.split(",")
		.map((part) => part.length)
		.reverse();
	const digits =
		sizes.length > 0 && whole.length >= Number(first) + leastGrouped
			? grouped(whole, Number(first), sizes.length > 1 ? sizes[0]! : Number(first), group)
			: whole;
	const text = inDigits(fraction === "" ? digits : `${digits}${point}${fraction}`, numbers);
	return (isNegative ? negative : positive)
		.replaceAll("'", "")
		.replace("-", () => minus)
		.replace("%", () => percentSign)
		.replace(numberPart, () => text);
}

/** @param first digits of the last group @param others digits of the groups before it */
function grouped(digits: string, first: number, others: number, separator: string): string {
	const groups = [digits.slice(-first)];
	for (let end = digits.length - first; end > 0; end -= others)
		groups.unshift(digits.slice(Math.max(0, end - others), end));
	return groups.join(separator);
}

/** A day of the Gregorian calendar, perhaps with a time. */
export interface DateTime {
	readonly year: number;
	/** From 1. */
	readonly month: number;
	readonly day: number;
	readonly hour?: number;
	readonly minute?: number;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?$/;

/** Reads 2026-03-01 or 2026-03-01T18:30. @returns undefined if it is not such a date */
export function dateOf(text: string): DateTime | undefined {
	const found = DATE.exec(text);
	if (found === null) return undefined;
	const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
	const time = utc(year, month, day);
	if (time.getUTCMonth() + 1 !== month || time.getUTCDate() !== day) return undefined;
	if (found[4] === undefined) return { year, month, day };
	const [hour, minute] = [Number(found[4]), Number(found[5])];
	return hour > 23 || minute > 59 ? undefined : { year, month, day, hour, minute };
}

/** Years below 100 too, which Date.UTC takes for years of the twentieth century. */
function utc(year: number, month: number, day: number): Date {
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	return date;
}

/** Day of the week: 0 is Sunday. */
export const weekdayOf = ({ year, month, day }: DateTime): number =>
	utc(year, month, day).getUTCDay();

/** The date some days later, in the form of the given one. @returns undefined outside of the years 0 to 9999 */
export function daysAfter(text: string, days: number): string | undefined {
	const { year, month, day } = dateOf(text)!;
	const date = utc(year, month, day + days);
	const after = Number.isFinite(date.getTime()) ? date.toISOString() : "";
	return DATE.test(after.slice(0, 10)) ? after.slice(0, 10) + text.slice(10) : undefined;
}

/** Quoted text, a run of one letter, or anything else. */
const PATTERN_PART = /''|'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g;

/** What the letters of a pattern may be, for messages. */
export const DATE_LETTERS =
	"y yy yyyy M MM MMM MMMM d dd E EEE EEEE H HH h hh m mm a, other text in 'quotes'";

/** A letter of a pattern is not one of those that a date can have. */
export class PatternError extends Error {
	override readonly name = "PatternError";
}

/**
 * A date in a pattern such as "EEEE, d MMMM y".
 * @throws PatternError
 */
export function formatDate(date: DateTime, pattern: string, lang: string): string {
	const formats = formatsOf(lang);
	const plain = pattern.replaceAll(/'[^']*'/g, "");
	const hasDay = plain.includes("d");
	const months = hasDay ? formats.months : (formats.monthsAlone ?? formats.months);
	const days = hasDay ? formats.days : (formats.daysAlone ?? formats.days);
	const padded = (value: number, length: number) =>
		inDigits(String(value).padStart(length, "0"), formats.numbers);
	const field = (letters: string): string | undefined => {
		const { length } = letters;
		const isShort = length <= 2;
		const { hour = 0, minute = 0 } = date;
		switch (letters[0]) {
			case "y":
				if (length === 2) return padded(date.year % 100, 2);
				return length === 1 || length === 4 ? padded(date.year, length) : undefined;
			case "M":
				return isShort ? padded(date.month, length) : months[4 - length]?.[date.month - 1];
			case "d":
				return isShort ? padded(date.day, length) : undefined;
			case "E":
				return days[length === 4 ? 0 : length <= 3 ? 1 : 2]?.[weekdayOf(date)];
			case "H":
				return isShort ? padded(hour, length) : undefined;
			case "h":
				return isShort ? padded(hour % 12 || 12, length) : undefined;
			case "m":
				return isShort ? padded(minute, length) : undefined;
			case "a":
				return length <= 3 ? formats.periods[hour < 12 ? 0 : 1] : undefined;
			default:
				return undefined;
		}
	};
	return pattern.replaceAll(PATTERN_PART, (part: string, quoted?: string, letter?: string) => {
		if (part === "''") return "'";
		if (quoted !== undefined) return quoted.replaceAll("''", "'");
		if (letter === undefined && part !== "'") return part;
		const text = letter === undefined ? undefined : field(part);
		if (text === undefined) throw new PatternError(part);
		return text;
	});
}
