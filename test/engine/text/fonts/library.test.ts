import t from "tap";
import { needsNoGlyph } from "../../../../src/engine/text/fonts/face-table.js";
import { cssFontFamilies } from "../../../../src/engine/text/fonts/fallback-order.js";
import { type FaceQuery, openFontLibrary } from "../../../../src/engine/text/fonts/library.js";
import { processorTime } from "../../../helpers/processor-time.js";

const library = await openFontLibrary();
const query: FaceQuery = { weight: 800, italic: false, han: "sc" };
const familyOf = (cluster: string, part: Partial<FaceQuery> = {}) =>
	library.faceFor(cluster, { ...query, ...part })?.family;

// Words with the letters that set a language apart.
const scripts: [family: string, text: string][] = [
	["Inter", "ÀÇÉÑÖŁŃŐŘŞȘȚŽıİßẞæœøðþ“„”‘’«»–—…€£₺₴₽₹№¿¡"],
	["Inter", "ĂÂĐÊÔƠƯăâđêôơưẠẢẤẦẨẪẬẮẰẲẴẶẸẺẼẾỀỂỄỆỈỊỌỎỐỒỔỖỘỚỜỞỠỢỤỦỨỪỬỮỰỲỴỶỸ"],
	["Inter", "ΑΒΓΔΕΖΗΘάέήίόύώϊϋΐΰςἈἀᾳῷῬ"],
	["Inter", "АБВГҐДЂЃЄЁЖЅІЇЙЈЉЊЋЌЎЏЪЫЬЭЮЯқңүұһәөғҳҷ"],
	["Noto Sans Arabic", "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگکیٹڈڑںھہےۓ،؛؟٠١٢۰۱۲"],
	["Noto Sans Hebrew", "אבגדהוזחטיכךלמםנןסעפףצץקרשת־׳״"],
	["Noto Sans Devanagari", "अआइईकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह।०१२"],
	["Noto Sans Bengali", "অআইঈকখগঘঙচছজড়ঢ়য়ৎ০১২"],
	["Noto Sans Tamil", "அஆஇஈகஙசஞடணதநபமயரலவழளறனஜஷஸஹ"],
	["Noto Sans Telugu", "అఆఇఈకఖగఘఙచఛజఝఞటఠడఢణ"],
	["Noto Sans Gujarati", "અઆઇઈકખગઘઙચછજઝઞટઠડઢણ"],
	["Noto Sans Gurmukhi", "ਅਆਇਈਕਖਗਘਙਚਛਜ"],
	["Noto Sans Thai", "กขฃคฅฆงจฉชซฌญฎฏฐฑฒณ๐๑๒"],
	["Noto Sans Georgian", "აბგდევზთიკლმᲐᲑᲒ"],
	["Noto Sans Armenian", "ԱԲԳԴԵԶաբգդեզև՛՜՝"],
	["Noto Sans Ethiopic", "ሀሁሂሃሄህሆለሉሊ፡።፣"],
	["Noto Sans Khmer", "កខគឃងចឆជឈញ។៕០១២"],
	["Noto Sans SC", "简体汉字说话门车马鸟龙，。、「」《》！？"],
];

for (const [family, text] of scripts) {
	t.test(`${family}: ${text.slice(0, 6)}`, async (t) => {
		for (const char of text) {
			if (familyOf(char) !== family) t.fail(`${char} is drawn by ${familyOf(char)}`);
		}
		const faces = ([600, 800, 900] as const).map((weight) => {
			const face = library.faceFor([...text][1]!, { ...query, weight })!;
			const font = library.load(face);
			t.equal(face.weight, weight);
			return font.hb.glyphToPath(font.hb.nominalGlyph([...text][1]!.codePointAt(0)!)!);
		});
		t.equal(new Set(faces).size, 3, "three weights, three outlines");
	});
}

t.test("Han characters take the form of the language", async (t) => {
	for (const [han, family] of [
		["sc", "Noto Sans SC"],
		["tc", "Noto Sans TC"],
		["jp", "Noto Sans JP"],
		["kr", "Noto Sans KR"],
	] as const) {
		t.equal(familyOf("門", { han }), family);
		t.equal(familyOf("。", { han }), family);
		t.equal(familyOf("か", { han }), "Noto Sans JP", "kana is Japanese");
		t.equal(familyOf("한", { han }), "Noto Sans KR", "hangul is Korean");
	}
	t.equal(familyOf("这", { han: "kr" }), "Noto Sans SC", "what one lacks, another draws");
});

t.test("one face draws a whole cluster where one can", async (t) => {
	t.equal(familyOf("e\u0301"), "Inter");
	t.equal(familyOf("o\u0302\u0309"), "Inter", "has ổ, whatever the spelling");
	t.equal(familyOf("क्षि"), "Noto Sans Devanagari");
	t.equal(familyOf("\u25cc\u0e34"), "Noto Sans Thai", "a dotted circle goes with its mark");
	t.equal(familyOf("a\u0e34"), "Inter", "else the base decides");
	t.equal(familyOf("ガ".normalize("NFD")), "Noto Sans JP");
	t.equal(familyOf("각".normalize("NFD")), "Noto Sans KR");
});

t.test("characters without a picture go with any face", async (t) => {
	for (const cluster of [
		"\u00ad",
		"\u200b",
		"\u200d",
		"\ufe0f",
		"\u2067",
		"\n",
		"\t",
		"\u{e0061}",
	]) {
		t.equal(familyOf(cluster), "Inter");
		t.ok(needsNoGlyph(cluster));
	}
	t.equal(familyOf("क\u200d"), "Noto Sans Devanagari");
	t.equal(familyOf("漢\u{e0100}"), "Noto Sans SC");
	t.notOk(needsNoGlyph("a\u200d"));
});

t.test("a character that no font has has no face", async (t) => {
	for (const cluster of ["\u0378", "\ue000", "\u{10ffff}", "\u{f0000}", "\ud800", "\udc00"]) {
		t.equal(library.faceFor(cluster, query), undefined);
	}
	t.equal(library.primaryFace(query).family, "Inter");
});

t.test("italics are real for Latin, Greek and Cyrillic, skewed elsewhere", async (t) => {
	for (const char of ["a", "α", "я"]) {
		const face = library.faceFor(char, { ...query, italic: true })!;
		t.match(face.file.file, /Italic/);
		t.notOk(face.syntheticItalic);
	}
	t.ok(library.faceFor("ع", { ...query, italic: true })!.syntheticItalic);
	t.notOk(library.faceFor("ع", query)!.syntheticItalic);
});

t.test("measures are Chromium's (canvas fontBoundingBox at 1000 px, version 156)", async (t) => {
	for (const [char, ascent, descent] of [
		["a", 969, 241],
		["ع", 1374, 738],
		["ש", 1068, 292],
		["अ", 896, 408],
		["క", 869, 483],
		["ก", 1061, 450],
		["ក", 1069, 293],
		["汉", 1160, 288],
		["か", 1160, 288],
		["한", 1160, 288],
	] as const) {
		const { metrics } = library.load(library.faceFor(char, query)!);
		t.equal(Math.round((metrics.ascent / metrics.unitsPerEm) * 1000), ascent, char);
		t.equal(Math.round((metrics.descent / metrics.unitsPerEm) * 1000), descent, char);
		t.equal(metrics.lineGap, 0);
	}
});

t.test("a face is one object and its font is opened once", async (t) => {
	const face = library.faceFor("a", query)!;
	t.equal(library.faceFor("b", query), face);
	t.equal(library.load(face), library.load(face));
	t.not(library.faceFor("a", { ...query, weight: 900 }), face);
});

t.test("a cluster of a hundred thousand marks is looked up in linear time", async (t) => {
	const spent = processorTime();
	t.equal(familyOf(`a${"\u0301".repeat(100_000)}`), "Inter");
	t.equal(familyOf(`a${"\u0e34".repeat(100_000)}`), "Inter");
	t.ok(spent() < 20_000);
});

t.test("the CSS list has each family once, the language's Han form first", async (t) => {
	const lists = (["sc", "tc", "jp", "kr"] as const).map((han) => cssFontFamilies(han));
	for (const list of lists) {
		t.equal(list[0], "Inter");
		t.equal(new Set(list).size, list.length);
		t.same([...list].sort(), [...lists[0]!].sort());
	}
	const first = lists.map((list) => list.find((name) => /Noto Sans (SC|TC|JP|KR)$/.test(name)));
	t.same(first, ["Noto Sans SC", "Noto Sans TC", "Noto Sans JP", "Noto Sans KR"]);
});
