import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import t from "tap";
import { EXAMPLES } from "../../src/contract/examples.js";
import type { MeasureResponse } from "../../src/contract/measure-response.js";
import { altHeader } from "../../src/service/delivery/alt-header.js";
import { startApp } from "../helpers/app.js";
import { LINK_KEY, linkOf } from "../helpers/links.js";

t.test("an image says what it shows", async (t) => {
	const { post } = await startApp(t);
	const slide = {
		textBlocks: [{ richText: "Salt &amp; <b>Pepper</b>" }],
		layers: [{ type: "stack", y: 200, children: [{ type: "text", text: "Café <b>" }] }],
	};
	const said = "Salt & Pepper\nCafé <b>";
	const measured = (await (
		await post("/api/measure", { slides: [slide] })
	).json()) as MeasureResponse;
	t.equal(measured.slides[0]?.alt, said, "its text in the order of the document");

	const svg = await post("/api/render.svg", { slides: [slide] });
	t.equal(svg.headers.get("x-image-alt"), "UTF-8''Salt%20%26%20Pepper%0ACaf%C3%A9%20%3Cb%3E");
	t.match(
		await svg.text(),
		"<title>Salt &amp; Pepper</title><desc>Salt &amp; Pepper\nCafé &lt;b&gt;</desc>",
	);

	const own = { slides: [{ ...slide, alt: "Two jars" }] };
	const { images } = (await (await post("/api/render", own)).json()) as {
		images: { alt: string }[];
	};
	t.equal(images[0]?.alt, "Two jars", "or what the document says");
});

t.test("a long alternative text is cut between characters in the header", async (t) => {
	const value = altHeader("é".repeat(1_000));
	t.ok(value.length <= 1_536);
	t.match(value, /^UTF-8''(%C3%A9)+$/);
	t.equal(altHeader("\ud800'"), "UTF-8''%EF%BF%BD%27", "half a pair and a quote");
});

t.test("warnings that a document ignores are in no answer", async (t) => {
	const { post } = await startApp(t);
	const document = {
		ignoreWarnings: ["low_contrast", "slides_not_drawn"],
		slides: [{ backgroundColor: "#FFFFFF", textBlocks: [{ text: "white" }] }, {}],
	};
	for (const path of ["/api/measure", "/api/render"]) {
		const answer = (await (await post(path, document)).json()) as MeasureResponse;
		t.same([answer.warnings, answer.warningCount], [[], 0], path);
	}
	const file = await post("/api/render.png", document);
	t.equal(file.headers.get("x-render-warnings"), "0");
	await file.arrayBuffer();
	t.equal((await post("/api/measure", { ...document, ignoreWarnings: ["none"] })).status, 400);
});

const said = {
	slides: [{ textBlocks: [{ text: "Café" }] }, { alt: "Two jars" }],
	mode: "carousel",
};

t.test("lines of a batch say what their images show", async (t) => {
	const { post } = await startApp(t);
	const answer = await post("/api/batch", {
		document: { ...said, slides: [{ textBlocks: [{ text: "{{who}}" }] }, said.slides[1]] },
		rows: [{ who: "Ada" }, { who: "Grace" }],
	});
	const lines = (await answer.text())
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	t.same(
		lines.map(({ images }) => images.map(({ alt }: { alt: string }) => alt)),
		[
			["Ada", "Two jars"],
			["Grace", "Two jars"],
		],
	);
});

t.test("an agent reads what its images show", async (t) => {
	const service = await startApp(t);
	const client = new Client({ name: "test", version: "1.0.0" });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
	t.teardown(() => client.close());
	for (const name of ["render", "measure"]) {
		const { content } = await client.callTool({ name, arguments: { document: said } });
		const report = (content as { text: string }[])[0]!.text;
		t.same(report.match(/^alt: .*$/gm), ['alt: "Café"', 'alt: "Two jars"'], name);
	}
});

t.test("the picture of a link says what it shows, drawn or from memory", async (t) => {
	const app = await startApp(t, { LINK_KEYS: LINK_KEY });
	for (const slide of [1, 2]) {
		const path = linkOf(said, { file: `${slide}.png` });
		for (const from of ["drawn", "memory"]) {
			const answer = await app.get(path);
			t.equal(answer.status, 200);
			const expected = slide === 1 ? "UTF-8''Caf%C3%A9" : "UTF-8''Two%20jars";
			t.equal(answer.headers.get("x-image-alt"), expected, from);
			t.match(answer.headers.get("access-control-expose-headers"), /x-image-alt/);
			await answer.arrayBuffer();
		}
	}
});

t.test("the bundled examples give no warning at all", async (t) => {
	const { post } = await startApp(t);
	for (const [name, example] of Object.entries(EXAMPLES)) {
		for (const path of ["/api/measure", "/api/render"]) {
			const answer = (await (await post(path, example)).json()) as MeasureResponse;
			// What is for the images of a document has no effect when it is measured.
			const warnings = answer.warnings.filter(
				({ code }) => path === "/api/render" || code !== "field_ignored",
			);
			t.same(warnings, [], `${name} ${path}`);
		}
	}
});
