/** Makes the tables with which expressions write numbers and dates, from CLDR. */
import { readFile } from "node:fs/promises";
import type { LanguageFormats } from "../../src/documents/expressions/formats.js";
import type { Files } from "./files.js";
import { packageFile } from "./packages.js";

/** The languages of the tables, and regions that write differently. */
const LANGUAGES = [
	...[
		"af",
		"ar",
		"ar-EG",
		"bg",
		"bn",
		"ca",
		"cs",
		"da",
		"de",
		"de-AT",
		"de-CH",
		"el",
		"en",
		"en-GB",
	],
	...[
		"en-IN",
		"es",
		"es-419",
		"es-MX",
		"et",
		"eu",
		"fa",
		"fi",
		"fil",
		"fr",
		"fr-CA",
		"fr-CH",
		"gl",
	],
	...[
		"gu",
		"he",
		"hi",
		"hr",
		"hu",
		"id",
		"is",
		"it",
		"ja",
		"ko",
		"lt",
		"lv",
		"mr",
		"ms",
		"nb",
		"nl",
	],
	...["pl", "pt", "pt-PT", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "sw", "ta", "te", "th", "tr"],
	...["uk", "ur", "vi", "zh", "zh-Hant"],
];

const MONTHS = Array.from({ length: 12 }, (_, i) => String(i + 1));
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Parsed JSON, read as text where it is one. */
interface Json {
	readonly [name: string]: Json;
}
const text = (json: Json | undefined): string => String(json ?? "");

export async function formats(): Promise<Files> {
	const read = async (name: string): Promise<Json> =>
		JSON.parse(await readFile(packageFile(name), "utf8"));
	const supplement = async (name: string) =>
		(await read(`cldr-core/supplemental/${name}.json`)).supplemental![name]!;
	const systems = (await supplement("numberingSystems")) as unknown as Json;
	const { fractions } = await supplement("currencyData");
	const languages: Record<string, LanguageFormats> = {};
	for (const tag of LANGUAGES) {
		const part = async (file: string) => (await read(`${file}.json`)).main![tag]!;
		const { numbers } = await part(`cldr-numbers-full/main/${tag}/numbers`);
		const { currencies } = (await part(`cldr-numbers-full/main/${tag}/currencies`)).numbers!;
		const { calendars } = (await part(`cldr-dates-full/main/${tag}/ca-gregorian`)).dates!;
		languages[tag] = languageFormats(numbers!, currencies!, calendars!.gregorian!);
	}
	const tables = {
		digits: Object.fromEntries(
			Object.entries(systems)
				.filter(([, { _type }]) => text(_type) === "numeric")
				.map(([name, { _digits }]) => [name, _digits]),
		),
		currencyDigits: Object.fromEntries(
			Object.entries(fractions!)
				.filter(([code, { _digits }]) => code !== "DEFAULT" && text(_digits) !== "2")
				.map(([code, { _digits }]) => [code, Number(text(_digits))]),
		),
		languages,
	};
	// One language a line.
	const content = JSON.stringify(tables).replaceAll(/("[\w-]+":\{"numbers")/g, "\n$1");
	return new Map([["data/formats.json", `${content}\n`]]);
}

function languageFormats(numbers: Json, currencies: Json, gregorian: Json): LanguageFormats {
	const system = text(numbers.defaultNumberingSystem);
	const formatsOf = (kind: string) => numbers[`${kind}Formats-numberSystem-${system}`]!;
	const symbols = numbers[`symbols-numberSystem-${system}`]!;
	const { standard, "standard-alphaNextToNumber": besideLetters = standard } =
		formatsOf("currency");
	const names = (widths: Json, keys: readonly string[]) =>
		["wide", "abbreviated"].map((width) => keys.map((key) => text(widths[width]![key])));
	const months = names(gregorian.months!.format!, MONTHS);
	const monthsAlone = names(gregorian.months!["stand-alone"]!, MONTHS);
	const days = names(gregorian.days!.format!, DAYS);
	const daysAlone = names(gregorian.days!["stand-alone"]!, DAYS);
	const { am, pm } = gregorian.dayPeriods!.format!.abbreviated!;
	return {
		numbers: system,
		leastGrouped: Number(text(numbers.minimumGroupingDigits)),
		decimal: text(symbols.decimal),
		group: text(symbols.group),
		minus: text(symbols.minusSign),
		percentSign: text(symbols.percentSign),
		...(symbols.currencyDecimal && { currencyDecimal: text(symbols.currencyDecimal) }),
		...(symbols.currencyGroup && { currencyGroup: text(symbols.currencyGroup) }),
		number: text(formatsOf("decimal").standard),
		percent: text(formatsOf("percent").standard),
		currency: text(standard),
		...(besideLetters !== standard && { currencyBesideLetters: text(besideLetters) }),
		symbols: Object.fromEntries(
			Object.entries(currencies)
				.filter(([code, { symbol }]) => symbol !== undefined && text(symbol) !== code)
				.map(([code, { symbol }]) => [code, text(symbol)]),
		),
		months,
		...(String(months) !== String(monthsAlone) && { monthsAlone }),
		days,
		...(String(days) !== String(daysAlone) && { daysAlone }),
		periods: [text(am), text(pm)],
	};
}
