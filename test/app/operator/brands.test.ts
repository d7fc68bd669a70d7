/** Brands of an operator: palette, font and active colour. */
import { join } from "node:path";
import t from "tap";
import type { MeasureResponse } from "../../../src/contract/measure-response.js";
import type { RenderSchema } from "../../../src/contract/render-schema.js";
import { createRenderer } from "../../../src/index.js";
import { startApp } from "../../helpers/app.js";
import { folderOf, otf } from "../../helpers/fonts.js";

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

	await t.test("give templates their colours, font, logo, name and handle", async (t) => {
		const colors = { color: "#E4572E", background: "#101010", text: "#FAFAFA" };
		const logo = "/api/assets/photos/builtin/bauhaus-primary-squarish.svg";
		const full = { ...ACME, ...colors, logo, handle: "@acme" };
		const file = join(t.testdir({ "b.json": JSON.stringify({ full, plain: PLAIN }) }), "b.json");
		const app = await startApp(t, { ...files, BRANDS_FILE: file });
		const names = ["color", "color.on", "background", "background.on", "text", "font", "logo"];
		const said = [...names, "name", "handle"].map((name) => `{{brand.${name}}}`).join("|");
		const alt = async (brand: string) => {
			const slides = [{ textBlocks: [{ text: said }] }];
			const answer = await app.post("/api/measure", { variables: {}, brand, slides });
			return ((await answer.json()) as MeasureResponse).slides[0]!.alt;
		};
		t.equal(
			await alt("full"),
			`#E4572E|#000000|#101010|#FFFFFF|#FAFAFA|Box|${logo}|Acme Coffee|@acme`,
		);
		t.match(await alt("plain"), /^#010203\|#FFFFFF\|#.{6}\|#.{6}\|#.{6}\|Inter\|\|Plain\|$/i);
		const template = { template: "bold-quote", variables: { quote: "Hello" }, brand: "full" };
		const svg = await (await app.post("/api/render.svg", template)).text();
		t.match(svg, /#e4572e/i, "the template is drawn in the brand's colour");
		const refused = async (field: string, value: unknown, message: RegExp) => {
			const bad = JSON.stringify({ full: { ...full, [field]: value } });
			const path = join(t.testdir({ "bad.json": bad }), "bad.json");
			await t.rejects(createRenderer({ brandsFile: path, fontsDir: folder, processes: 1 }), {
				message,
			});
		};
		for (const field of ["color", "background", "text"])
			for (const value of ["red", "#12345", 7, null])
				await refused(field, value, new RegExp(`"${field}".*# and six hexadecimal digits`));
		await refused("logo", "ftp://example.com/logo.png", /"logo" in the brand "full"/);
		await refused("logo", 3, /"logo".*source of an image/);
		await refused("handle", "", /"handle".*1 to 100 characters/);
		await refused("handle", "@".repeat(101), /"handle".*1 to 100 characters/);
		await refused("font", "No such font", /"No such font".*available are/);
		await refused("slogan", "x", /slogan/);
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
