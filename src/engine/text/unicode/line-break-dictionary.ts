import { SA } from "./line-break-classes.js";
import { lineBreakClass, lineBreakProperties } from "./line-break-properties.js";

/**
 * Scripts without spaces between words for which ICU has a dictionary, each with a language that
 * selects it.
 */
const DICTIONARIES: readonly { pattern: RegExp; locale: string }[] = [
	{ pattern: /\p{Script=Thai}/u, locale: "th" },
	{ pattern: /\p{Script=Lao}/u, locale: "lo" },
	{ pattern: /\p{Script=Khmer}/u, locale: "km" },
	{ pattern: /\p{Script=Myanmar}/u, locale: "my" },
];

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(locale: string): Intl.Segmenter {
	let segmenter = segmenters.get(locale);
	if (segmenter === undefined) {
		segmenter = new Intl.Segmenter(locale, { granularity: "word" });
		segmenters.set(locale, segmenter);
	}
	return segmenter;
}

function localeOf(character: string): string | null {
	return DICTIONARIES.find(({ pattern }) => pattern.test(character))?.locale ?? null;
}

/** Every character that a dictionary covers is in the basic plane, from Thai to Myanmar Extended-A. */
const FIRST = 0x0e00;

/**
 * Calls `allow` with each UTF-16 index inside a run of Thai, Lao, Khmer or
 * Myanmar letters (class SA of UAX #14) at which a word of the dictionary
 * begins. Linear in the length of the text.
 */
export function dictionaryBreaks(text: string, allow: (index: number) => void): void {
	for (let i = 0; i < text.length; i++) {
		const locale = complexLocale(text, i);
		if (locale === null) continue;
		const start = i;
		while (i + 1 < text.length && complexLocale(text, i + 1) === locale) i++;
		wordStarts(text, start, i + 1, segmenterOf(locale), allow);
	}
}

/** ICU's dictionaries take quadratic time, so long runs are processed in windows. */
const WINDOW = 1024;
/**
 * Word boundaries this close to the end of a window may depend on the text after it, so the next
 * window decides.
 */
const LOOK_AHEAD = 256;

/** Word boundaries strictly inside text[start, end), a run of one script. */
function wordStarts(
	text: string,
	start: number,
	end: number,
	segmenter: Intl.Segmenter,
	allow: (index: number) => void,
): void {
	for (let from = start; from < end; ) {
		const to = Math.min(end, from + WINDOW);
		const sure = to === end ? end : to - LOOK_AHEAD;
		let next = to;
		for (const { index } of segmenter.segment(text.slice(from, to))) {
			const boundary = from + index;
			if (boundary >= sure) break;
			if (boundary === from) continue;
			allow(boundary);
			if (to < end) next = boundary;
		}
		from = next;
	}
}

function complexLocale(text: string, index: number): string | null {
	const unit = text.charCodeAt(index);
	if (unit < FIRST || lineBreakClass(lineBreakProperties(unit)) !== SA) return null;
	return localeOf(text[index]!);
}
