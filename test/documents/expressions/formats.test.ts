/** Numbers and dates in many languages, beside what Intl of this Node writes. */
import t from "tap";
import {
	type DateTime,
	formatCurrency,
	formatDate,
	formatLanguages,
	formatNumber,
	formatPercent,
	formatsOf,
} from "../../../src/documents/expressions/formats.js";

/** Intl writes some of these spaces and marks in some versions only. */
const plain = (text: string) =>
	text.replaceAll(/[\u00a0\u202f\u2009]/g, " ").replaceAll(/[\u200e\u200f\u061c]/g, "");

const NUMBERS = [0, 7, -3.5, 1234.5, 0.125, 9999.995, -1234567.891, 98765432.1, 1e15, 0.0004];
const DATE: DateTime = { year: 2026, month: 3, day: 1, hour: 18, minute: 5 };
const time = new Date(Date.UTC(2026, 2, 1, 18, 5));

/** What differs for one language, as messages. */
function differences(lang: string): { readonly compared: number; readonly different: string[] } {
	const pairs: [what: string, ours: string, intl: string][] = [];
	const numberingSystem = formatsOf(lang).numbers;
	const intl = (options: Intl.NumberFormatOptions) =>
		new Intl.NumberFormat(lang, { ...options, numberingSystem });
	for (const [i, value] of NUMBERS.entries()) {
		const digits = i % 4;
		const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
		pairs.push(
			[`number ${value}`, formatNumber(value, lang), intl({}).format(value)],
			[
				`number ${value} with ${digits}`,
				formatNumber(value, lang, digits),
				intl(fixed).format(value),
			],
			[`percent ${value}`, formatPercent(value, lang), intl({ style: "percent" }).format(value)],
		);
		for (const currency of ["EUR", "USD", "JPY", "CHF", "KWD"])
			pairs.push([
				`${currency} ${value}`,
				formatCurrency(value, currency, lang),
				intl({ style: "currency", currency }).format(value),
			]);
	}
	const date = (options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(lang, {
			...options,
			calendar: "gregory",
			timeZone: "UTC",
			numberingSystem,
		});
	for (let month = 1; month <= 12; month++) {
		const other = { ...DATE, month };
		const parts = date({ day: "numeric", month: "long", year: "numeric" }).formatToParts(
			new Date(Date.UTC(2026, month - 1, 1)),
		);
		pairs.push([
			`month ${month}`,
			formatDate(other, "MMMM d", lang).split(" ").slice(0, -1).join(" "),
			parts.find(({ type }) => type === "month")!.value,
		]);
	}
	for (let day = 1; day <= 7; day++) {
		const other = new Date(Date.UTC(2026, 2, day));
		pairs.push([
			`day ${day}`,
			formatDate({ ...DATE, day }, "EEEE", lang),
			date({ weekday: "long" }).format(other),
		]);
	}
	const period = date({ hour: "numeric", hour12: true })
		.formatToParts(time)
		.find(({ type }) => type === "dayPeriod");
	pairs.push(["period", formatDate(DATE, "a", lang), period!.value]);
	return {
		compared: pairs.length,
		different: pairs
			.filter(([, a, b]) => plain(a) !== plain(b))
			.map(([what, a, b]) => `${lang} ${what}: ${a} here, ${b} with Intl`),
	};
}

t.test("at least thirty languages write numbers and dates as Intl does", async (t) => {
	const languages = formatLanguages();
	t.ok(languages.length >= 30, `${languages.length} languages`);
	let compared = 0;
	const different: string[] = [];
	for (const lang of languages) {
		const found = differences(lang);
		compared += found.compared;
		different.push(...found.different);
	}
	for (const line of different) t.comment(line);
	t.ok(compared >= 500, `${compared} values`);
	// Other versions of Node have other versions of the tables.
	t.ok(different.length < compared / 50, `${different.length} of ${compared} differ`);
});
