/** Guesses from a text which language's forms its Han characters should have. */
import type { HanForm } from "../fonts/manifest.js";
import {
	JAPANESE,
	SIMPLIFIED,
	TRADITIONAL,
	TRADITIONAL_OR_JAPANESE,
	TRADITIONAL_OR_OLD_JAPANESE,
} from "./han-use-data.js";

const KANA = /\p{Script=Hiragana}|\p{Script=Katakana}/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;
const BOPOMOFO = /\p{Script=Bopomofo}/u;
/** Characters below U+1100 do not count, so Latin text only costs one search. */
const FIRST = 0x1100;
const ANY = /[\u1100-\u{10ffff}]/u;

type Class = "simplified" | "traditional" | "old" | "either" | "japanese";
let classes: Map<string, Class> | undefined;

function readClasses(): Map<string, Class> {
	const found = new Map<string, Class>();
	for (const [list, name] of [
		[SIMPLIFIED, "simplified"],
		[TRADITIONAL, "traditional"],
		[TRADITIONAL_OR_OLD_JAPANESE, "old"],
		[TRADITIONAL_OR_JAPANESE, "either"],
		[JAPANESE, "japanese"],
	] as const)
		for (const char of list) found.set(char, name);
	return found;
}

/** The number of characters of a text that indicate each language. */
export class HanEvidence {
	kana = 0;
	hangul = 0;
	bopomofo = 0;
	hasHan = false;
	readonly han: Record<Class, number> = {
		simplified: 0,
		traditional: 0,
		old: 0,
		either: 0,
		japanese: 0,
	};

	add(text: string): this {
		if (!ANY.test(text)) return this;
		for (const char of text) {
			if (char.codePointAt(0)! < FIRST) continue;
			this.hasHan ||= HAN.test(char);
			classes ??= readClasses();
			const known = classes.get(char);
			if (known !== undefined) this.han[known]++;
			else if (KANA.test(char)) this.kana++;
			else if (HANGUL.test(char)) this.hangul++;
			else if (BOPOMOFO.test(char)) this.bopomofo++;
		}
		return this;
	}

	/**
	 * The language that a text shows: Japanese for kana, Korean for hangul, Chinese for characters
	 * that Japanese never uses. A face made of kana in a Chinese text does not make it Japanese.
	 * undefined if all its characters are used by several languages, or if it has none.
	 */
	get sure(): HanForm | undefined {
		return greatest([
			["jp", this.kana],
			["kr", this.hangul],
			["tc", this.han.traditional + this.bopomofo],
			["sc", this.han.simplified],
		]);
	}

	/** The more likely of the two Chinese scripts, for a text that is known to be Chinese. */
	get chinese(): HanForm {
		const { simplified, traditional, old, either } = this.han;
		const traditionals = traditional + old + either + this.bopomofo;
		return traditionals > simplified ? "tc" : "sc";
	}

	/** The most likely language; mainland forms if there is no indication. */
	get likely(): HanForm {
		const { traditional, old, either, japanese, simplified } = this.han;
		const likely = greatest([
			["jp", japanese],
			["tc", traditional + old],
			["sc", simplified],
		]);
		return this.sure ?? likely ?? (either > 0 ? "tc" : "sc");
	}
}

/** The first of the highest counts; undefined if all are zero. */
function greatest(counts: readonly (readonly [HanForm, number])[]): HanForm | undefined {
	let best: readonly [HanForm, number] | undefined;
	for (const entry of counts) if (entry[1] > (best?.[1] ?? 0)) best = entry;
	return best?.[0];
}
