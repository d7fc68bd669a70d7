/**
 * Which full-width punctuation loses its blank half: `text-spacing-trim: normal`
 * (CSS Text 4, section 8.4), as Blink applies it (HanKerning).
 */
import type { HanForm } from "../fonts/manifest.js";
import { punctuationBetweenHan } from "./han-punctuation.js";

/** What a full-width character does beside another: which of its halves is blank. */
type Kind = "opening" | "closing" | "middle";

const KINDS = new Map<string, Kind>();
for (const [chars, kind] of [
	["（［｛｟〈《「『【〔〖〘〚〝", "opening"],
	["）］｝｠〉》」』】〕〗〙〛〞〟", "closing"],
	["・\u3000", "middle"],
] as const)
	for (const char of chars) KINDS.set(char, kind);

/** At the lower left, but in traditional Chinese, where they stand in the middle. */
const DOTS = new Set("、。，．");
/** In the middle, or at the left in simplified Chinese; nothing is taken from them. */
const COLONS = new Set("：；");
/** Full-width where they stand between Han, see punctuationBetweenHan. */
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
	/** Full width at the start of a line, whatever stood before it on the line above. */
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
	const kind = (at: number): Kind | undefined => {
		const char = text[at];
		if (char === undefined) return undefined;
		return shared[at] === 1 ? QUOTES.get(char) : KINDS.get(char);
	};
	const isDot = (at: number) => DOTS.has(text[at] ?? "");
	// A dot in the middle of its square has no blank half to lose.
	const closes = (at: number) => kind(at) === "closing" || (isDot(at) && han !== "tc");
	const isMiddle = (at: number) =>
		kind(at) === "middle" || COLONS.has(text[at] ?? "") || (isDot(at) && han === "tc");
	const isWestern = (at: number, pattern: RegExp) =>
		shared[at] !== 1 && pattern.test(text[at] ?? "");

	const trimmed = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) {
		if (kind(i) === "opening") {
			const before = i - 1;
			const follows = closes(before) || isMiddle(before) || kind(before) === "opening";
			if (follows || isWestern(before, NARROW_OPENING)) trimmed[i] = 1;
		} else if (closes(i)) {
			const after = i + 1;
			const followed = closes(after) || (isMiddle(after) && !COLONS.has(text[after]!));
			if (followed || isWestern(after, NARROW_CLOSING)) trimmed[i] = 1;
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
