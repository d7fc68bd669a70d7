/** Divides a paragraph into items: runs of one font, script and level, and emoji. */
import { emojiKey, emojiKeyOfAny, splitEmoji } from "../emoji/emoji.js";
import type { FontFeatures } from "../fonts/font-features.js";
import type { FaceId, FaceQuery, HanForm, LoadedFont } from "../fonts/library.js";
import type { Grapheme } from "../unicode/graphemes.js";
import { resolveScripts } from "../unicode/scripts.js";
import type { HanPunctuation } from "./han-kerning.js";
import { hasMarks } from "./mark-placement.js";
import type { Glyph } from "./shape.js";
import {
	type FontStyle,
	faceQuery,
	raiseOf,
	type ShapingOptions,
	sizeOf,
} from "./typeset-options.js";

/**
 * A part of a paragraph that is drawn in one way: with one font, script and level, or as one emoji.
 */
export interface Item {
	readonly kind: "glyphs" | "emoji" | "missing" | "tab";
	readonly start: number;
	end: number;
	readonly level: number;
	/** ISO 15924 code; see resolveScripts. */
	readonly script: string;
	/** BCP 47 tag, "" for none. */
	readonly language: string;
	/** Full-width punctuation without its blank half. */
	readonly halfWidth: boolean;
	/** Marks whose base is drawn by another font. */
	readonly loneMarks: boolean;
	/** Font size, pixels. */
	readonly size: number;
	/** Space after each of its clusters, pixels. */
	readonly spacing: number;
	/** Distance above the baseline, pixels. */
	readonly raise: number;
	/** All its digits have the same width. */
	readonly tabularNumbers: boolean;
	readonly features?: FontFeatures | undefined;
	readonly face?: FaceId;
	readonly font?: LoadedFont;
	readonly emoji?: string;
	glyphs: readonly Glyph[];
}

/** The language of each form of Han characters, BCP 47. */
const HAN_TAGS: Readonly<Record<HanForm, string>> = {
	sc: "zh-Hans",
	tc: "zh-Hant",
	jp: "ja",
	kr: "ko",
};

/** The input: a paragraph with the style, level and punctuation of each UTF-16 unit. */
interface Source {
	readonly text: string;
	/** Its grapheme clusters. */
	readonly clusters: readonly Grapheme[];
	/** Index into `styles`. */
	readonly styleOf: Uint32Array;
	readonly styles: readonly FontStyle[];
	readonly levels: Uint8Array;
	readonly punctuation: HanPunctuation;
}

/** The options of a style, computed once because a text has many clusters and few styles. */
interface Setting {
	readonly query: FaceQuery;
	/** For punctuation that the Han font draws. */
	readonly hanQuery: FaceQuery;
	readonly size: number;
	readonly spacing: number;
	readonly raise: number;
}

/** Divides a paragraph where the font, the script or the level changes. */
export function itemize(source: Source, options: ShapingOptions): Item[] {
	const itemizer = new Itemizer(source, options);
	const { text } = source;
	for (const { start, end } of source.clusters) {
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
		// A ZWJ sequence without a picture is split into emoji with pictures.
		let at = start;
		for (const [index, part] of parts.entries()) {
			const partKey = emojiKey(part);
			// A part extends to the next one, because the joiners between them draw nothing.
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
 * Methods instead of nested functions: V8 discards the machine code of nested functions at each
 * full garbage collection, and compiling it again took 2 ms of every carousel.
 */
class Itemizer {
	readonly items: Item[] = [];
	readonly #source: Source;
	readonly #options: ShapingOptions;
	readonly #scripts: readonly string[];
	/** By index of the style. */
	readonly #settings: Setting[] = [];

	constructor(source: Source, options: ShapingOptions) {
		this.#source = source;
		this.#options = options;
		this.#scripts = resolveScripts(source.text);
	}

	addEmoji(start: number, end: number, emoji: string): void {
		this.#push("emoji", start, end, { emoji });
	}

	/** A grapheme cluster, or a part of one. */
	addText(start: number, end: number): void {
		const { text, punctuation } = this.#source;
		if (text[start] === "\t") {
			this.#push("tab", start, end);
			return;
		}
		const cluster = text.slice(start, end);
		const { query, hanQuery } = this.#settingAt(start);
		const parts = this.#options.fonts.partsFor(
			cluster,
			punctuation.shared[start] === 1 ? hanQuery : query,
		);
		const picture = parts[0]!.face ? undefined : emojiKeyOfAny(cluster);
		if (picture !== undefined) {
			this.addEmoji(start, end, picture);
			return;
		}
		let at = start;
		for (const { text: part, face } of parts) {
			const partEnd = at + part.length;
			if (face) this.#addGlyphs(at, partEnd, face, at > start || this.#followsEmoji(at));
			else this.#push("missing", at, partEnd);
			at = partEnd;
		}
	}

	/** Text that a face draws; the previous item is extended if possible. */
	#addGlyphs(start: number, end: number, face: FaceId, loneMarks: boolean): void {
		const last = this.items[this.items.length - 1];
		if (
			last?.kind === "glyphs" &&
			last.face === face &&
			last.level === this.#source.levels[start] &&
			last.script === this.#scripts[start] &&
			last.language === this.#languageAt(start) &&
			this.#isSetAs(last, start) &&
			!loneMarks &&
			!last.loneMarks &&
			!this.#standsAlone(last.start) &&
			!this.#standsAlone(start)
		)
			last.end = end;
		else {
			const font = this.#options.fonts.load(face, this.#settingAt(start).size);
			this.#push("glyphs", start, end, { face, font, loneMarks });
		}
	}

	#push(
		kind: Item["kind"],
		start: number,
		end: number,
		own: Partial<Pick<Item, "face" | "font" | "loneMarks" | "emoji">> = {},
	): void {
		const { size, spacing, raise } = this.#settingAt(start);
		this.items.push({
			kind,
			start,
			end,
			level: this.#source.levels[start]!,
			loneMarks: false,
			...own,
			script: this.#scripts[start]!,
			language: this.#languageAt(start),
			halfWidth: this.#source.punctuation.trimmed[start] === 1,
			size,
			spacing,
			raise,
			tabularNumbers: this.#options.tabularNumbers ?? false,
			features: this.#options.features,
			glyphs: [],
		});
	}

	#settingAt(at: number): Setting {
		const { styleOf, styles } = this.#source;
		const index = styleOf[at]!;
		let setting = this.#settings[index];
		if (setting === undefined) {
			const style = styles[index]!;
			const query = faceQuery(style, this.#options);
			setting = {
				query,
				hanQuery: { ...query, prefer: "han" },
				size: sizeOf(style, this.#options),
				spacing: (style.spacing ?? 0) * this.#options.fontSize,
				raise: raiseOf(style, this.#options),
			};
			this.#settings[index] = setting;
		}
		return setting;
	}

	/** Whether the character at an index has the size and the position of an item. */
	#isSetAs(item: Item, at: number): boolean {
		const { styleOf } = this.#source;
		if (styleOf[at] === styleOf[item.start]) return true;
		const { size, spacing, raise } = this.#settingAt(at);
		return item.size === size && item.spacing === spacing && item.raise === raise;
	}

	/** Only in the language of its font, a dash of Han text is as wide as two characters. */
	#languageAt(at: number): string {
		const { tag, han } = this.#options.language;
		return tag === "" && this.#source.punctuation.shared[at] === 1 ? HAN_TAGS[han] : tag;
	}

	/** Whether a mark belongs to an emoji. */
	#followsEmoji(at: number): boolean {
		const last = this.items.at(-1);
		return last?.kind === "emoji" && last.end === at && hasMarks(this.#source.text[at]!);
	}

	#standsAlone(at: number): boolean {
		const { trimmed, isBracket } = this.#source.punctuation;
		return trimmed[at] === 1 || isBracket(at);
	}
}
