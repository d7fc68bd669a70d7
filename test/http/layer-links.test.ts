import t from "tap";
import type { RenderRequest } from "../../src/contract/render-request.js";
import { startApp } from "../helpers/app.js";
import { needsPdfTools, pdfPrinter } from "../helpers/pdf.js";

const LINKS = [
	{ type: "text", text: 'Shop "now" <&>', x: 100, y: 100, width: 200, fontSize: 20, rotation: 90 },
	{
		type: "stack",
		x: 20,
		y: 250,
		children: [
			{ type: "text", text: "Write" },
			{ type: "text", text: "to us" },
		],
	},
	{ type: "shape", shape: "rectangle", x: -50, y: 340, width: 100, height: 100, fill: "#0000" },
	{ type: "image", src: "lucide:star", alt: "Five stars", x: 300, y: 300, skewX: 20 },
	{
		type: "barcode",
		kind: "qr",
		data: "https://example.com",
		x: 300,
		y: 20,
		width: 60,
		height: 60,
	},
] as const;
const HREFS = [
	"https://example.com/?a=\"<x>'&b=)(\\".replace("\\", ""),
	"mailto:grüße@example.com?subject=Hello%20you",
	"tel:+49-30-123456",
	`https://example.com/${"a".repeat(1_980)}`,
	"HTTPS://EXAMPLE.com",
];
const document = {
	stepperStyle: "none",
	platform: "photo-feed-square",
	slides: [
		{
			layers: [
				...LINKS.map((layer, i) => ({ ...layer, href: HREFS[i] })),
				{ type: "text", text: "No link" },
				{ type: "text", text: "Invisible", href: "tel:1", opacity: 0 },
				{ type: "text", text: "Off", href: "tel:2", x: 900 },
			],
		},
	],
};

t.test("links of layers", async (t) => {
	const { app } = await startApp(t);
	const send = async (url: string, payload: object) => {
		const answer = await app.inject({ method: "POST", url, payload });
		t.equal(answer.statusCode, 200, answer.statusCode === 200 ? url : answer.body);
		return answer;
	};

	await t.test("SVG has an element with an address and a name for each", async (t) => {
		const svg = (await send("/api/render.svg", document)).body;
		const found = [...svg.matchAll(/<a href="([^"]*)" xlink:href="\1" aria-label="([^"]*)">/g)];
		t.same(
			found.map(([, href, label]) => [href, label]),
			[
				["https://example.com/?a=&quot;&lt;x&gt;'&amp;b=)(", "Shop &quot;now&quot; &lt;&amp;&gt;"],
				["mailto:gr%C3%BC%C3%9Fe@example.com?subject=Hello%20you", "Write to us"],
				["tel:+49-30-123456", "tel:+49-30-123456"],
				[HREFS[3], "Five stars"],
				["https://EXAMPLE.com", "HTTPS://EXAMPLE.com"],
			],
		);
		t.equal(svg.split("</a>").length, 6);
		const [, area] = /pointer-events="all" d="([^"]*)"/.exec(svg)!;
		t.match(area, /^M[\d. L-]+Z$/, "the area is a quadrilateral");
	});

	await t.test("a picture is the same with and without links", async (t) => {
		const [slide] = document.slides;
		const layers = slide!.layers.map(({ href, ...layer }: Record<string, unknown>) => layer);
		const plain = { ...document, slides: [{ layers }] };
		for (const format of ["png", "jpeg", "webp"]) {
			const [a, b] = [
				await send(`/api/render.${format}`, document),
				await send(`/api/render.${format}`, plain),
			];
			t.ok(a.rawPayload.equals(b.rawPayload), format);
		}
	});

	await t.test("measure lists them", async (t) => {
		const [slide] = (await send("/api/measure", document)).json().slides;
		t.same(
			slide.layers.slice(0, 6).map(({ href }: { href?: string }) => href),
			[...HREFS, undefined],
		);
	});

	await t.test("PDF has annotations that follow the layer, in tags", needsPdfTools, async (t) => {
		const { draw } = await pdfPrinter(t);
		const pdf = await draw(document as unknown as RenderRequest);
		const objects = pdf.objects();
		const [page] = objects.pages;
		t.equal(page["/Tabs"], "/S");
		const links = page["/Annots"].map((link: string) => objects.get(link));
		t.same(
			links.map((link: Link) => link["/A"]["/URI"].replace(/^[ub]:/, "")),
			[
				HREFS[0],
				"mailto:gr%C3%BC%C3%9Fe@example.com?subject=Hello%20you",
				...HREFS.slice(2, 4),
				"https://EXAMPLE.com",
			],
		);
		const area = links[0]["/Rect"];
		t.ok(area[3] - area[1] > area[2] - area[0], "a line that is turned is higher than wide");
		t.equal(links[2]["/Rect"][0], 0, "cut at the edge of the page");
		const corners = links[3]["/QuadPoints"];
		t.ok(corners[0] > corners[6], "a slanted layer has a slanted left side");
		t.ok(links.every((link: Link) => link["/Contents"] !== undefined));
		const tags = pdf.structure();
		t.equal(tags.match(/Link/g)?.length, 5);
		t.match(tags, /Link[^\n]*\n +P[^\n]*\n[^\n]*Write/);
	});
});

interface Link {
	readonly "/A": { readonly "/URI": string };
	readonly "/Contents"?: string;
}
