/**
 * Finds full-width punctuation that loses its blank half: `text-spacing-trim: normal` (CSS Text 4,
 * section 8.4), as Blink applies it (HanKerning).
 */
import type { HanForm } from "../fonts/manifest.js";
import { punctuationBetweenHan } from "./han-punctuation.js";

/** Classes of full-width characters by which of their halves is blank. */
type Kind = "opening" | "closing" | "middle";

const KINDS = new Map<string, Kind>();
for (const [chars, kind] of [
	["（［｛｟〈《「『【〔〖〘〚〝", "opening"],
	["）］｝｠〉》」』】〕〗〙〛〞〟", "closing"],
	["・·\u2027\u3000", "middle"],
] as const)
	for (const char of chars) KINDS.set(char, kind);

/** At the lower left, except in traditional Chinese, where they are in the middle. */
const DOTS = new Set("、。，．");
/** In the middle, except in simplified Chinese, where they are at the left. */
const COLONS = new Set("：；");
/** Full-width in Chinese between Han characters; see punctuationBetweenHan. */
const QUOTES = new Map<string, Kind>([
	["‘", "opening"],
	["“", "opening"],
	["’", "closing"],
	["”", "closing"],
]);
/** Punctuation of Western width. */
const NARROW_OPENING = /^[\p{Ps}\p{Pi}]$/u;
const NARROW_CLOSING = /^[\p{Pe}\p{Pf}]$/u;

/** The full-width punctuation of a paragraph. */
export interface HanPunctuation {
	/** 1 for each UTF-16 unit of shared punctuation that the Han font draws. */
	readonly shared: Uint8Array;
	/** 1 for each UTF-16 unit that is trimmed because of its neighbour. */
	readonly trimmed: Uint8Array;
	/** Whether a character can lose its half at a line's end or start. */
	isBracket(at: number): boolean;
	/** Whether a character may lose its blank half at the end of a line, when the line is too full. */
	trimsAtLineEnd(at: number): boolean;
	/** Full width at the start of a line, whatever is at the end of the line above. */
	fullAtLineStart(at: number): boolean;
}

/** Text without any of these has no full-width punctuation. */
const EAST_ASIAN = /[\u2e80-\uffef\ud840-\ud88f]/;
const nothing = () => false;

/** @param han the forms that the punctuation has; Korean has Western quotes */
export function hanPunctuation(text: string, han: HanForm): HanPunctuation {
	if (!EAST_ASIAN.test(text)) {
		const none = new Uint8Array(text.length);
		return {
			shared: none,
			trimmed: none,
			isBracket: nothing,
			trimsAtLineEnd: nothing,
			fullAtLineStart: nothing,
		};
	}
	const shared = han === "kr" ? new Uint8Array(text.length) : punctuationBetweenHan(text);
	// The Japanese font has Western quotes.
	const isWide = (at: number) => shared[at] === 1 && (han === "sc" || han === "tc");
	const kind = (at: number): Kind | undefined => {
		const char = text[at];
		if (char === undefined) return undefined;
		return QUOTES.has(char) ? (isWide(at) ? QUOTES.get(char) : undefined) : KINDS.get(char);
	};
	const isDot = (at: number) => DOTS.has(text[at] ?? "");
	const isColon = (at: number) => COLONS.has(text[at] ?? "");
	// Characters in the middle of their square have no blank half.
	const closes = (at: number) =>
		kind(at) === "closing" || (isDot(at) && han !== "tc") || (isColon(at) && han === "sc");
	const isMiddle = (at: number) =>
		kind(at) === "middle" || (isDot(at) && han === "tc") || (isColon(at) && han !== "sc");
	const isWestern = (at: number, pattern: RegExp) => !isWide(at) && pattern.test(text[at] ?? "");

	const trimmed = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) {
		if (kind(i) === "opening") {
			const before = i - 1;
			const follows = closes(before) || isMiddle(before) || kind(before) === "opening";
			if (follows || isWestern(before, NARROW_OPENING)) trimmed[i] = 1;
		} else if (closes(i)) {
			const after = i + 1;
			if (closes(after) || isMiddle(after) || isWestern(after, NARROW_CLOSING)) trimmed[i] = 1;
		}
	}
	const isBracket = (at: number) => kind(at) === "opening" || kind(at) === "closing";
	return {
		shared,
		trimmed,
		isBracket,
		trimsAtLineEnd: (at) => kind(at) === "closing",
		fullAtLineStart: (at) => kind(at) === "opening",
	};
}
