/** The structure of a PDF: what PDF/UA-1 (ISO 14289-1) asks of it, as far as a program can tell. */
import t, { type Test } from "tap";
import type { RenderRequest } from "../../../../src/contract/render-request.js";
import { MAX_PAGE_TAGS } from "../../../../src/engine/pdf-page.js";
import { needsPdfTools, type PdfFile, type PdfObjects, pdfPrinter } from "../../../helpers/pdf.js";

const PHOTO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#c00"/></svg>')}`;

const DOCUMENT: RenderRequest = {
	mode: "carousel",
	slides: [
		{
			alt: "A poster of a fair",
			image: PHOTO,
			imageOverlays: [
				{ src: PHOTO, alt: "A red dot", x: 300, y: 20, width: 60, height: 60 },
				{ src: PHOTO, x: 300, y: 120 },
			],
			textBlocks: [
				{ text: "A fair\nIn town", lang: "en" },
				{ text: "مرحبا (بكم)!", lang: "ar", y: 100, rotation: 10 },
			],
			layers: [
				{
					type: "text",
					richText: "<ul><li>One</li><li>Two<br>goes on</li></ul>",
					list: {},
					lang: "en",
					fontSize: 14,
				},
				{
					type: "stack",
					rotation: 30,
					opacity: 0.5,
					x: 20,
					y: 350,
					children: [
						{ type: "image", src: PHOTO, alt: "Another (dot) — ü", width: 50, height: 50 },
					],
				},
			],
		},
		{ textBlocks: [{ text: "Second slide", lang: "en" }] },
		{ backgroundColor: "#123456" },
	],
};

/** Elements under one as "S(kids)", with numbers of marks. */
function outline(objects: PdfObjects, reference: unknown): string {
	if (typeof reference === "number") return String(reference);
	const element = objects.get(reference);
	const kids = [element["/K"]].flat().map((kid) => outline(objects, kid));
	return `${element["/S"].slice(1)}(${kids.join(" ")})`;
}

/** Marks of a page's content, in their order, and what paints outside of them. */
function marksOf(content: string) {
	const marks: { role: string; mcid: number }[] = [];
	const stray: string[] = [];
	let depth = 0;
	for (const line of content.split("\n")) {
		const mark = /^\/(\w+) <<\/MCID (\d+)>> BDC$/.exec(line);
		if (mark) marks.push({ role: mark[1]!, mcid: Number(mark[2]) });
		const isArtifact = line === "/Artifact BMC /Slide Do EMC";
		// Within a mark, text that readers take as it is.
		const isWhole = depth > 0 && /^\/Span <<\/ActualText <feff[0-9a-f]+>>> BDC$/.test(line);
		if (mark || isWhole) depth++;
		else if (/EMC$/.test(line) && !isArtifact) depth--;
		else if (depth === 0 && !isArtifact && !/^(.* cm|3 Tr|)$/.test(line)) stray.push(line);
	}
	return { marks, stray, depth };
}

/** What must hold for every PDF of this service. */
function checkAccessible(t: Test, pdf: PdfFile): PdfObjects {
	const objects = pdf.objects();
	const { catalog, pages } = objects;
	t.equal(catalog["/MarkInfo"]["/Marked"], true);
	t.equal(catalog["/ViewerPreferences"]["/DisplayDocTitle"], true);
	t.match(catalog["/Lang"], /^u:[a-z]{2,3}/);
	const xmp = objects.stream(catalog["/Metadata"]).toString();
	t.match(xmp, /<dc:title><rdf:Alt><rdf:li xml:lang="x-default">[^<]+</);
	t.equal(/pdfuaid:part="1"/.test(xmp), catalog["/Lang"] !== "u:und", "claims what holds");
	const root = objects.get(catalog["/StructTreeRoot"]);
	const parents = root["/ParentTree"]["/Nums"];
	for (const page of pages) {
		const content = objects.stream(page["/Contents"]).toString("latin1");
		const { marks, stray, depth } = marksOf(content);
		t.strictSame(stray, [], "all that paints is marked");
		t.equal(depth, 0);
		t.strictSame(
			marks.map(({ mcid }) => mcid),
			marks.map((_, i) => i),
		);
		if (marks.length === 0) {
			t.equal(page["/StructParents"], undefined);
			continue;
		}
		const own = parents[parents.indexOf(page["/StructParents"]) + 1];
		t.equal(own.length, marks.length);
		for (const [i, { role }] of marks.entries()) {
			const element = objects.get(own[i]);
			t.equal(element["/S"], `/${role}`);
			t.ok([element["/K"]].flat().includes(i), "the element holds its mark");
			t.equal(element["/Pg"], page.reference);
			if (role === "Figure") {
				t.match(element["/Alt"], /^u:./);
				t.equal(element["/A"]["/BBox"].length, 4);
			}
		}
		checkFont(t, objects, page, content);
	}
	return objects;
}

/** The font of a page: embedded, each of its codes says something and is a glyph. */
function checkFont(t: Test, objects: PdfObjects, page: PdfObjects["pages"][0], content: string) {
	const used = new Set(
		[...content.matchAll(/<((?:[0-9a-f]{4})+)>Tj/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!),
	);
	const font = objects.get(page["/Resources"]["/Font"]?.["/T"]);
	if (font === undefined) {
		t.equal(used.size, 0);
		return;
	}
	t.match(content, /^3 Tr$/m, "nothing of it is painted");
	const descendant = objects.get(font["/DescendantFonts"][0]);
	const descriptor = objects.get(descendant["/FontDescriptor"]);
	const program = objects.stream(descriptor["/FontFile2"]);
	t.equal(program.readUInt32BE(0), 0x00010000);
	const said = [
		...objects
			.stream(font["/ToUnicode"])
			.toString()
			.matchAll(/<(\w{4})><(\w{4})>\[([^\]]*)\]/g),
	];
	const glyphs = objects.stream(descendant["/CIDToGIDMap"]);
	const [first, widths] = descendant["/W"];
	t.equal(first, 1);
	for (const code of used) {
		const number = Number.parseInt(code, 16);
		t.ok(number > 0 && number <= widths.length, "it has a width");
		t.equal(glyphs.readUInt16BE(2 * number), 1, "it is no missing glyph");
		t.ok(
			said.some(
				([, from, to, texts]) =>
					from! <= code &&
					code <= to! &&
					texts!.match(/<[0-9a-f]{4,}>/g)!.length ===
						Number.parseInt(to!, 16) - Number.parseInt(from!, 16) + 1,
			),
			"it says something",
		);
	}
}

t.test("a document is tagged in reading order", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	const pdf = await draw(DOCUMENT);
	const objects = checkAccessible(t, pdf);
	t.equal(objects.catalog["/Lang"], "u:en");
	const root = objects.get(objects.catalog["/StructTreeRoot"]);
	t.equal(
		outline(objects, root["/K"]),
		"Document(Sect(Figure(0) Figure(1) P(2) P(3) P(4) L(LI(Lbl(5) LBody(6)) LI(Lbl(7) LBody(8 9))) Figure(10)) Sect(P(0)))",
	);
	const [first] = objects.get(root["/K"])["/K"];
	const elements = objects.get(first)["/K"].map((kid: string) => objects.get(kid));
	const figures = elements.filter((one: Record<string, unknown>) => one["/S"] === "/Figure");
	t.strictSame(
		figures.map((one: Record<string, unknown>) => one["/Alt"]),
		["u:A poster of a fair", "u:A red dot", "u:Another (dot) — ü"],
		"pictures without an alternative text are decoration",
	);
	t.strictSame(figures[0]["/A"]["/BBox"], [0, 0, 810, 1012.5]);
	t.strictSame(figures[1]["/A"]["/BBox"], [600, 852.75, 720, 972.75]);
	const arabic = elements[4];
	t.equal(arabic["/Lang"], "u:ar");
	t.equal(arabic["/ActualText"], "u:مرحبا (بكم)!", "what is read aloud is in its logical order");
	t.equal(elements[2]["/Lang"], undefined, "that of the document");
	t.match(pdf.structure(), /"Second slide"/);
	t.equal(objects.pages[2]!["/StructParents"], undefined, "nothing is said of a colour");
});

t.test("documents without a language do not claim what is not known", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	const lang = async (text: string) =>
		checkAccessible(t, await draw({ slides: [{ textBlocks: [{ text }] }] })).catalog["/Lang"];
	t.equal(await lang("Who knows"), "u:und");
	t.equal(await lang("どうも、世界"), "u:ja");
	t.equal(await lang("你好，世界"), "u:zh");
});

t.test("many tags, objects and odd titles", needsPdfTools, async (t) => {
	const { draw } = await pdfPrinter(t);
	const title = "A (title) \\ with ) <all> & sorts — ü 😀 \u{10fffd}";
	const pdf = await draw({
		slides: [
			{
				textBlocks: [
					{ text: title, lang: "en" },
					...Array.from({ length: 29 }, (_, i) => ({
						text: Array.from({ length: 60 }, (_, line) => `${i} ${line} ok`).join("\n"),
						fontSize: 8,
						lineHeight: 0.8,
						x: 10 * i,
						y: 0,
					})),
				],
			},
		],
	});
	const objects = checkAccessible(t, pdf);
	const [page] = objects.pages;
	const { marks } = marksOf(objects.stream(page!["/Contents"]).toString("latin1"));
	t.equal(marks.length, MAX_PAGE_TAGS, "what is more is in the last one");
	t.match(pdf.text("-raw"), /28 59 ok/, "and is said all the same");
	t.match(objects.stream(objects.catalog["/Metadata"]).toString(), "&lt;all&gt; &amp; sorts");
});
