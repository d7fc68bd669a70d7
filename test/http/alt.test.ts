import t from "tap";
import { EXAMPLES } from "../../src/contract/examples.js";
import type { MeasureResponse } from "../../src/contract/measure-response.js";
import { altHeader } from "../../src/service/delivery/alt-header.js";
import { startApp } from "../helpers/app.js";

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

t.test("the bundled examples give no warning", async (t) => {
	const { post } = await startApp(t);
	for (const [name, example] of Object.entries(EXAMPLES)) {
		const answer = (await (await post("/api/measure", example)).json()) as MeasureResponse;
		t.same(
			answer.warnings.filter(({ code }) => code !== "slides_not_drawn"),
			[],
			name,
		);
	}
});
