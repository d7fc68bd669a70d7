/**
 * What the reference knows of languages, said anew from the documentation of
 * `lang`: the forms of Han characters, and which family a run of text asks for.
 */
import type { TextBlock as Block } from "../../src/contract/render-request.js";
import type { Preference } from "../../src/engine/text/fonts/fallback-order.js";
import type { HanForm } from "../../src/engine/text/fonts/manifest.js";
import { isNarrower } from "./trimmed-pairs.js";

/** What the language of a block is chosen by. */
type TextBlock = Pick<Block, "text" | "richText" | "emoji" | "lang">;

const TAGS: Record<HanForm, string> = { sc: "zh-Hans", tc: "zh-Hant", jp: "ja", kr: "ko" };
/** By the beginning of a tag; the first that fits. */
const FORMS: readonly (readonly [string, HanForm])[] = [
	["zh-Hant", "tc"],
	["zh-TW", "tc"],
	["zh-HK", "tc"],
	["zh", "sc"],
	["ja", "jp"],
	["ko", "kr"],
];
const FAMILIES: Readonly<Record<string, Preference>> = {
	ur: "nastaliq",
	sr: "cyrillic",
	mk: "cyrillic",
	bg: "cyrillic",
};
/** Characters of the documents that only Traditional Chinese uses. */
const TRADITIONAL = /[漢語國學體灣廣東們這個會來時說過對還樣給點開關見習慣讓變續鐘錯記養堅門戶沒]/;

export interface BlockLanguage {
	/** For the attribute; undefined: none. */
	readonly tag: string | undefined;
	readonly han: HanForm;
	readonly family: Preference | undefined;
}

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
const saidBy = (block: TextBlock) =>
	`${block.emoji ?? ""}${(block.richText || block.text || "").replace(/<[^>]*>/g, "")}`;

/** Kana or hangul, whichever there is more of; undefined: neither. */
function ownForm(text: string): HanForm | undefined {
	const kana = count(text, /[\p{sc=Hira}\p{sc=Kana}]/gu);
	const hangul = count(text, /\p{sc=Hang}/gu);
	if (kana === 0 && hangul === 0) return undefined;
	return hangul > kana ? "kr" : "jp";
}

/** The language of a block: its own `lang`, else by its text, else by all of the slide. */
export function languageOf(block: TextBlock, slide: readonly TextBlock[]): BlockLanguage {
	const text = saidBy(block);
	if (block.lang) {
		const lang = block.lang;
		const form = FORMS.find(([start]) => lang.startsWith(start))?.[1];
		return { tag: lang, han: form ?? "sc", family: FAMILIES[lang.split("-")[0]!] };
	}
	const whole = slide.map(saidBy).join(" ");
	const chinese = (said: string) => (TRADITIONAL.test(said) ? "tc" : undefined);
	const han = ownForm(text) ?? ownForm(whole) ?? chinese(text) ?? chinese(whole) ?? "sc";
	const tagged = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(text);
	return { tag: tagged ? TAGS[han] : undefined, han, family: undefined };
}

const EAST =
	/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\u3000-\u303f\u30fb\u30fc\uff01-\uff60]$/u;
/** Ellipses, dashes, middle dots, quotes: of Western or of East Asian width. */
const SHARED = "·—…‥※“”‘’";
const OPENING = "「（《“‘";

/** Whether what stands beside a run of shared signs is East Asian; undefined: nothing is. */
function isEastBeside(chars: readonly string[], at: number, step: 1 | -1): boolean | undefined {
	let i = at + step;
	while (SHARED.includes(chars[i] ?? "none")) i += step;
	const beside = chars[i];
	return beside === undefined || /[<>\n]/.test(beside) ? undefined : EAST.test(beside);
}

/** The offsets of the shared signs that are drawn in East Asian width. */
function wideSigns(chars: readonly string[]): Set<number> {
	const wide = new Set<number>();
	for (const [at, char] of chars.entries()) {
		if (!SHARED.includes(char)) continue;
		const before = isEastBeside(chars, at, -1);
		const after = isEastBeside(chars, at, 1);
		if (char === "“" || char === "‘") {
			const close = chars.indexOf(char === "“" ? "”" : "’", at);
			if ((before ?? after) === true) {
				wide.add(at);
				if (close > 0) wide.add(close);
			}
		} else if (char !== "”" && char !== "’") {
			if ((before ?? after) === true && (after ?? before) === true) wide.add(at);
		}
	}
	return wide;
}

/**
 * Puts punctuation that comes from the Han font into spans of class "han", and
 * what Chromium trims in a whole font into spans of class "half".
 */
export function withHanPunctuation(html: string, han: HanForm): string {
	const chars = [...html];
	const wide = han === "kr" ? new Set<number>() : wideSigns(chars);
	const narrower = (at: number) => {
		const pair = [chars[at] ?? "", chars[at + 1] ?? ""] as const;
		const western = pair.some((char, i) => /[“”‘’]/.test(char) && !wide.has(at + i));
		const chinese = han === "sc" || han === "tc";
		return pair.every((char) => char !== "") && !(western && chinese) && isNarrower(han, ...pair);
	};
	return chars
		.map((char, at) => {
			const half =
				(narrower(at) && !OPENING.includes(chars[at + 1]!)) ||
				(OPENING.includes(char) && narrower(at - 1));
			const names = [wide.has(at) && "han", half && "half"].filter(Boolean).join(" ");
			return names === "" ? char : `<span class="${names}">${char}</span>`;
		})
		.join("");
}
