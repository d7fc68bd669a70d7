// Scripts in one weight. People write few of them today, but take letters out of
// all of them as ornaments, which is why even the oldest are here.

/** A family of one file, from @fontsource. */
const plain = (script, name, code) => ({
	id: `noto-sans-${script}`,
	family: `Noto Sans ${name}`,
	scripts: [code],
	package: `@fontsource/noto-sans-${script}`,
	files: [{ path: `files/noto-sans-${script}-${script}-400-normal.woff2`, weight: 400 }],
});

/** One that the npm registry lacks: from Debian's package fonts-noto-core, which has TrueType files. */
const debian = (script, name, code, file) => ({
	id: `noto-sans-${script}`,
	family: `Noto Sans ${name}`,
	scripts: [code],
	debian: "fonts-noto-core",
	files: [{ path: `NotoSans${file}-Regular.ttf`, weight: 400 }],
	subset: { only: new RegExp(`[\\p{scx=${code}}\\u25cc]`, "u") },
});

export const oldScripts = [
	plain("mongolian", "Mongolian", "Mong"),
	plain("nko", "N'Ko", "Nkoo"),
	plain("tifinagh", "Tifinagh", "Tfng"),
	plain("coptic", "Coptic", "Copt"),
	plain("yi", "Yi", "Yiii"),
	plain("vai", "Vai", "Vaii"),
	plain("tai-le", "Tai Le", "Tale"),
	plain("new-tai-lue", "New Tai Lue", "Talu"),
	plain("tai-viet", "Tai Viet", "Tavt"),
	plain("lepcha", "Lepcha", "Lepc"),
	plain("limbu", "Limbu", "Limb"),
	plain("buginese", "Buginese", "Bugi"),
	plain("rejang", "Rejang", "Rjng"),
	plain("tagalog", "Tagalog", "Tglg"),
	plain("hanunoo", "Hanunoo", "Hano"),
	plain("buhid", "Buhid", "Buhd"),
	plain("tagbanwa", "Tagbanwa", "Tagb"),
	plain("saurashtra", "Saurashtra", "Saur"),
	plain("syloti-nagri", "Syloti Nagri", "Sylo"),
	plain("newa", "Newa", "Newa"),
	plain("miao", "Miao", "Plrd"),
	plain("osage", "Osage", "Osge"),
	plain("warang-citi", "Warang Citi", "Wara"),
	plain("deseret", "Deseret", "Dsrt"),
	plain("samaritan", "Samaritan", "Samr"),
	plain("glagolitic", "Glagolitic", "Glag"),
	plain("gothic", "Gothic", "Goth"),
	plain("runic", "Runic", "Runr"),
	plain("ogham", "Ogham", "Ogam"),
	plain("old-italic", "Old Italic", "Ital"),
	plain("old-turkic", "Old Turkic", "Orkh"),
	plain("phoenician", "Phoenician", "Phnx"),
	plain("brahmi", "Brahmi", "Brah"),
	plain("linear-a", "Linear A", "Lina"),
	plain("linear-b", "Linear B", "Linb"),
	plain("cuneiform", "Cuneiform", "Xsux"),
	plain("egyptian-hieroglyphs", "Egyptian Hieroglyphs", "Egyp"),
	debian("batak", "Batak", "Batk", "Batak"),
	debian("chakma", "Chakma", "Cakm", "Chakma"),
	debian("elbasan", "Elbasan", "Elba", "Elbasan"),
	debian("inscriptional-pahlavi", "Inscriptional Pahlavi", "Phli", "InscriptionalPahlavi"),
	debian("kaithi", "Kaithi", "Kthi", "Kaithi"),
	debian("mandaic", "Mandaic", "Mand", "Mandaic"),
	debian("phags-pa", "Phags-pa", "Phag", "PhagsPa"),
	debian("shavian", "Shavian", "Shaw", "Shavian"),
];
