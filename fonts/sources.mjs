// What the fonts folder is made of, in fallback order: a character is drawn by
// the first family that has it. The Han families stand together; which of them
// comes first depends on the language of the text.

/** A family of one variable file, its own script's subset, from @fontsource-variable. */
const noto = (script, name, scripts, subset = script) => ({
	id: `noto-sans-${script}`,
	family: `Noto Sans ${name}`,
	scripts,
	package: `@fontsource-variable/noto-sans-${script}`,
	files: [{ path: `files/noto-sans-${script}-${subset}-wght-normal.woff2` }],
});

/**
 * A family whose files are slices by Unicode range. `except` takes from it what
 * another family alone is to draw; what Inter has is left out as well.
 */
const han = (form, name, scripts, except) => ({
	id: `noto-sans-${form}`,
	family: `Noto Sans ${name}`,
	scripts,
	han: form,
	package: `@fontsource-variable/noto-sans-${form}`,
	slices: /^files\/.*-wght-normal\.woff2$/,
	except,
});

const kana = /[\p{sc=Hira}\p{sc=Kana}]/u;
const hangul = /\p{sc=Hang}/u;

export const families = [
	{
		id: "inter",
		family: "Inter",
		scripts: ["Latn", "Grek", "Cyrl"],
		package: "inter-ui",
		license: "LICENSE.txt",
		files: [
			{ path: "web/Inter-SemiBold.woff2", weight: 600 },
			{ path: "web/Inter-SemiBoldItalic.woff2", weight: 600, italic: true },
			{ path: "web/Inter-ExtraBold.woff2", weight: 800 },
			{ path: "web/Inter-ExtraBoldItalic.woff2", weight: 800, italic: true },
			{ path: "web/Inter-Black.woff2", weight: 900 },
			{ path: "web/Inter-BlackItalic.woff2", weight: 900, italic: true },
		],
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
];
