/** Fonts of an operator: named by documents, drawn, described. */
import t, { type Test } from "tap";
import { BUILT_IN_FONTS } from "../../../src/contract/fonts.js";
import type { MeasureResponse } from "../../../src/contract/measure-response.js";
import type { RenderSchema } from "../../../src/contract/render-schema.js";
import { type RunningApp, startApp } from "../../helpers/app.js";
import { folderOf, OTF_METRICS, otf, ttf, woff2 } from "../../helpers/fonts.js";

const HEBREW = "noto-sans-hebrew/noto-sans-hebrew-hebrew-wght-normal.woff2";
const BUHID = "noto-sans-buhid/noto-sans-buhid-buhid-400-normal.woff2";

/** A folder with a font of each kind: static TrueType, CFF, variable WOFF2. */
const ownFolder = async (t: Test) =>
	folderOf(t, {
		"box.otf": otf({ family: "Box" }),
		"box-bold.otf": otf({ family: "Box", weight: 700 }),
		"hebrew.woff2": await woff2(await ttf(HEBREW, { family: "OperatorDesigns Hebrew" })),
		"buhid.ttf": await ttf(BUHID, { family: "OperatorDesigns Buhid" }),
		"OFL.txt": "the licence of these fonts",
		".hidden": "of no interest",
	});

const measured = async ({ post }: RunningApp, block: object) => {
	const answer = await post("/api/measure", { slides: [{ textBlocks: [block] }] });
	const body = (await answer.json()) as MeasureResponse;
	t.equal(answer.status, 200, JSON.stringify(body));
	return body.slides[0]!.textBlocks[0]!;
};

t.test("an operator's fonts", async (t) => {
	const app = await startApp(t, { FONTS_DIR: await ownFolder(t), RENDER_PROCESSES: "1" });
	const names = [
		...BUILT_IN_FONTS.map(({ family }) => family),
		"Box",
		"OperatorDesigns Buhid",
		"OperatorDesigns Hebrew",
	];

	await t.test("are described wherever documents are", async (t) => {
		const schema = (await (await app.get("/api/render-schema")).json()) as RenderSchema;
		t.same(
			schema.fonts.map(({ family }) => family),
			names,
		);
		const described = new Map(schema.fonts.map((font) => [font.family, font]));
		t.same(described.get("Box"), {
			family: "Box",
			italic: false,
			variable: false,
			weights: [400, 700],
		});
		t.match(described.get("OperatorDesigns Hebrew"), {
			variable: true,
			weights: [100, 200, 300, 400, 500, 600, 700, 800, 900],
		});
		t.match(JSON.stringify(schema.requestBody), `"enum":${JSON.stringify([...names, null])}`);
		const openApi = await (await app.get("/api/openapi.json")).text();
		t.match(openApi, `"enum":${JSON.stringify([...names, null])}`);
		t.match(await (await app.get("/llms.txt")).text(), "`OperatorDesigns Hebrew`");
	});

	await t.test("an unknown one is a 400 that lists those there are", async (t) => {
		const answer = await app.post("/api/render", {
			slides: [{ textBlocks: [{ text: "a", font: "Comic" }] }],
		});
		t.equal(answer.status, 400);
		t.match(await answer.json(), {
			error: { details: { issues: [{ path: "/slides/0/textBlocks/0/font", enum: names }] } },
		});
	});

	await t.test("draw what they have, and the built-in ones the rest", async (t) => {
		const size = { fontSize: 100, x: 0, y: 0 };
		const wide = async (text: string, font?: string) =>
			(await measured(app, { text, ...size, ...(font && { font }) })).lines[0]!.width;
		t.equal(await wide("AB", "Box"), 120);
		const mixed = await wide("Ab", "Box");
		t.ok(Math.abs(mixed - 60 - (await wide("b"))) < 0.1, `${mixed}`);
		t.equal(await wide("b", "OperatorDesigns Buhid"), await wide("b"));
		t.equal(await wide("AB", "Inter"), await wide("AB"));
	});

	await t.test("place lines by their ascent and descent", async (t) => {
		const { ink, lines } = await measured(app, {
			text: "A",
			font: "Box",
			fontSize: 75,
			x: 0,
			y: 0,
		});
		const em = 75 / 0.375;
		const { ascent, descent, unitsPerEm } = OTF_METRICS;
		const [up, down] = [(ascent / unitsPerEm) * em, (descent / unitsPerEm) * em];
		const baseline = Math.floor((1.2 * em - up - down) / 2) + up;
		t.equal(ink!.y, (baseline - 0.7 * em) * 0.375);
		t.equal(lines[0]!.height, 90);
	});

	await t.test("follow the axes that they have", async (t) => {
		const width = async (weight: number) =>
			(
				await measured(app, {
					text: "שלום",
					font: "OperatorDesigns Hebrew",
					weight,
					fontSize: 80,
					x: 0,
				})
			).lines[0]!.width;
		t.ok((await width(900)) > (await width(500)));
		t.ok((await width(500)) > (await width(400)));
	});

	await t.test("become pictures in every format", async (t) => {
		for (const format of ["png", "svg", "jpeg", "pdf"]) {
			const plain = await app.post(`/api/render.${format}`, {
				slides: [{ textBlocks: [{ text: "ABC" }] }],
			});
			const own = await app.post(`/api/render.${format}`, {
				slides: [{ textBlocks: [{ richText: "A<i>B</i><u>C</u>", font: "Box", style: "shadow" }] }],
			});
			t.same([plain.status, own.status], [200, 200], format);
			t.not((await own.arrayBuffer()).byteLength, (await plain.arrayBuffer()).byteLength);
		}
	});
});

t.test("a document that names none has the same bytes with fonts and without", async (t) => {
	const document = {
		slides: [{ textBlocks: [{ richText: "A <b>bold</b> <i>word</i>, שלום", style: "outline" }] }],
	};
	const bytes = async (env: Record<string, string>) => {
		const { post } = await startApp(t, { ...env, RENDER_PROCESSES: "1" });
		return Buffer.from(await (await post("/api/render.png", document)).arrayBuffer());
	};
	t.same(await bytes({ FONTS_DIR: await ownFolder(t) }), await bytes({}));
});

t.test("weights are matched as CSS does", async (t) => {
	const weights = (list: readonly number[]) =>
		folderOf(
			t,
			Object.fromEntries(
				list.map((weight) => [`${weight}.otf`, otf({ family: `Box`, weight, width: weight })]),
			),
		);
	const app = await startApp(t, {
		FONTS_DIR: weights([300, 450, 600, 900]),
		RENDER_PROCESSES: "1",
	});
	// Each face is as wide as it is heavy.
	const face = async (weight: number) =>
		(await measured(app, { text: "A", font: "Box", weight, fontSize: 100, x: 0 })).lines[0]!.width *
		10;
	const faces = [];
	for (const weight of [400, 500, 600, 700, 800, 900]) faces.push(Math.round(await face(weight)));
	t.same(faces, [450, 450, 600, 900, 900, 900]);
});

t.test("links know the fonts by their content", async (t) => {
	const document = { slides: [{ textBlocks: [{ text: "AB" }] }] };
	const tag = async (env: Record<string, string>) => {
		const { post, get } = await startApp(t, {
			...env,
			LINK_KEYS: "a-key-for-this-test-alone",
			RENDER_PROCESSES: "1",
		});
		const { urls } = (await (await post("/api/links", { document })).json()) as { urls: string[] };
		const answer = await get(new URL(urls[0]!).pathname, { method: "HEAD" });
		return answer.headers.get("etag");
	};
	const one = folderOf(t, { "a.otf": otf({ family: "Box" }) });
	const other = folderOf(t, { "a.otf": otf({ family: "Box", weight: 500 }) });
	const tags = [await tag({}), await tag({ FONTS_DIR: one }), await tag({ FONTS_DIR: other })];
	t.equal(new Set(tags).size, 3);
	t.equal(await tag({ FONTS_DIR: one }), tags[1]);
});
