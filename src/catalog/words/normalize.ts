/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs: left out in writing by many. */
const OPTIONAL_MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
/** Variation selectors and skin tones change how an emoji looks, not what it is. */
const LOOKS = /[\ufe0e\ufe0f]|[\u{1f3fb}-\u{1f3ff}]/gu;

/** Letters that Unicode does not take apart, as keyboards without them write them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
	ı: "i",
	ß: "ss",
	œ: "oe",
	æ: "ae",
	ø: "o",
	ł: "l",
	đ: "d",
};

/** Lower case, no accents: the letters that English words and tags are compared by. */
export function withoutAccents(text: string): string {
	return text
		.normalize("NFKD")
		.toLowerCase()
		.replace(/\p{M}+/gu, "");
}

/**
 * The form in which words of any language are compared: lower case, without
 * what many leave out in writing, one space between words. Vowel signs that
 * make another word (Hindi, Thai) stay.
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
