// What the fonts folder is made of, in fallback order: a character is drawn by
// the first family that has it. The Han families stand together; which of them
// comes first depends on the language of the text.
import { oldScripts } from "./old-scripts.mjs";

/** A family of one variable file, its own script's subset, from @fontsource-variable. */
const noto = (script, name, scripts, subset = script) => ({
	id: `noto-sans-${script}`,
	family: `Noto Sans ${name}`,
	scripts,
	package: `@fontsource-variable/noto-sans-${script}`,
	files: [{ path: `files/noto-sans-${script}-${subset}-wght-normal.woff2` }],
});

/** Inter draws these larger than a line; half of each series is in another family anyway. */
const larger = /[\u2295-\u2298\u2460-\u24ff\u2776-\u2793]/;
/** Series that the Han fonts have parts of. */
const lettersInCircles = /[\u2295-\u2298\u24b6-\u24e9\u2776-\u2793]/;

/**
 * A family whose files are slices by Unicode range. `except` takes from it what
 * another family alone is to draw; what Inter has is left out as well, but for
 * `shared`: punctuation that Inter draws between words and these between Han.
 */
const han = (form, name, scripts, except) => ({
	id: `noto-sans-${form}`,
	family: `Noto Sans ${name}`,
	scripts,
	han: form,
	package: `@fontsource-variable/noto-sans-${form}`,
	slices: /^files\/.*-wght-normal\.woff2$/,
	except: [...except, lettersInCircles],
	shared: /[\u00b7\u2010-\u2016\u2018-\u201d\u2025-\u2027\u203b]/,
});

/**
 * What the slices of a Han family lack, from the whole font at some weights: the
 * slices are made for web pages and leave rare characters out.
 */
const rare = (form, font, usual, sets) => ({
	id: `noto-sans-${form}-rare`,
	family: `Noto Sans ${form.toUpperCase()} Rare`,
	scripts: ["Hani"],
	han: form === "hk" ? "tc" : form,
	rare: true,
	package: `@expo-google-fonts/noto-sans-${form}`,
	license: "LICENSE_FONT",
	files: instances(font, [400, 600, 800, 900]),
	subset: {
		only: /\p{sc=Han}/u,
		wanted: [
			{ sets, lackedBy: [usual] },
			{ sets: ["Unihan Core 2020", "HKSCS", "Big5"], lackedBy: hanFamilies },
		],
	},
});

const hanFamilies = ["noto-sans-sc", "noto-sans-tc", "noto-sans-jp", "noto-sans-kr"];

const names = { 400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold", 900: "Black" };

/** Files of an @expo-google-fonts package, which has each weight as a whole TrueType font. */
const instances = (font, weights, slant = "") =>
	weights.map((weight) => ({
		path: `${weight}${names[weight]}${slant && `_${slant}`}/${font}_${weight}${names[weight]}${slant && `_${slant}`}.ttf`,
		weight,
		italic: slant !== "",
	}));

/**
 * A family that only those texts use that name it: whole fonts, converted to WOFF2
 * and otherwise unchanged, as some of their names are reserved (OFL 1.1, condition 3).
 */
const byName = (id, family, font, scripts, weights, { italic = true, companions } = {}) => ({
	id,
	family,
	scripts,
	byName: true,
	...(companions && { companions }),
	package: `@expo-google-fonts/${id}`,
	license: "LICENSE_FONT",
	files: [...instances(font, weights), ...(italic ? instances(font, weights, "Italic") : [])],
	whole: true,
});

/**
 * A family that draws one script, by name, or beside a family whose character it shares.
 * Of an Arabic family, only its Arabic subset.
 */
const arabic = (id, family, kind, file, weight) => ({
	id,
	family,
	scripts: ["Arab"],
	byName: true,
	package: `@fontsource${kind}/${id}`,
	files: [{ path: `files/${id}-arabic-${file}-normal.woff2`, ...(weight && { weight }) }],
	except: [/[^\p{sc=Arab}\u060c\u061b\u061f\u0640\u064b-\u0655\u0660-\u066c\u06d4]/u],
});
const japanese = (id, family, font, weight) => ({
	...byName(id, family, font, ["Jpan"], [weight], { italic: false }),
	han: "jp",
	except: [/[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u],
});

const kana = /[\p{sc=Hira}\p{sc=Kana}]/u;
const letters =
	/[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{Lm}\p{Sk}\u0020-\u007e\u00a0-\u00ff\u2010-\u2027\u2030-\u205e\u2e00-\u2e5d\u20a0-\u20c0\u25cc\u{10780}-\u{107ba}]|(?![\u0951\u0952\u1cd0-\u1cff])\p{sc=Inherited}/u;
const hangul = /\p{sc=Hang}/u;

/** Companions of heavy, of serif and of plain faces. */
const POSTER = ["lalezar", "dela-gothic-one"];
const SERIF = ["reem-kufi", "shippori-mincho"];
const PLAIN = ["cairo"];

export const families = [
	{
		id: "inter",
		family: "Inter",
		scripts: ["Latn", "Grek", "Cyrl"],
		package: "inter-ui",
		license: "LICENSE.txt",
		except: [larger],
		files: [
			{ path: "web/Inter-Regular.woff2", weight: 400 },
			{ path: "web/Inter-Italic.woff2", weight: 400, italic: true },
			{ path: "web/Inter-Medium.woff2", weight: 500 },
			{ path: "web/Inter-MediumItalic.woff2", weight: 500, italic: true },
			{ path: "web/Inter-SemiBold.woff2", weight: 600 },
			{ path: "web/Inter-SemiBoldItalic.woff2", weight: 600, italic: true },
			{ path: "web/Inter-Bold.woff2", weight: 700 },
			{ path: "web/Inter-BoldItalic.woff2", weight: 700, italic: true },
			{ path: "web/Inter-ExtraBold.woff2", weight: 800 },
			{ path: "web/Inter-ExtraBoldItalic.woff2", weight: 800, italic: true },
			{ path: "web/Inter-Black.woff2", weight: 900 },
			{ path: "web/Inter-BlackItalic.woff2", weight: 900, italic: true },
		],
	},
	{
		id: "noto-sans",
		family: "Noto Sans",
		scripts: ["Latn", "Grek", "Cyrl"],
		package: "@expo-google-fonts/noto-sans",
		license: "LICENSE_FONT",
		files: [
			...instances("NotoSans", [400, 600, 800, 900]),
			...instances("NotoSans", [400, 600, 800, 900], "Italic"),
		],
		// Letters with their marks, not the symbols: those come from the families for them.
		subset: { only: letters },
	},
	noto("arabic", "Arabic", ["Arab"]),
	noto("hebrew", "Hebrew", ["Hebr"]),
	noto("devanagari", "Devanagari", ["Deva"]),
	noto("bengali", "Bengali", ["Beng"]),
	noto("gurmukhi", "Gurmukhi", ["Guru"]),
	noto("gujarati", "Gujarati", ["Gujr"]),
	noto("oriya", "Oriya", ["Orya"]),
	noto("tamil", "Tamil", ["Taml"]),
	noto("telugu", "Telugu", ["Telu"]),
	noto("kannada", "Kannada", ["Knda"]),
	noto("malayalam", "Malayalam", ["Mlym"]),
	noto("sinhala", "Sinhala", ["Sinh"]),
	noto("thai", "Thai", ["Thai"]),
	noto("lao", "Lao", ["Laoo"]),
	noto("khmer", "Khmer", ["Khmr"]),
	noto("myanmar", "Myanmar", ["Mymr"]),
	noto("georgian", "Georgian", ["Geor"]),
	noto("armenian", "Armenian", ["Armn"]),
	noto("ethiopic", "Ethiopic", ["Ethi"]),
	han("sc", "SC", ["Hans", "Bopo"], [kana, hangul]),
	han("tc", "TC", ["Hant", "Bopo"], [kana, hangul]),
	han("jp", "JP", ["Jpan"], [hangul]),
	han("kr", "KR", ["Kore"], [kana]),
	rare("sc", "NotoSansSC", "noto-sans-sc", ["GB 2312", "通用规范汉字表"]),
	rare("hk", "NotoSansHK", "noto-sans-tc", ["Big5", "HKSCS"]),
	noto("symbols", "Symbols", ["Zsym"]),
	{
		id: "noto-sans-symbols-2",
		family: "Noto Sans Symbols 2",
		scripts: ["Zsym", "Brai"],
		package: "@fontsource/noto-sans-symbols-2",
		slices: /^files\/.*-400-normal\.woff2$/,
		weight: 400,
	},
	{
		id: "noto-sans-math",
		family: "Noto Sans Math",
		scripts: ["Zmth"],
		package: "@fontsource/noto-sans-math",
		slices: /^files\/.*-400-normal\.woff2$/,
		weight: 400,
	},
	// Here a mark stands in one file with every letter that it may be set on.
	{
		id: "noto-sans-jp-kana",
		family: "Noto Sans JP Kana",
		scripts: ["Hira", "Kana"],
		package: "@expo-google-fonts/noto-sans-jp",
		license: "LICENSE_FONT",
		files: instances("NotoSansJP", [400, 600, 800, 900]),
		subset: { only: /[\p{sc=Hira}\p{sc=Kana}\u3099-\u309c\u30fc\uff70\uff9e\uff9f\u25cc]/u },
	},
	{
		id: "noto-sans-kr-jamo",
		family: "Noto Sans KR Jamo",
		scripts: ["Hang"],
		package: "@expo-google-fonts/noto-sans-kr",
		license: "LICENSE_FONT",
		files: instances("NotoSansKR", [400, 600, 800, 900]),
		subset: { only: /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u3164\uffa0-\uffdc\u302e\u302f\u25cc]/u },
	},
	// Chosen by the languages sr, mk and bg alone: Inter has no forms of theirs.
	{
		id: "montserrat-cyrillic",
		family: "Montserrat Cyrillic",
		scripts: ["Cyrl"],
		chosenFor: "cyrillic",
		package: "@fontsource-variable/montserrat",
		files: [
			{ path: "files/montserrat-cyrillic-wght-normal.woff2" },
			{ path: "files/montserrat-cyrillic-wght-italic.woff2", italic: true },
		],
		except: [/\P{sc=Cyrl}/u],
	},
	// Chosen by the language ur alone; after Noto Sans Arabic it has no character of its own.
	{
		id: "noto-nastaliq-urdu",
		family: "Noto Nastaliq Urdu",
		scripts: ["Aran"],
		chosenFor: "nastaliq",
		package: "@fontsource-variable/noto-nastaliq-urdu",
		files: [{ path: "files/noto-nastaliq-urdu-arabic-wght-normal.woff2" }],
	},
	noto("thaana", "Thaana", ["Thaa"]),
	noto("cherokee", "Cherokee", ["Cher"]),
	noto("syriac", "Syriac", ["Syrc"]),
	noto("javanese", "Javanese", ["Java"]),
	noto("balinese", "Balinese", ["Bali"]),
	noto("canadian-aboriginal", "Canadian Aboriginal", ["Cans"]),
	noto("ol-chiki", "Ol Chiki", ["Olck"]),
	noto("meetei-mayek", "Meetei Mayek", ["Mtei"]),
	noto("adlam", "Adlam", ["Adlm"]),
	noto("bamum", "Bamum", ["Bamu"]),
	noto("cham", "Cham", ["Cham"]),
	noto("hanifi-rohingya", "Hanifi Rohingya", ["Rohg"]),
	noto("kayah-li", "Kayah Li", ["Kali"]),
	noto("lisu", "Lisu", ["Lisu"]),
	noto("sundanese", "Sundanese", ["Sund"]),
	noto("tai-tham", "Tai Tham", ["Lana"]),
	{
		id: "noto-serif-tibetan",
		family: "Noto Serif Tibetan",
		scripts: ["Tibt"],
		package: "@fontsource-variable/noto-serif-tibetan",
		files: [{ path: "files/noto-serif-tibetan-tibetan-wght-normal.woff2" }],
	},
	...oldScripts,
	{
		id: "noto-music",
		family: "Noto Music",
		scripts: ["Zsym"],
		package: "@fontsource/noto-music",
		files: [{ path: "files/noto-music-music-400-normal.woff2", weight: 400 }],
	},
	byName("playfair-display", "Playfair Display", "PlayfairDisplay", ["Latn", "Cyrl"], [400, 500, 600, 700, 800, 900], {
		companions: SERIF,
	}),
	byName(
		"sofia-sans-extra-condensed",
		"Sofia Sans Extra Condensed",
		"SofiaSansExtraCondensed",
		["Latn", "Grek", "Cyrl"],
		[400, 500, 600, 700, 800, 900],
		{ italic: false, companions: POSTER },
	),
	byName("nunito", "Nunito", "Nunito", ["Latn", "Cyrl"], [400, 500, 600, 700, 800, 900], { companions: PLAIN }),
	byName("caveat", "Caveat", "Caveat", ["Latn", "Cyrl"], [400, 500, 600, 700], { italic: false }),
	byName("jetbrains-mono", "JetBrains Mono", "JetBrainsMono", ["Latn", "Grek", "Cyrl"], [400, 500, 600, 700, 800]),
	byName("anton", "Anton", "Anton", ["Latn"], [400], { italic: false, companions: POSTER }),
	byName("archivo-black", "Archivo Black", "ArchivoBlack", ["Latn"], [400], { italic: false, companions: POSTER }),
	byName("alfa-slab-one", "Alfa Slab One", "AlfaSlabOne", ["Latn"], [400], { italic: false, companions: POSTER }),
	byName("unbounded", "Unbounded", "Unbounded", ["Latn", "Cyrl"], [400, 600, 800, 900], {
		italic: false,
		companions: POSTER,
	}),
	byName("fraunces", "Fraunces", "Fraunces", ["Latn"], [400, 600, 700, 900], { companions: SERIF }),
	byName("instrument-serif", "Instrument Serif", "InstrumentSerif", ["Latn"], [400], { companions: SERIF }),
	byName("space-grotesk", "Space Grotesk", "SpaceGrotesk", ["Latn"], [400, 500, 600, 700], {
		italic: false,
		companions: PLAIN,
	}),
	byName("fredoka", "Fredoka", "Fredoka", ["Latn"], [400, 500, 600, 700], { italic: false, companions: PLAIN }),
	arabic("lalezar", "Lalezar", "", "400", 400),
	arabic("cairo", "Cairo", "-variable", "wght"),
	arabic("reem-kufi", "Reem Kufi", "-variable", "wght"),
	japanese("dela-gothic-one", "Dela Gothic One", "DelaGothicOne", 400),
	japanese("shippori-mincho", "Shippori Mincho", "ShipporiMincho", 700),
];
