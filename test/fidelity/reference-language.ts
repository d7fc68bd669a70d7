/**
 * The reference's handling of languages, written from the documentation of `lang`: the forms of Han
 * characters, and the preferred font family of a run of text.
 */
import type { TextBlock as Block } from "../../src/contract/render-request.js";
import type { Preference } from "../../src/engine/text/fonts/fallback-order.js";
import type { HanForm } from "../../src/engine/text/fonts/manifest.js";
import { isNarrower } from "../helpers/trimmed-pairs.js";

/** Fields that determine the language of a block. */
type TextBlock = Pick<Block, "text" | "richText" | "emoji" | "lang">;

const TAGS: Record<HanForm, string> = { sc: "zh-Hans", tc: "zh-Hant", jp: "ja", kr: "ko" };
/** By prefix of the language tag; the first match applies. */
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
/** Characters in the documents that are used only in Traditional Chinese. */
const TRADITIONAL = /[漢語國學體灣廣東們這個會來時說過對還樣給點開關見習慣讓變續鐘錯記養堅門戶沒]/;

export interface BlockLanguage {
	/** Value of the `lang` attribute; undefined if it is not set. */
	readonly tag: string | undefined;
	readonly han: HanForm;
	readonly family: Preference | undefined;
}

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
const saidBy = (block: TextBlock) =>
	`${block.emoji ?? ""}${(block.richText || block.text || "").replace(/<[^>]*>/g, "")}`;

/** By kana or hangul, whichever is more frequent; undefined if there is neither. */
function ownForm(text: string): HanForm | undefined {
	const kana = count(text, /[\p{sc=Hira}\p{sc=Kana}]/gu);
	const hangul = count(text, /\p{sc=Hang}/gu);
	if (kana === 0 && hangul === 0) return undefined;
	return hangul > kana ? "kr" : "jp";
}

/** The language of a block: from its `lang`, or else its text, or else the whole slide. */
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
/** Ellipses, dashes, middle dots and quotes, which have a Western or an East Asian width. */
const SHARED = "·—…‥※“”‘’";
const OPENING = "「（《“‘";

/**
 * Whether the next character outside a run of shared signs is East Asian; undefined if none exists.
 */
function isEastBeside(chars: readonly string[], at: number, step: 1 | -1): boolean | undefined {
	let i = at + step;
	while (SHARED.includes(chars[i] ?? "none")) i += step;
	const beside = chars[i];
	return beside === undefined || /[<>\n]/.test(beside) ? undefined : EAST.test(beside);
}

/** The offsets of the shared signs with East Asian width. */
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
 * Wraps punctuation from the Han font in spans of class "han", and punctuation that Chromium trims
 * if the font is not sliced in spans of class "half".
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
