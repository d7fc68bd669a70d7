/** Brands of an operator: palette, font and active colour. */
import { join } from "node:path";
import t from "tap";
import type { MeasureResponse } from "../../src/contract/measure-response.js";
import type { RenderSchema } from "../../src/contract/render-schema.js";
import { createRenderer } from "../../src/index.js";
import { startApp } from "../helpers/app.js";
import { folderOf, otf } from "../helpers/fonts.js";

const ACME = {
	name: "Acme Coffee",
	palette: ["#3B1F0B", "#F4E3C1"],
	activeColor: "#E4572E",
	font: "Box",
};
const PLAIN = { name: "Plain", palette: ["#000000"], activeColor: "#010203" };

t.test("an operator's brands", async (t) => {
	const folder = folderOf(t, {
		"box.otf": otf({ family: "Box" }),
		"brands.json": JSON.stringify({ acme: ACME, "plain.1": PLAIN }),
	});
	const files = { FONTS_DIR: folder, BRANDS_FILE: join(folder, "brands.json") };
	const { get, post } = await startApp(t, { ...files, RENDER_PROCESSES: "1" });
	const ids = ["brand-a", "brand-b", "custom", "acme", "plain.1"];

	await t.test("are described beside those of the service", async (t) => {
		const schema = (await (await get("/api/render-schema")).json()) as RenderSchema;
		t.same(Object.keys(schema.brands), ids);
		t.same(schema.brands.acme, {
			textColors: ACME.palette,
			highlightColors: [...ACME.palette, "transparent"],
			name: "Acme Coffee",
			activeColor: "#E4572E",
			font: "Box",
		});
		t.match(JSON.stringify(schema.requestBody), JSON.stringify(ids).slice(0, -1));
		t.match(await (await get("/api/openapi.json")).text(), JSON.stringify(ids).slice(0, -1));
		t.match(await (await get("/llms.txt")).text(), "`acme` (Acme Coffee): text #3B1F0B");
	});

	await t.test("an unknown one is a 400 that lists those there are", async (t) => {
		for (const brand of ["other", "__proto__", "toString"]) {
			const answer = await post("/api/render", { brand, slides: [{}] });
			t.equal(answer.status, 400, brand);
			t.match(await answer.json(), { error: { details: { issues: [{ enum: ids }] } } });
		}
	});

	await t.test("colour the stepper of a carousel", async (t) => {
		const svg = async (brand: string) =>
			(
				await post("/api/render.svg", {
					brand,
					mode: "carousel",
					stepperStyle: "dots",
					slides: [{}, {}],
				})
			).text();
		t.match(await svg("acme"), /#e4572e/i);
		t.match(await svg("plain.1"), /#010203/i);
		t.notMatch(await svg("brand-a"), /#e4572e/i);
	});

	await t.test("set texts that name no font", async (t) => {
		const width = async (document: object, font?: string) => {
			const block = { text: "AB", fontSize: 100, x: 0, ...(font && { font }) };
			const answer = await post("/api/measure", { ...document, slides: [{ textBlocks: [block] }] });
			return ((await answer.json()) as MeasureResponse).slides[0]!.textBlocks[0]!.lines[0]!.width;
		};
		t.equal(await width({ brand: "acme" }), 120);
		t.equal(await width({}, "Box"), 120);
		t.equal(await width({ brand: "acme" }, "Inter"), await width({}));
		t.equal(await width({ brand: "plain.1" }), await width({}));
	});

	await t.test("the package takes both as options", async (t) => {
		const renderer = await createRenderer({
			fontsDir: folder,
			brandsFile: files.BRANDS_FILE,
			processes: 1,
		});
		t.teardown(() => renderer.close());
		const block = { text: "AB", fontSize: 100, x: 0 };
		const { slides } = await renderer.measure({ brand: "acme", slides: [{ textBlocks: [block] }] });
		t.equal(slides[0]!.textBlocks[0]!.lines[0]!.width, 120);
		await t.rejects(createRenderer({ fontsDir: join(folder, "none"), processes: 1 }), {
			message: /^FONTS_DIR: .* cannot be read/,
		});
	});
});
