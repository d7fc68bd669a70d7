/** Direction and language of parts of a slide, and mirrored shapes. */
import sharp from "sharp";
import t from "tap";
import { startApp } from "../helpers/app.js";
import { type Measured, measureLayers } from "../helpers/measured.js";

const block = (name: string, more: Record<string, unknown> = {}) => ({
	...{ type: "shape", shape: "rectangle", name, width: 20, height: 10 },
	...more,
});
const text = (name: string, content: string, more: Record<string, unknown> = {}) => ({
	...{ type: "text", name, text: content, fontSize: 20, textColor: "#000000" },
	...more,
});
const xOf = ({ layers }: Measured, name: string) => Math.round(layers.get(name)!.box.x * 10) / 10;
const inkOf = ({ layers }: Measured, name: string) => layers.get(name)!.ink!;

t.test("dir mirrors what is inside a stack or grid, not its place", async (t) => {
	const { app } = await startApp(t);
	const inside = {
		...{ x: 30, width: 200, padding: [0, 5, 0, 15], margin: [0, 0, 0, 7] },
		children: [
			block("a", { margin: [0, 0, 0, 3] }),
			block("b"),
			block("badge", { position: "absolute", x: 1 }),
			{
				type: "stack",
				dir: "ltr",
				name: "back",
				direction: "row",
				children: [block("c"), block("d")],
			},
		],
	};
	const row = { type: "stack", direction: "row", name: "row", dir: "rtl", ...inside };
	const found = await measureLayers(app, [row]);
	t.equal(xOf(found, "row"), 37);
	t.equal(xOf(found, "a"), 237 - 15 - 3 - 20);
	t.equal(xOf(found, "b"), 237 - 15 - 3 - 40);
	t.equal(xOf(found, "badge"), 237 - 1 - 20);
	t.ok(xOf(found, "c") < xOf(found, "d"));
	const grid = { type: "grid", columns: [50, 60], name: "row", dir: "rtl", ...inside };
	const cells = await measureLayers(app, [grid]);
	t.equal(xOf(cells, "row"), 37);
	t.equal(xOf(cells, "a"), 237 - 15 - 3 - 20);
	t.equal(xOf(cells, "b"), 237 - 15 - 50 - 20);
});

t.test("auto counts the paragraphs inside, and inner boxes follow outer ones", async (t) => {
	const { app } = await startApp(t);
	const row = (name: string, ...contents: string[]) => ({
		...{ type: "stack", direction: "row", dir: "auto", name, gap: 5 },
		children: [block(`${name} first`), ...contents.map((content) => text(content, content))],
	});
	const found = await measureLayers(app, [
		row("arabic", "مرحبا", "أهلا", "one"),
		row("english", "two"),
	]);
	t.ok(xOf(found, "arabic first") > xOf(found, "مرحبا"));
	t.ok(xOf(found, "english first") < xOf(found, "two"));
	const nested = await measureLayers(
		app,
		[{ type: "stack", direction: "row", children: [block("a"), block("b")] }],
		{ dir: "rtl" },
	);
	t.ok(xOf(nested, "a") > xOf(nested, "b"));
});

t.test("the columns of a subgrid that runs the other way line up with the grid", async (t) => {
	const { app } = await startApp(t);
	const found = await measureLayers(app, [
		{
			...{ type: "grid", columns: ["auto", "auto", 50], columnGap: 4, width: 400 },
			justify: "start",
			children: [
				block("a", { width: 30 }),
				block("b", { width: 40 }),
				block("c", { width: 10 }),
				{
					...{ type: "grid", columns: "subgrid", dir: "rtl", padding: [0, 8, 0, 0] },
					children: [
						block("1", { justifySelf: "start" }),
						block("2", { width: 60 }),
						block("3", { width: 35 }),
					],
				},
			],
		},
	]);
	// The first column holds the end of the subgrid, with its padding.
	t.equal(xOf(found, "3"), 8);
	t.equal(xOf(found, "b"), 35 + 8 + 4);
	t.equal(xOf(found, "2"), 47);
	t.equal(xOf(found, "c"), 47 + 60 + 4);
	t.equal(xOf(found, "1"), 111 + 50 - 20);
});

t.test("texts without letters start where their layer starts", async (t) => {
	const { app } = await startApp(t);
	const wide = { width: 200, align: "start" };
	const texts = ["12′", "★★★", "+49 170 1234567", "١٢"].map((content) =>
		text(content, content, wide),
	);
	const found = await measureLayers(app, [{ type: "stack", dir: "rtl", children: texts }]);
	const plain = await measureLayers(app, [{ type: "stack", children: texts }]);
	for (const { name } of texts) {
		t.ok(inkOf(found, name).x + inkOf(found, name).width > 190, name);
		t.ok(inkOf(plain, name).x < 10, name);
	}
	const drawn = async (dir: string) => {
		const numbers = text("n", "+49 170 12", { x: 0, y: 0 });
		const slide = {
			backgroundColor: "#FFFFFF",
			layers: [{ type: "stack", dir, children: [numbers] }],
		};
		const answer = await app.inject({
			method: "POST",
			url: "/api/render.png",
			payload: { slides: [slide] },
		});
		return answer.rawPayload;
	};
	t.same(await drawn("rtl"), await drawn("ltr"), "their characters keep their order");
});

t.test("lang is that of the nearest stack, slide or document", async (t) => {
	const { app } = await startApp(t);
	const drawn = async (request: object) => {
		const answer = await app.inject({ method: "POST", url: "/api/render.png", payload: request });
		t.equal(answer.statusCode, 200, answer.body.slice(0, 300));
		return answer.rawPayload.toString("base64");
	};
	const han = (lang?: string) => ({
		type: "text",
		text: "直骨",
		fontSize: 90,
		...(lang && { lang }),
	});
	const japanese = await drawn({ slides: [{ layers: [han("ja")] }] });
	const chinese = await drawn({ slides: [{ layers: [han("zh-Hans")] }] });
	t.not(japanese, chinese);
	const inStack = (lang: string) => [{ type: "stack", lang, children: [han()] }];
	t.equal(await drawn({ slides: [{ layers: inStack("ja") }] }), japanese, "a stack");
	t.equal(
		await drawn({ lang: "zh", slides: [{ lang: "ja", layers: [han()] }] }),
		japanese,
		"a slide",
	);
	t.equal(await drawn({ lang: "ja", slides: [{ layers: [han()] }] }), japanese, "a document");
	t.equal(
		await drawn({ lang: "ja", slides: [{ layers: inStack("zh-Hans") }] }),
		chinese,
		"the nearest",
	);
	const old = (lang?: string) => ({ textBlocks: [{ text: "直骨", ...(lang && { lang }) }] });
	t.equal(await drawn({ lang: "ja", slides: [old()] }), await drawn({ slides: [old("ja")] }));
	for (const place of [
		{ lang: "x!" },
		{ slides: [{ lang: "x!" }] },
		{ slides: [{ layers: inStack("x!") }] },
	]) {
		const payload = { slides: [{}], ...place };
		const answer = await app.inject({ method: "POST", url: "/api/render", payload });
		t.equal(answer.statusCode, 400);
		t.match(answer.json().error.details.issues[0].path, /lang$/);
	}
});

t.test("flip mirrors a shape with its paint", async (t) => {
	const { app } = await startApp(t);
	const stops = [{ color: "#FF0000" }, { color: "#0000FF", at: 60 }, { color: "#00FF00" }];
	const stroke = { width: 6, color: "#FFFFFF" };
	const shapes = [
		{
			shape: "path",
			path: "M0 0 L100 20 L30 100 Z",
			viewBox: [0, 0, 100, 100],
			fill: { type: "linear", angle: 60, stops },
		},
		{
			shape: "rectangle",
			borderRadius: [80, 20, 0, 0],
			stroke,
			fill: { type: "radial", cx: 20, cy: 30, stops },
		},
		{ shape: "arc", from: 10, sweep: 200, fill: { type: "conic", from: 40, cx: 30, stops } },
		{ shape: "arrow", stroke: { width: 20, paint: { type: "linear", angle: 90, stops } } },
		{ shape: "series", values: [1, 4, 2], draw: "area", fill: "#FFCC00" },
	];
	const pixels = async (layer: object) => {
		const payload = {
			...{ platform: "custom", size: { width: 400, height: 400 } },
			slides: [{ layers: [{ type: "shape", x: 10, y: 10, right: 10, bottom: 10, ...layer }] }],
		};
		const answer = await app.inject({ method: "POST", url: "/api/render.png", payload });
		t.equal(answer.statusCode, 200, answer.body.slice(0, 300));
		return answer.rawPayload;
	};
	for (const shape of shapes)
		for (const flip of ["horizontal", "vertical", "both"]) {
			let plain = sharp(await pixels(shape));
			if (flip !== "vertical") plain = plain.flop();
			if (flip !== "horizontal") plain = plain.flip();
			const expected = await plain.raw().toBuffer();
			const found = await sharp(await pixels({ ...shape, flip }))
				.raw()
				.toBuffer();
			const different = found.filter((value, i) => Math.abs(value - expected[i]!) > 40).length;
			t.ok(different < 2_000, `${shape.shape} ${flip}: ${different} values differ`);
		}
});
