/** Scripts and the language of most texts in them. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
	[/\p{sc=Hang}/gu, "ko"],
	[/\p{sc=Han}/gu, "zh"],
	[/\p{sc=Arab}/gu, "ar"],
	[/\p{sc=Hebr}/gu, "he"],
	[/\p{sc=Cyrl}/gu, "ru"],
	[/\p{sc=Grek}/gu, "el"],
	[/\p{sc=Armn}/gu, "hy"],
	[/\p{sc=Geor}/gu, "ka"],
	[/\p{sc=Deva}/gu, "hi"],
	[/\p{sc=Beng}/gu, "bn"],
	[/\p{sc=Gujr}/gu, "gu"],
	[/\p{sc=Guru}/gu, "pa"],
	[/\p{sc=Taml}/gu, "ta"],
	[/\p{sc=Telu}/gu, "te"],
	[/\p{sc=Knda}/gu, "kn"],
	[/\p{sc=Mlym}/gu, "ml"],
	[/\p{sc=Sinh}/gu, "si"],
	[/\p{sc=Thai}/gu, "th"],
	[/\p{sc=Laoo}/gu, "lo"],
	[/\p{sc=Khmr}/gu, "km"],
	[/\p{sc=Mymr}/gu, "my"],
	[/\p{sc=Ethi}/gu, "am"],
];
/** For texts with mostly Latin letters, which many languages use, or without letters (ISO 639). */
export const UNDETERMINED = "und";
const KANA = /[\p{sc=Hira}\p{sc=Kana}]/gu;
const LATIN = /\p{sc=Latn}/gu;
/**
 * In Japanese texts, the number of kana is more than this share of the number of Han characters.
 */
const KANA_SHARE = 0.1;

/**
 * Guesses the language of a text for screen readers, because a voice for the script is better than
 * one that cannot read it at all.
 * @returns BCP 47
 */
export function scriptLanguage(text: string): string {
	const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
	let most = count(LATIN);
	let found = UNDETERMINED;
	const kana = count(KANA);
	for (const [script, language] of LANGUAGES) {
		const own = count(script);
		const japanese = language === "zh" && kana > KANA_SHARE * own;
		const letters = japanese ? own + kana : own;
		if (letters > most) [most, found] = [letters, japanese ? "ja" : language];
	}
	return found;
}
