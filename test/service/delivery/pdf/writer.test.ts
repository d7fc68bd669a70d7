/** Objects of a PDF, packed together, and what is said of a document. */
import t from "tap";
import { scriptLanguage } from "../../../../src/engine/text/language/script-language.js";
import { EMPTY_FONT } from "../../../../src/service/delivery/pdf/empty-font.js";
import { pdfInfo } from "../../../../src/service/delivery/pdf/info.js";
import { PdfText, PdfWriter } from "../../../../src/service/delivery/pdf/writer.js";
import { needsPdfTools, PdfFile } from "../../../helpers/pdf.js";

const TEXTS = ["plain", "a (b) \\ c", "line\rbreak\nnext", "ü 😀 \\)", ""];

function file(count: number): Buffer {
	const writer = new PdfWriter();
	const pages = writer.plainRef({ Type: "Pages", Count: 0, Kids: [] });
	pages.end();
	const list = Array.from({ length: count }, (_, i) => {
		const one = writer.ref({ Number: i, Half: i / 2, Text: new PdfText(TEXTS[i % TEXTS.length]!) });
		one.end();
		return one;
	});
	const stream = writer.ref({ Bytes: Buffer.from([0, 255]) });
	stream.end(Buffer.from("some bytes"));
	const catalog = writer.plainRef({ Type: "Catalog", Pages: pages, List: list, Stream: stream });
	catalog.end();
	const info = writer.plainRef({});
	info.end();
	writer.end(catalog, info);
	return Buffer.concat(writer.take());
}

t.test("qpdf reads every object as it was written", needsPdfTools, async (t) => {
	for (const count of [0, 1, 200, 201, 1_000]) {
		const pdf = new PdfFile(file(count), `${t.testdir()}/${count}.pdf`);
		const objects = pdf.objects();
		const { catalog } = objects;
		t.equal(catalog["/List"].length, count);
		for (const [i, reference] of catalog["/List"].entries()) {
			const one = objects.get(reference);
			t.strictSame(
				[one["/Number"], one["/Half"], one["/Text"]],
				[i, i / 2, `u:${TEXTS[i % TEXTS.length]}`],
			);
		}
		t.equal(objects.get(catalog["/Stream"])["/Bytes"], "b:00ff");
		t.equal(objects.stream(catalog["/Stream"]).toString(), "some bytes");
	}
});

t.test("the same objects are the same bytes, packed where they are many", async (t) => {
	t.ok(file(500).equals(file(500)));
	t.ok(file(1_000).length < 25_000, `${file(1_000).length} bytes for 1,000 objects`);
});

t.test("the sums of the empty font are right", async (t) => {
	let sum = 0;
	for (let at = 0; at < EMPTY_FONT.length; at += 4) sum = (sum + EMPTY_FONT.readUInt32BE(at)) >>> 0;
	t.equal(sum, 0xb1b0afba);
	t.ok(EMPTY_FONT.length < 300);
});

t.test("the title is the first text, wherever it is", async (t) => {
	const title = (slide: object, common = {}) => pdfInfo({ slides: [slide], common }).title;
	t.equal(title({ textBlocks: [{ richText: "<b></b>" }, { text: " A\n b " }] }), "A b");
	t.equal(
		title({ layers: [{ type: "stack", children: [{ type: "text", text: "Deep" }] }] }),
		"Deep",
	);
	t.equal(title({}, { front: [{ type: "text", text: "In front" }] }), "In front");
	t.equal(title({}), "Slides");
	t.equal([...title({ textBlocks: [{ text: "x".repeat(500) }] })].length, 200);
});

t.test("the language is the one that most texts name, or that of the script", async (t) => {
	const language = (...textBlocks: { text: string; lang?: string }[]) =>
		pdfInfo({ slides: [{ textBlocks }] }).language;
	t.equal(
		language({ text: "a", lang: "de" }, { text: "b", lang: "fr" }, { text: "c", lang: "fr" }),
		"fr",
	);
	t.equal(language({ text: "a", lang: "de" }, { text: "b", lang: "fr" }), "de");
	t.equal(language({ text: "Привет" }), "ru");
	t.equal(language({ text: "Hello" }), "und");
	t.equal(
		pdfInfo({ slides: [{ textBlocks: [{ richText: "<span style='color:red'>שלום</span>" }] }] })
			.language,
		"he",
	);
});

t.test("a script stands for its most usual language", async (t) => {
	const cases: Record<string, string> = {
		und: "Schöne Grüße 123",
		ja: "漢字かな交じり文",
		zh: "你好世界的咖啡馆每天早晨都开门の",
		ko: "안녕하세요 世界",
		ar: "مرحبا Hello بالعالم",
		hi: "नमस्ते",
		th: "สวัสดี",
		el: "Καλημέρα",
	};
	for (const [language, text] of Object.entries(cases))
		t.equal(scriptLanguage(text), language, text);
	t.equal(scriptLanguage(""), "und");
});
