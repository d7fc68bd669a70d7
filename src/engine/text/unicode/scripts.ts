/**
 * Determines the script with which each part of a text is shaped. Characters without a script
 * (spaces, digits, punctuation, combining marks) get the script of the text around them (UAX #24,
 * section 5.1; Blink's ScriptRunIterator), on which kerning and substitution of fonts may depend.
 */
import { asClosingBracket, closingBracketOf } from "./bidi-classes.js";

/** ISO 15924 codes for HarfBuzz, by the names of Unicode's property values. */
const SCRIPTS: readonly { code: string; pattern: RegExp }[] = [
	"Latn Cyrl Grek Arab Hebr Hani Hira Kana Hang Deva Thai Beng Taml Telu Gujr Khmr Geor Armn Ethi",
	"Guru Orya Knda Mlym Sinh Laoo Mymr Bopo",
	"Brai Thaa Cher Syrc Java Bali Cans Olck Mtei Adlm Bamu Cham Rohg Kali Lisu Sund Lana",
	"Tibt Mong Nkoo Tfng Copt Yiii Vaii Tale Talu Tavt Lepc Limb Bugi Rjng Tglg Hano Buhd",
	"Tagb Saur Sylo Newa Plrd Osge Wara Dsrt Samr Glag Goth Runr Ogam Ital Orkh Phnx Brah",
	"Lina Linb Xsux Egyp Batk Cakm Elba Phli Kthi Mand Phag Shaw",
]
	.join(" ")
	.split(" ")
	.map((code) => ({ code, pattern: new RegExp(`^\\p{Script=${code}}`, "u") }));

const NEUTRAL = /^[\p{Script=Common}\p{Script=Inherited}]/u;
/** Latin letters and ASCII characters without a script, which need no table. */
const ASCII_LETTER = /^[A-Za-z]/;
const ASCII = /^[\0-\x7f]/;

/** A script without a bundled family; HarfBuzz guesses it from the characters. */
const OTHER = "";
/** Maximum number of open brackets; further brackets get the script before them. */
const MAX_OPEN = 63;

let latest = SCRIPTS[0]!;

/** The script of a character; undefined if it has none. */
function ownScript(char: string): string | undefined {
	if (ASCII_LETTER.test(char)) return "Latn";
	if (ASCII.test(char)) return undefined;
	// Most characters have the script of the previous one.
	if (latest.pattern.test(char)) return latest.code;
	if (NEUTRAL.test(char)) return undefined;
	const found = SCRIPTS.find(({ pattern }) => pattern.test(char));
	if (!found) return OTHER;
	latest = found;
	return found.code;
}

/**
 * The script of each UTF-16 unit of a paragraph, as an ISO 15924 code; "" for a
 * script that is not known here, and for a text without any script.
 */
export function resolveScripts(text: string): string[] {
	const scripts: string[] = [];
	const open: { closer: number; script: string }[] = [];
	let current: string | undefined;
	for (const char of text) {
		const codePoint = char.codePointAt(0)!;
		const own = ownScript(char);
		let script = own ?? current;
		if (own === undefined) {
			const closer = closingBracketOf(codePoint);
			const closing = asClosingBracket(codePoint);
			if (closer !== undefined && open.length < MAX_OPEN) {
				open.push({ closer, script: current ?? OTHER });
			} else if (closing !== undefined) {
				const partner = open.findLastIndex((bracket) => bracket.closer === closing);
				if (partner >= 0) {
					script = open[partner]!.script;
					open.length = partner;
				}
			}
		}
		if (own !== undefined && current === undefined) {
			scripts.fill(own);
			for (const bracket of open) bracket.script = own;
		}
		current = script ?? current;
		for (let i = 0; i < char.length; i++) scripts.push(script ?? OTHER);
	}
	return scripts;
}
