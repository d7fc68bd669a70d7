// Makes character-sets.json: the named sets of characters that the fonts are to
// cover, which scripts/fonts-coverage counts by. Run where Unihan is unpacked:
//
//     node build-sets.mjs <folder with Unihan_*.txt>     (Debian: the package unicode-data)
//
// Unihan 15.0 and the encodings of the WHATWG Encoding Standard decide for Han;
// for the rest the Unicode data of the Node that runs this, from Unicode 14 on
// what both have (a newer one adds characters that no font has yet).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { encodeCoverage } from "./coverage.mjs";

const [folder = "."] = process.argv.slice(2);

/** Properties of Unihan by name: code points and values. */
const unihan = new Map();
for (const name of readdirSync(folder).filter((name) => /^Unihan_.*\.txt$/.test(name))) {
	for (const line of readFileSync(`${folder}/${name}`, "utf8").split("\n")) {
		const [codePoint, property, value] = line.split("\t");
		if (value === undefined) continue;
		if (!unihan.has(property)) unihan.set(property, []);
		unihan.get(property).push([Number.parseInt(codePoint.slice(2), 16), value]);
	}
}
const having = (property, value = /^/) =>
	unihan.get(property).flatMap(([codePoint, own]) => (value.test(own) ? [codePoint] : []));

/** What the two-byte characters of an encoding stand for. */
function encoded(encoding, [firstLead, lastLead], [firstTrail, lastTrail]) {
	const decoder = new TextDecoder(encoding);
	const found = [];
	for (let lead = firstLead; lead <= lastLead; lead++) {
		for (let trail = firstTrail; trail <= lastTrail; trail++) {
			for (const char of decoder.decode(Uint8Array.of(lead, trail))) found.push(char.codePointAt(0));
		}
	}
	return found.filter((codePoint) => codePoint > 0x7f && codePoint !== 0xfffd);
}

/** Assigned code points of ranges in hexadecimal: "300-36f 1ab0-1aff". */
function blocks(ranges) {
	return ranges.split(" ").flatMap((range) => {
		const [first, last = first] = range.split("-").map((part) => Number.parseInt(part, 16));
		return Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((codePoint) =>
			/[^\p{Cn}\p{Co}\p{Cs}\p{Cc}]/u.test(String.fromCodePoint(codePoint)),
		);
	});
}

/** The characters of JIS X 0213:2004 outside of its kanji, by EUC-JIS-2004. */
const jis0213Others = `7e a0-a4 a6-b4 b6-113 116-122 124-12b 12e-14d 150-17e 193 1c2 1cd-1dc 1f5 1f8-1f9 1fd 250-25a 25c
25e-261 264-268 26c-273 275 279-27b 27d-27e 281-284 288-28e 290-292 294-295 298 29d 2a1-2a2 2c7-2c8 2cc 2d0-2d1 2d8-2db
2dd-2de 2e5-2e9 300-304 306 308 30b-30c 30f 318-31a 31c-320 324-325 329-32a 32c 32f-330 334 339-33d 361 384-386 388-38a 38c
38e-3a1 3a3-3ce 401-40c 40e-44f 451-45c 45e-45f 1e3e-1e3f 1f70-1f73 2010 2013 2015-2016 2018-2019 201c-201d 2020-2022 2025-2026
2030 2032-2033 203b-203c 203f 2042 2047-2049 2051 20ac 2103 210f 2113 2116 2121-2122 2127 212b 2135 2153-2155 2160-216b
2170-217b 2190-2194 2196-2199 21c4 21d2 21d4 21e6-21e9 2200 2202-2203 2205 2207-2209 220b 2212-2213 221a 221d-2220 2225-222c
222e 2234-2235 223d 2243 2245 2248 2252 2260-2262 2266-2267 226a-226b 2276-2277 2282-2287 228a-228b 2295-2297 22a5 22bf
22da-22db 2305-2306 2312 2318 23be-23cc 23ce 2423 2460-2473 24d0-24e9 24eb-24fe 2500-2503 250c 250f-2510 2513-2514 2517-2518
251b-251d 2520 2523-2525 2528 252b-252c 252f-2530 2533-2534 2537-2538 253b-253c 253f 2542 254b 25a0-25a1 25b1-25b3 25b6-25b7
25bc-25bd 25c0-25c1 25c6-25c7 25c9 25cb 25ce-25d3 25e6 25ef 2600-2603 2605-2606 260e 2616-2617 261e 2640 2642 2660-266f 2713
2756 2776-277f 2934-2935 2985-2986 29bf 29fa-29fb 3000-3003 3005-3019 301c-301d 301f-3020 3033-3035 303b-303d 3041-3096
309a-30ff 31f0-31ff 3231-3232 3239 3251-325f 32a4-32a8 32b1-32bf 32d0-32e3 32e5 32e9 32ec-32ed 32fa 3303 330d 3314 3318
3322-3323 3326-3327 332b 3336 333b 3349-334a 334d 3351 3357 337b-337e 338e-338f 339c-339e 33a1 33c4 33cb 33cd fe45-fe46
ff01-ff5e ffe3 ffe5`.replaceAll("\n", " ");

// Six marks of Unicode 14 that no open font on the registries has: parentheses at a letter's
// corners and a number sign, of German dialectology, and a dot of Syriac.
const drawnByNobody = new Set([0x1ac1, 0x1ac2, 0x1ac3, 0x1ac4, 0x1ac6, 0x1dfa]);
// HKSCS-2016 has no font either for two characters that were added to its Unicode mapping later.
const withoutFont = new Set([0x2bb37, 0x2d25d]);

const bytes = [0x40, 0xfe];
const upper = [0xa1, 0xfe];
const sets = {
	"Fancy text": [...readFileSync(new URL("fancy-text.txt", import.meta.url), "utf8")]
		.filter((char) => char !== "\n")
		.map((char) => char.codePointAt(0))
		.concat(blocks("1d400-1d7ff 2460-24ff 1f100-1f16f ff01-ff5e ff61-ff9f 2070-209f 200b-2060")),
	"Combining diacritics": blocks("300-36f 1ab0-1ace 1dc0-1dff 20d0-20ff fe20-fe2f").filter(
		(codePoint) => !drawnByNobody.has(codePoint),
	),
	"Latin, all blocks": blocks("20-24f 1e00-1eff 2c60-2c7f a720-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff ab30-ab6f fb00-fb06"),
	IPA: blocks("250-2ff 1d00-1dbf a700-a71f"),
	"Greek and Coptic": blocks("370-3ff 1f00-1fff 2c80-2cff"),
	"Cyrillic and its extensions": blocks("400-52f 1c80-1c88 2de0-2dff a640-a69f"),
	"General punctuation": blocks("2010-2027 2030-205e 2e00-2e5d"),
	Currency: blocks("20a0-20c0"),
	Tibetan: blocks("f00-fff"),
	Thaana: blocks("780-7bf"),
	Mongolian: blocks("1800-18af"),
	Cherokee: blocks("13a0-13ff ab70-abbf"),
	"N'Ko": blocks("7c0-7ff"),
	Syriac: blocks("700-74f"),
	Javanese: blocks("a980-a9df"),
	Tifinagh: blocks("2d30-2d7f"),
	"Canadian syllabics": blocks("1400-167f 18b0-18ff"),
	"Ol Chiki": blocks("1c50-1c7f"),
	"Meetei Mayek": blocks("abc0-abff aae0-aaff"),
	Balinese: blocks("1b00-1b4b 1b50-1b7c"),
	"Lao with its supplement": blocks("e80-eff"),
	"Myanmar with its supplements": blocks("1000-109f aa60-aa7f a9e0-a9ff"),
	"Hangul and its jamos": blocks("1100-11ff 3130-318f a960-a97f ac00-d7ff ffa0-ffdc"),
	"Kana, half-width and full": blocks("3040-30ff 31f0-31ff ff61-ff9f"),
	"GB 2312": encoded("gb18030", [0xa1, 0xf7], upper).concat(having("kGB0")),
	"通用规范汉字表": having("kTGH"),
	Big5: encoded("big5", [0xa1, 0xf9], bytes).concat(having("kBigFive")),
	HKSCS: encoded("big5", [0x87, 0xfe], bytes).concat(having("kIRG_HSource", /^HB0|^H-|^HD/)),
	"JIS X 0213": blocks(jis0213Others).concat(having("kJis0"), having("kJIS0213")),
	"KS X 1001": encoded("euc-kr", upper, upper).concat(having("kKSC0")),
	"Unihan Core 2020": having("kUnihanCore2020"),
};

const result = {};
for (const [name, codePoints] of Object.entries(sets)) {
	const own = [...new Set(codePoints)]
		.filter((codePoint) => !withoutFont.has(codePoint))
		.filter((codePoint) => /[^\p{Cn}\p{Co}\p{Cs}\p{Cc}]/u.test(String.fromCodePoint(codePoint)))
		.sort((a, b) => a - b);
	result[name] = encodeCoverage(own);
	console.log(`${name}: ${own.length}`);
}
writeFileSync(
	new URL("character-sets.json", import.meta.url),
	`${JSON.stringify(result, undefined, "\t")}\n`,
);

/**
 * Common characters that tell Chinese and Japanese apart, for the service: those
 * of one list that the lists of the others lack.
 */
const simplified = new Set([...having("kGB0"), ...having("kTGH")]);
const big5 = new Set(having("kBigFive"));
const jis = new Set(having("kJis0"));
const rows = (property, first, last) =>
	having(property, /^\d{4}$/).filter((codePoint) => {
		const [, value] = unihan.get(property).find(([own]) => own === codePoint);
		const row = Number(value.slice(0, 2));
		return row >= first && row <= last;
	});
const jisCommon = new Set(rows("kJis0", 16, 47));
const big5Common = having("kIRG_HSource", /^HB1/);
const gbCommon = rows("kGB0", 16, 55);
const lists = {
	TRADITIONAL: big5Common.filter((c) => !simplified.has(c) && !jis.has(c)),
	TRADITIONAL_OR_OLD_JAPANESE: big5Common.filter(
		(c) => !simplified.has(c) && jis.has(c) && !jisCommon.has(c),
	),
	TRADITIONAL_OR_JAPANESE: big5Common.filter((c) => !simplified.has(c) && jisCommon.has(c)),
	SIMPLIFIED: gbCommon.filter((c) => !big5.has(c) && !jis.has(c)),
	JAPANESE: [...jisCommon].filter((c) => !big5.has(c) && !simplified.has(c)),
};
let code = `// Generated by fonts/build-sets.mjs from Unihan 15.0.

/** Characters of Big5 (its common ones), GB 2312 (level 1) or JIS X 0208 (level 1) alone. */
`;
for (const [name, codePoints] of Object.entries(lists)) {
	const text = String.fromCodePoint(...codePoints.sort((a, b) => a - b));
	code += `export const ${name} =\n\t"${text}";\n`;
	console.log(`${name}: ${codePoints.length}`);
}
writeFileSync(new URL("../src/text/language/han-use-data.ts", import.meta.url), code);
