/** Which language's forms the Han characters of a text are meant to have, by the text itself. */
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
/** Nothing below U+1100 has a say: Latin text is passed over at the cost of a search. */
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

/** How many characters of a text speak for each language. */
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
	 * What the text shows by itself: kana is Japanese, hangul Korean, Chinese what
	 * Japanese never uses. A face made of kana in a Chinese text does not make it
	 * Japanese. undefined: characters that several languages share, or none.
	 */
	get sure(): HanForm | undefined {
		return greatest([
			["jp", this.kana],
			["kr", this.hangul],
			["tc", this.han.traditional + this.bopomofo],
			["sc", this.han.simplified],
		]);
	}

	/** The likeliest between the two scripts of Chinese, for a text that says it is Chinese. */
	get chinese(): HanForm {
		const { simplified, traditional, old, either } = this.han;
		const traditionals = traditional + old + either + this.bopomofo;
		return traditionals > simplified ? "tc" : "sc";
	}

	/** The likeliest of all; mainland forms when nothing speaks for any. */
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

/** The first of the highest counts; undefined when all are zero. */
function greatest(counts: readonly (readonly [HanForm, number])[]): HanForm | undefined {
	let best: readonly [HanForm, number] | undefined;
	for (const entry of counts) if (entry[1] > (best?.[1] ?? 0)) best = entry;
	return best?.[0];
}
