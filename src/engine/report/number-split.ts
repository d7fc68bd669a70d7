/** Finds line breaks inside numbers: before the unit, after the sign, or inside a range. */
import type { SceneText } from "../scene/scene.js";
import { layOutText, type TextLayout } from "../svg/text/layout.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { isWrapped } from "./awkward-break.js";

/** A number that is split over two lines. */
export interface NumberSplit {
	/** Index of the first of the two lines, from 0. */
	readonly line: number;
	/** The end of the first line and the start of the second. */
	readonly end: string;
	readonly start: string;
	/** There is white space between them, which hangs at the end of the line. */
	readonly spaced: boolean;
}

const CURRENCY = "(?:\\p{Sc}|EUR|USD|GBP|CHF|JPY|CNY|INR|BRL|kr\\.?|zł|Kč|Ft|руб\\.?|円|元|원)";
const UNITS = [
	"[%‰٪％°]",
	"°[CF]",
	CURRENCY,
	"[kmcμ]?m[²³]?|[km]?g|[mcd]?l|km/h|mph|lbs?|oz|ft|mi",
	"h|hrs?|mins?|sec|[ap]\\.?m\\.?|Uhr",
	"[kKMGT]i?B|[kMG]bit/s|[kMG]?Hz|MP|px|k?Wh?|kcal|kJ",
	"Mio\\.?|Mrd\\.?|million|billion",
].join("|");
/** The end of a number before its unit: "40", "1.5", "12–14". */
const NUMBER_END = /\p{Nd}$/u;
const UNIT_START = new RegExp(`^(?:${UNITS})(?![\\p{L}\\p{N}])`, "u");
/** Signs except the dash, which is also used between words. */
const SIGN_END = new RegExp(`(?:^|[\\s(−–+-])(?:[−+±~≈<>≤≥#№§]|${CURRENCY})$`, "u");
const NUMBER_START = /^[.,]?\p{Nd}/u;
const DASH = "[-‐‑–—−]";
const RANGE_END = new RegExp(`(\\p{Nd}+)(?:[%°]|\\p{Sc})?(\\s?)${DASH}$`, "u");
const RANGE_START = new RegExp(`^${DASH}(\\s?)\\p{Sc}?(\\p{Nd}+)`, "u");
const DIGITS_START = /^\p{Sc}?(\p{Nd}+)/u;
const DIGITS_END = /(\p{Nd}+)(?:[%°]|\p{Sc})?$/u;

/** A range: the number before a dash. */
const LAST_WORD = new RegExp(`\\S+(?:\\s${DASH})?$`, "u");

/** Number of characters on either side of a line break that are examined. */
const REACH = 24;

/**
 * The first number that is split by a line break; undefined if there is none. Line breaks in the
 * text itself are intended.
 */
export function splitNumber({ lines }: TextLayout): NumberSplit | undefined {
	for (const [i, { line }] of lines.entries()) {
		const next = lines[i + 1];
		if (next === undefined || !isWrapped(lines[i]!, next) || line.broken) continue;
		const end = line.text.slice(-REACH).trimEnd();
		const start = next.line.text.slice(0, REACH).trimStart();
		if (!isSplit(end, start)) continue;
		return {
			line: i,
			end: LAST_WORD.exec(end)?.[0] ?? end,
			start: /^\S+/u.exec(start)?.[0] ?? start,
			spaced: line.source.end > line.source.visibleEnd,
		};
	}
	return undefined;
}

function isSplit(end: string, start: string): boolean {
	if (NUMBER_END.test(end) && UNIT_START.test(start)) return true;
	if (SIGN_END.test(end) && NUMBER_START.test(start)) return true;
	const from = RANGE_END.exec(end);
	const to = DIGITS_START.exec(start);
	if (from && to) return isRange(from[1]!, to[1]!, from[2] !== "");
	const [before, after] = [DIGITS_END.exec(end), RANGE_START.exec(start)];
	return before !== null && after !== null && isRange(before[1]!, after[2]!, after[1] !== "");
}

/**
 * "12 – 14" is a range, "since 2019 – 14 shops" is not: the numbers of a range have about the same
 * length.
 */
const isRange = (from: string, to: string, spaced: boolean): boolean =>
	!spaced || Math.abs(from.length - to.length) <= 1;

/** Number of sizes and widths that are tried, and the factors between them. */
const TRIES = 10;
const SMALLER = 0.96;
const WIDER = 1.06;
/** Texts with more characters are not laid out again. */
const MOST_CHARACTERS = 400;

/** Size and width that keep all numbers of a text together. Pixels. */
export interface Remedy {
	readonly fontSize?: number;
	readonly width?: number;
}

/**
 * Maximum number of texts per slide that are laid out again. Each takes as long as drawing it a few
 * times.
 */
const MOST_TEXTS = 6;

/** Finds sizes and widths that keep numbers together, for the first few texts of a slide. */
export class Remedies {
	readonly #fonts: FontLibrary;
	#left = MOST_TEXTS;

	constructor(fonts: FontLibrary) {
		this.#fonts = fonts;
	}

	/**
	 * Lays a text out in smaller sizes and in wider boxes.
	 * @param most maximum width, pixels
	 * @returns nothing for a long text, or if no attempt succeeded
	 */
	of({ block }: TextLayout, most: number): Remedy {
		const { text, richText, wrapWidth } = block;
		if (text.length + richText.length > MOST_CHARACTERS || !Number.isFinite(wrapWidth)) return {};
		if (--this.#left < 0) return {};
		const fixed = { ...block, minFontSize: null, groupSize: null, highlightInside: false };
		const holds = (changed: Partial<SceneText>): boolean => {
			const layout = layOutText({ ...fixed, ...changed }, this.#fonts);
			return layout !== undefined && splitNumber(layout) === undefined;
		};
		const remedy: { fontSize?: number; width?: number } = {};
		for (let i = 1; i <= TRIES && remedy.fontSize === undefined; i++) {
			const fontSize = block.fontSize * SMALLER ** i;
			if (holds({ fontSize })) remedy.fontSize = fontSize;
		}
		for (let i = 1; i <= TRIES && remedy.width === undefined; i++) {
			const width = wrapWidth * WIDER ** i;
			if (width > most) break;
			if (holds({ wrapWidth: width, width })) remedy.width = width;
		}
		return remedy;
	}
}
