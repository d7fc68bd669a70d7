/** Finds lines of a headline that end where a designer would not end them. */
import type { PlacedLine, TextLayout } from "../svg/text/layout.js";

/** A line break that looks like an accident. */
export type AwkwardBreak =
	/** The last line of a paragraph has this short word alone. */
	| { readonly kind: "short"; readonly line: number; readonly word: string }
	/** A line ends inside a word with a hyphen of its own. */
	| {
			readonly kind: "hyphen";
			readonly line: number;
			readonly end: string;
			readonly start: string;
	  };

/** Most letters of a word that looks lost on a line. */
const SHORT = 3;
/** Widest share of the widest line that such a word has. */
const SHARE = 0.2;
/** Words in scripts with spaces between them. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*[.,!?…:;»”"]*$/u;
const HYPHEN_END = /\p{L}[-‐]$/u;
const LETTER_START = /^\p{L}/u;
/** Characters on either side of a line break that are shown. */
const REACH = 24;

/** The first such break; undefined if there is none. Breaks in the text itself are intended. */
export function awkwardBreak({ lines, block }: TextLayout): AwkwardBreak | undefined {
	const widest = lines.reduce((most, { line }) => Math.max(most, line.width), 0);
	for (const [i, here] of lines.entries()) {
		const next = lines[i + 1];
		if (next === undefined || !isWrapped(here, next) || here.line.broken) continue;
		const end = here.line.text.trimEnd();
		const start = next.line.text.trimStart();
		const { text, visibleEnd } = here.line.source;
		// Not one that hyphenation adds.
		const isOwn = HYPHEN_END.test(text.slice(Math.max(0, visibleEnd - 3), visibleEnd));
		if (isOwn && HYPHEN_END.test(end) && LETTER_START.test(start))
			return {
				kind: "hyphen",
				line: i,
				end: (/\S+$/u.exec(end.slice(-REACH)) ?? [""])[0],
				start: (/^\S+/u.exec(start.slice(0, REACH)) ?? [""])[0],
			};
		const after = lines[i + 2];
		const isLast = after === undefined || !isWrapped(next, after);
		const isLost = WORD.test(start.trimEnd()) && next.line.width < SHARE * widest;
		if (!isLast || !isLost || block.textWrap === "balance" || next.line.truncated) continue;
		const word = start.trimEnd();
		if ([...word].filter((char) => /[\p{L}\p{N}]/u.test(char)).length > SHORT) continue;
		if (/\s/u.test(end)) return { kind: "short", line: i + 1, word };
	}
	return undefined;
}

/** Both lines belong to the same paragraph. */
export const isWrapped = ({ line }: PlacedLine, next: PlacedLine): boolean =>
	line.source.offset === next.line.source.offset && line.end === next.line.start;
