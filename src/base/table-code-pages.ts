/** Guesses in which single-byte code page a text was saved, from the letters that it would have. */

/** A language: letters beyond ASCII, and letters of ASCII that its own words do not have. */
interface Alphabet {
	/** What a letter says for the language: rare ones say less. */
	readonly letters: ReadonlyMap<string, number>;
	readonly foreign: string;
}

const COMMON = 1;
const RARE = 0.8;
/** A letter of a neighbouring language: lists of names and cities mix several. */
const MIXED = 0.75;

/** How much less the last of the common letters says than the first. */
const SLOPE = 0.1;

/** @param letters the most common first, then a bar and rare ones if there are any */
function alphabet(letters: string, foreign = ""): Alphabet {
	const [common = [], rare = []] = letters.split("|").map((part) => [...part]);
	const values = new Map<string, number>();
	for (const letter of rare) values.set(letter, RARE);
	for (const [i, letter] of common.entries())
		values.set(letter, COMMON - (SLOPE * i) / common.length);
	for (const [letter, value] of [...values]) values.set(letter.toUpperCase(), value);
	return { letters: values, foreign };
}

/** The languages of a code page, and all of them together. */
function mixed(...languages: readonly Alphabet[]): readonly Alphabet[] {
	const all = languages.flatMap(({ letters }) => [...letters.keys()]);
	return [...languages, { letters: new Map(all.map((letter) => [letter, MIXED])), foreign: "" }];
}

const WESTERN = mixed(
	alphabet("äöüß"),
	alphabet("éèêëàâçîïôûù|üÿœæ", "kw"),
	alphabet("ñáéíóú|ü", "kw"),
	alphabet("ãõáéíóúâêôç|àü", "kwy"),
	alphabet("àèéìòù", "jkwxy"),
	alphabet("åäöæøé|ü"),
	alphabet("áéíóúæö|ýþð", "cqwz"),
);
const CENTRAL = mixed(
	alphabet("ąćęłńóśźż", "qvx"),
	alphabet("áčďéěíňřšťúůýž|ó", "qwx"),
	alphabet("áčéíľšťúýž|äďĺňóôŕ", "qwx"),
	alphabet("áéíóöőúüű", "qwx"),
	alphabet("ăâîşţ", "qwy"),
	alphabet("čćđšž", "qwxy"),
);
const BALTIC = mixed(
	alphabet("āčēģīķļņšūž", "qwxy"),
	alphabet("ąčęėįšųūž", "qwx"),
	alphabet("äõöü|šž", "cqwxy"),
);
const TURKISH = [alphabet("çğıöşüİ|âîû", "qwx")];
const CYRILLIC = [
	alphabet("оеаинтсрвлкмдпуябгзыьйжшхчюіїє|цщэфъёґўђјљњћџѓќѕ№"),
	alphabet("аоинтреслвкдмпујзбгчшцњжћ|хљђџфѓќѕ"),
];
const GREEK = [alphabet("αοιετσνηυρπκμλςάέήίόύώωδγθχβξφζ|ψϊϋΐΰ")];
const HEBREW = [alphabet("יוהלארמבתשנםחדקעפצכגסטזןףךץ")];
const ARABIC = [alphabet("ايلمنوترهبدعسكفقحأجخةشصطزىضذغثئءإظآؤ،؛؟|پچژگکھےٹڈڑںہ")];
const THAI = [alphabet("กงจชดตถทธนบปผพภมยรลวศสหอะัาำิีึืุูเแโใไ็่้์|ขฃคฅฆฉซฌญฎฏฐฑฒณฝฟฤฦษฬฮฯๅๆฺ๊๋ํ๎๐๑๒๓๔๕๖๗๘๙")];

/** Code pages, the more common first. */
const CODE_PAGES: readonly (readonly [name: string, languages: readonly Alphabet[]])[] = [
	["windows-1252", WESTERN],
	["iso-8859-15", WESTERN],
	["windows-1250", CENTRAL],
	["windows-1251", CYRILLIC],
	["windows-1254", TURKISH],
	["windows-1253", GREEK],
	["windows-1255", HEBREW],
	["windows-1256", ARABIC],
	["windows-1257", BALTIC],
	["windows-874", THAI],
	["iso-8859-2", CENTRAL],
	["macintosh", WESTERN],
	["cp850", WESTERN],
	["cp852", CENTRAL],
	["koi8-u", CYRILLIC],
	["cp866", CYRILLIC],
	["iso-8859-5", CYRILLIC],
	["maccyrillic", CYRILLIC],
	["iso-8859-7", GREEK],
	["iso-8859-6", ARABIC],
	["iso-8859-13", BALTIC],
];
/** Of computers that are no longer common. */
const OLD_PAGES: typeof CODE_PAGES = [
	["cp857", TURKISH],
	["cp737", GREEK],
	["maccenteuro", CENTRAL],
];

/** How much better a text must fit than in the most common code page. */
const ALL_PAGES = [
	...CODE_PAGES.map(([name, languages], i) => [name, languages, i === 0 ? 0 : 0.03] as const),
	...OLD_PAGES.map(([name, languages]) => [name, languages, 0.15] as const),
];

/** Turns bytes of a code page into text; bytes in any chunks, because each is one character. */
export type CodePage = (bytes: Uint8Array) => string;

/** The code page of a name, or undefined where it is not known. */
export type CodePages = (name: string) => CodePage | undefined;

/** Characters beyond ASCII that are judged. */
const MOST_JUDGED = 1_000;
/** What a sign says for a language. */
const SIGN_SENSE = 0.8;
/** Least average of a character in a text that makes sense; the most is 1. */
const LEAST_SENSE = 0.66;
/** The same if the bytes look like pairs, as in encodings of Chinese, Japanese and Korean. */
const LEAST_SENSE_OF_PAIRS = 0.92;
const LEAST_PAIRED_WORDS = 3;

/**
 * @param codePages the code pages to choose from
 * @returns undefined if the bytes make sense in no code page
 */
export function guessCodePage(bytes: Uint8Array, codePages: CodePages): CodePage | undefined {
	let best: CodePage | undefined;
	let most = arePairs(bytes) ? LEAST_SENSE_OF_PAIRS : LEAST_SENSE;
	for (const [name, languages, doubt] of ALL_PAGES) {
		const decode = codePages(name);
		if (decode === undefined) continue;
		const sense = senseOf(decode(bytes), languages) - doubt;
		if (sense <= most) continue;
		best = decode;
		most = sense;
	}
	return best;
}

/** Whether bytes beyond ASCII are always an even number in a row. */
function arePairs(bytes: Uint8Array): boolean {
	let words = 0;
	for (let at = 0; at < bytes.length; at++) {
		const start = at;
		while (bytes[at]! >= 0x80) at++;
		if (at === start) continue;
		if ((at - start) % 2 === 1) return false;
		words++;
	}
	return words >= LEAST_PAIRED_WORDS;
}

/** What a character is; a code page has only 256, so all are remembered. */
interface Kind {
	readonly isLetter: boolean;
	readonly isUpper: boolean;
	readonly isLower: boolean;
	readonly isLatin: boolean;
	/** Written beside words, or between letters. */
	readonly isSign: boolean;
	readonly isJoiner: boolean;
	readonly isPunctuation: boolean;
	/** Never in a text. */
	readonly isBroken: boolean;
}

const SIGNS = "€£¥§°«»„“”‚‘’‹›–—…•©®™¿¡¹²³½¼¾×±µ·ºª\u00a0№฿₪";
const kinds = new Map<string, Kind>();

function kindOf(char: string): Kind {
	const known = kinds.get(char);
	if (known !== undefined) return known;
	const isSign = char !== "" && SIGNS.includes(char);
	const kind = {
		isLetter: !isSign && /[\p{L}\p{M}]/u.test(char),
		isUpper: /\p{Lu}/u.test(char),
		isLower: /\p{Ll}/u.test(char),
		isLatin: /\p{Script=Latin}/u.test(char),
		isSign,
		isJoiner: /[’'·\u00ad-]/u.test(char),
		isPunctuation: /\p{P}/u.test(char),
		isBroken: char === "\ufffd" || /[\p{Cc}\p{Co}\p{Cn}]/u.test(char),
	};
	kinds.set(char, kind);
	return kind;
}

/** Letters of a word that are looked at on either side of a character beyond ASCII. */
const MOST_BESIDE = 24;

/** How well a text fits the best of the languages: 1 if all its characters do. */
function senseOf(text: string, languages: readonly Alphabet[]): number {
	const sums = languages.map(() => 0);
	let judged = 0;
	for (const { 0: run, index } of text.matchAll(/[^\p{ASCII}]{1,48}/gu)) {
		const end = index + run.length;
		const [start = ""] = /[a-z]*$/i.exec(text.slice(Math.max(0, index - MOST_BESIDE), index)) ?? [];
		const [rest = ""] = /^[a-z]*/i.exec(text.slice(end, end + MOST_BESIDE)) ?? [];
		const word = `${start}${run}${rest}`.toLowerCase();
		const foreign = languages.map(({ foreign }) => [...foreign].some((one) => word.includes(one)));
		// One letter says as little as a sign.
		const alone = word.length === 1 ? 0.2 : 0;
		for (let i = 0; i < run.length; i++) {
			const char = run.charAt(i);
			const before = run.charAt(i - 1) || start.slice(-1);
			const after = run.charAt(i + 1) || rest.slice(0, 1);
			const odd = oddness(char, before, after);
			const { isSign } = kindOf(char);
			// These end words in the languages that have them.
			const isMisplaced = "ìòùÌÒÙ".includes(char) && kindOf(after).isLower;
			for (const [at, { letters }] of languages.entries()) {
				const fits = (letters.get(char) ?? -1) - (foreign[at] ? 0.5 : 0) - alone;
				sums[at]! += (isSign ? SIGN_SENSE : fits - (isMisplaced ? 1 : 0)) - odd;
			}
		}
		judged += run.length;
		if (judged >= MOST_JUDGED) break;
	}
	return judged === 0 ? 0 : Math.max(...sums) / judged;
}

/** What no language does: capitals after small letters, two scripts or signs inside of a word. */
function oddness(char: string, before: string, after: string): number {
	const [kind, left, right] = [kindOf(char), kindOf(before), kindOf(after)];
	if (kind.isBroken) return 5;
	if (!kind.isLetter) {
		const isInside = left.isLetter && right.isLetter && !kind.isJoiner;
		// Such as ¤«, but not “… of two punctuation marks.
		const isHeap =
			before !== "" &&
			before !== char &&
			!left.isLetter &&
			!(left.isPunctuation && kind.isPunctuation);
		return Number(isInside) + Number(isHeap);
	}
	const isCapitalInside = kind.isUpper && (left.isLower || (left.isUpper && right.isLower));
	const isSmallBeforeCapital = kind.isLower && right.isUpper;
	const mixesScripts =
		!kind.isLatin && ((left.isLatin && left.isLetter) || (right.isLatin && right.isLetter));
	return Number(isCapitalInside) + Number(isSmallBeforeCapital) + Number(mixesScripts);
}
