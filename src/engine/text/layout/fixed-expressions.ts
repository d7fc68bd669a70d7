/** Finds phone numbers, dates, times and prices, which people read as one word. */

/** A range of a text in UTF-16 offsets, end exclusive. */
export interface Stretch {
	readonly start: number;
	readonly end: number;
}

const SPACE = "[ \\u00a0\\u202f]";
const CURRENCY = "(?:\\p{Sc}|EUR|USD|GBP|CHF|JPY|CNY|INR|BRL|kr\\.?|zł|Kč|Ft|лв\\.?|руб\\.?)";
const AMOUNT = `\\d{1,3}(?:(?:[.,'’]|${SPACE})?\\d{1,3}){0,5}`;
const MONTH = "\\p{L}{3,12}\\.?";

/** Every repetition has a limit, so the time for each position is limited. */
const EXPRESSIONS = [
	// +49 170 1234567, (030) 123 45-67, 0170 1234567
	`(?:\\+\\d{1,4}|\\(\\d{1,5}\\)|(?<![\\d.,])0\\d{1,5})(?:(?:${SPACE}|[-./–])?(?:\\(\\d{1,5}\\)|\\d{1,8})){1,6}`,
	// 555-0123, 800 555 0199
	`(?<![\\d.,])\\d{3}[-. ]\\d{3}[-. ]\\d{4}(?!\\d)`,
	// 2026-03-12, 12/03/2026, 12. 3. 2026
	`(?<!\\d)\\d{1,4}[-./]${SPACE}?\\d{1,2}[-./]${SPACE}?\\d{2,4}(?!\\d)`,
	// 12 March 2026, 12. März 2026
	`(?<!\\d)\\d{1,2}\\.?${SPACE}(?:de${SPACE})?${MONTH}${SPACE}(?:de${SPACE})?\\d{4}(?!\\d)`,
	// March 12, 2026
	`\\p{Lu}\\p{L}{2,11}\\.?${SPACE}\\d{1,2}(?:st|nd|rd|th)?,?${SPACE}\\d{4}(?!\\d)`,
	// 2026年3月12日
	"\\d{2,4}年\\d{1,2}月(?:\\d{1,2}日)?",
	"\\d{1,2}月\\d{1,2}日",
	// 7:30 pm, 19.30–21.00
	`(?<!\\d)\\d{1,2}(?:[:.]\\d{2})?(?:${SPACE}?[–-]${SPACE}?\\d{1,2}(?:[:.]\\d{2})?)?${SPACE}(?:[ap]\\.?m\\.?|Uhr|h)(?!\\p{L})`,
	`(?<!\\d)\\d{1,2}[:.]\\d{2}${SPACE}?[–-]${SPACE}?\\d{1,2}[:.]\\d{2}(?!\\d)`,
	// € 12.50, USD 1 200
	`${CURRENCY}${SPACE}?${AMOUNT}(?:[.,](?:\\d{1,2}|[-–—]))?`,
	// 1 299,00 €, 20 kr, 15 %
	`(?<![\\d.,])${AMOUNT}(?:[.,](?:\\d{1,2}|[-–—]))?${SPACE}?(?:${CURRENCY}|%)`,
].map((source) => new RegExp(source, "gu"));

const DIGIT = /\d/;

/** The expressions of a text, in no order; they may overlap. */
export function fixedExpressions(text: string): Stretch[] {
	if (!DIGIT.test(text)) return [];
	return EXPRESSIONS.flatMap((pattern) =>
		[...text.matchAll(pattern)].map(({ 0: found, index }) => ({
			start: index,
			end: index + found.length,
		})),
	);
}
