/** Cuts a paragraph into items: stretches of one font, script and level, and emoji. */
import { emojiKey, emojiKeyOfAny, splitEmoji } from "../emoji/emoji.js";
import type { FaceId, HanForm, LoadedFont } from "../fonts/library.js";
import { graphemes } from "../unicode/graphemes.js";
import { resolveScripts } from "../unicode/scripts.js";
import type { HanPunctuation } from "./han-kerning.js";
import type { Glyph } from "./shape.js";
import type { FontStyle, TypesetOptions } from "./typeset-options.js";

/** A stretch of a paragraph drawn in one way: one font, script and level, or one emoji. */
export interface Item {
	readonly kind: "glyphs" | "emoji" | "missing" | "tab";
	readonly start: number;
	end: number;
	readonly level: number;
	/** ISO 15924 code, see resolveScripts. */
	readonly script: string;
	/** BCP 47 tag, "" for none. */
	readonly language: string;
	/** Full-width punctuation without its blank half. */
	readonly halfWidth: boolean;
	/** Marks apart from their base, which another font draws. */
	readonly loneMarks: boolean;
	readonly face?: FaceId;
	readonly font?: LoadedFont;
	readonly emoji?: string;
	glyphs: readonly Glyph[];
}

type ItemPart = Omit<
	Item,
	"glyphs" | "script" | "language" | "halfWidth" | "font" | "loneMarks"
> & { readonly loneMarks?: boolean };

/** The language of each form of Han characters, BCP 47. */
const HAN_TAGS: Readonly<Record<HanForm, string>> = {
	sc: "zh-Hans",
	tc: "zh-Hant",
	jp: "ja",
	kr: "ko",
};

/** What is cut: a paragraph with its style, level and punctuation at each UTF-16 unit. */
interface Source {
	readonly text: string;
	/** Index into `styles`. */
	readonly styleOf: Uint32Array;
	readonly styles: readonly FontStyle[];
	readonly levels: Uint8Array;
	readonly punctuation: HanPunctuation;
}

/** Cuts a paragraph where the font, the script or the level changes. */
export function itemize(source: Source, options: TypesetOptions): Item[] {
	const itemizer = new Itemizer(source, options);
	const { text } = source;
	for (const { start, end } of graphemes(text)) {
		const cluster = text.slice(start, end);
		const key = emojiKey(cluster);
		if (key !== undefined) {
			itemizer.addEmoji(start, end, key);
			continue;
		}
		const parts = splitEmoji(cluster);
		if (parts.length < 2) {
			itemizer.addText(start, end);
			continue;
		}
		// A ZWJ sequence that nobody has drawn falls apart into emoji that someone has.
		let at = start;
		for (const [index, part] of parts.entries()) {
			const partKey = emojiKey(part);
			// A part reaches to the next one: the joiners between them draw nothing.
			const next = parts[index + 1];
			const partEnd = next === undefined ? end : text.indexOf(next, at + part.length);
			if (partKey === undefined) itemizer.addText(at, partEnd);
			else itemizer.addEmoji(at, partEnd, partKey);
			at = partEnd;
		}
	}
	return itemizer.items;
}

/**
 * Methods rather than functions within one: V8 drops the machine code of those at each full
 * collection of garbage, as none of them is left, and compiled these for 2 ms of every carousel.
 */
class Itemizer {
	readonly items: Item[] = [];
	readonly #source: Source;
	readonly #options: TypesetOptions;
	readonly #scripts: readonly string[];

	constructor(source: Source, options: TypesetOptions) {
		this.#source = source;
		this.#options = options;
		this.#scripts = resolveScripts(source.text);
	}

	addEmoji(start: number, end: number, emoji: string): void {
		this.#add({ kind: "emoji", start, end, level: this.#source.levels[start]!, emoji });
	}

	/** A grapheme cluster, or a part of one. */
	addText(start: number, end: number): void {
		const { text, styleOf, styles, levels, punctuation } = this.#source;
		const level = levels[start]!;
		if (text[start] === "\t") {
			this.#add({ kind: "tab", start, end, level });
			return;
		}
		const cluster = text.slice(start, end);
		const { weight, italic } = styles[styleOf[start]!]!;
		const { fonts, font, language } = this.#options;
		const prefer = punctuation.shared[start] === 1 ? "han" : language.prefer;
		const parts = fonts.partsFor(cluster, { weight, italic, han: language.han, prefer, font });
		const picture = parts[0]!.face ? undefined : emojiKeyOfAny(cluster);
		if (picture !== undefined) {
			this.addEmoji(start, end, picture);
			return;
		}
		let at = start;
		for (const { text: part, face } of parts) {
			const partEnd = at + part.length;
			const loneMarks = at > start;
			if (face) this.#add({ kind: "glyphs", start: at, end: partEnd, level, face, loneMarks });
			else this.#add({ kind: "missing", start: at, end: partEnd, level });
			at = partEnd;
		}
	}

	#add(part: ItemPart): void {
		const { start, face } = part;
		const { shared, trimmed } = this.#source.punctuation;
		const { fonts, fontSize, language } = this.#options;
		const { tag, han } = language;
		// A dash of Han text is as wide as two characters only in the language of its font.
		const ownTag = tag === "" && shared[start] === 1 ? HAN_TAGS[han] : tag;
		const script = this.#scripts[start]!;
		const last = this.items[this.items.length - 1];
		if (
			last?.kind === "glyphs" &&
			part.kind === "glyphs" &&
			last.face === face &&
			last.level === part.level &&
			last.script === script &&
			last.language === ownTag &&
			!part.loneMarks &&
			!last.loneMarks &&
			!this.#standsAlone(last.start) &&
			!this.#standsAlone(start)
		)
			last.end = part.end;
		else
			this.items.push({
				...part,
				...(face && { font: fonts.load(face, fontSize) }),
				script,
				language: ownTag,
				halfWidth: trimmed[start] === 1,
				loneMarks: part.loneMarks ?? false,
				glyphs: [],
			});
	}

	#standsAlone(at: number): boolean {
		const { trimmed, isBracket } = this.#source.punctuation;
		return trimmed[at] === 1 || isBracket(at);
	}
}
