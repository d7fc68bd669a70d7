/**
 * Accents of Latin, Greek and Cyrillic, Hebrew points and Arabic vowel signs, which many people
 * leave out.
 */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
/** Variation selectors and skin tones, which change the look of an emoji but not its meaning. */
const LOOKS = /[\ufe0e\ufe0f]|[\u{1f3fb}-\u{1f3ff}]/gu;

/** Letters that Unicode does not decompose, with their usual replacements. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
	ı: "i",
	ß: "ss",
	œ: "oe",
	æ: "ae",
	ø: "o",
	ł: "l",
	đ: "d",
};

/** Lower case without accents, for comparing English words and tags. */
export function withoutAccents(text: string): string {
	return text
		.normalize("NFKD")
		.toLowerCase()
		.replace(/\p{M}+/gu, "");
}

/**
 * The form for comparing words of any language: lower case, without accents and signs that many
 * people leave out, and with one space between words. Vowel signs that change a word (Hindi, Thai)
 * stay.
 */
export function normalizeWords(text: string): string {
	return text
		.normalize("NFKD")
		.toLowerCase()
		.replace(OPTIONAL_MARKS, "")
		.replace(LOOKS, "")
		.normalize("NFC")
		.replace(/[ıßœæøłđ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
		.replace(/[’']/g, "")
		.replace(/[\s\p{P}]+/gu, " ")
		.trim();
}
