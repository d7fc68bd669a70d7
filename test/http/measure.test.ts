import sharp from "sharp";
import t from "tap";
import type { MeasuredSlide } from "../../src/contract/measure-response.js";
import type { Warning } from "../../src/contract/warning.js";
import { fakeRenderer, startApp } from "../helpers/app.js";

interface Answer {
	readonly previewWidth: number;
	readonly previewHeight: number;
	readonly slides: readonly MeasuredSlide[];
	readonly warnings: readonly Warning[];
	readonly warningCount: number;
}

t.test("says where everything lies, and fetches nothing", async (t) => {
	const { post } = await startApp(t);
	const measure = async (body: object) => {
		const response = await post("/api/measure", body);
		t.equal(response.status, 200);
		return (await response.json()) as Answer;
	};
	const answer = await measure({
		platform: "photo-feed-square",
		mode: "carousel",
		slides: [
			{
				image: "https://images.example/none.png",
				textBlocks: [
					{ text: "Two\nlines", x: 20, y: 30, width: 200, align: "center", fontSize: 20 },
					{},
				],
				imageOverlays: [{ src: "https://images.example/none.png", rotation: 10 }],
			},
			{},
		],
	});
	t.match(answer, {
		ok: true,
		platform: "photo-feed-square",
		previewWidth: 405,
		previewHeight: 405,
	});
	t.equal(answer.slides.length, 2);
	const [slide] = answer.slides;
	const [text, empty] = slide!.textBlocks;
	t.same(text!.box, { x: 20, y: 30, width: 200, height: 48, rotation: 0 });
	t.same(
		text!.lines.map((line) => line.text),
		["Two", "lines"],
	);
	for (const line of text!.lines)
		t.ok(Math.abs(line.x + line.width / 2 - 120) < 0.1, "centred in the width");
	t.match(empty, { ink: null, lines: [], truncated: false });
	t.same(slide!.imageOverlays, [{ box: { x: 50, y: 50, width: 180, height: 180, rotation: 10 } }]);
	t.match(slide!.stepper, { box: { rotation: 0 } });
	t.same(answer.warnings, []);

	const single = await measure({ slides: [{}, {}] });
	t.equal(single.slides.length, 2, "all slides in either mode");
	t.match(single.warnings, [{ code: "slides_not_drawn" }]);
	t.equal(single.slides[0]!.stepper, null);
});

t.test("a text that is to fit stays in its box, or a warning says so", async (t) => {
	const { post } = await startApp(t);
	const fit = { width: 180, height: 60, fit: "shrink", fontSize: 80, x: 20, y: 20 };
	const response = await post("/api/measure", {
		slides: [
			{
				textBlocks: [
					{ ...fit, text: "A sentence of some words that has to fit" },
					{ ...fit, text: "Donaudampfschifffahrtsgesellschaft" },
					{ ...fit, text: "word ".repeat(300) },
					{ ...fit, text: "مرحبا بالعالم الجميل يا أصدقاء" },
				],
			},
		],
	});
	const { slides, warnings } = (await response.json()) as Answer;
	for (const [i, { box, lines, fontSize }] of slides[0]!.textBlocks.entries()) {
		const path = `/slides/0/textBlocks/${i}`;
		const told = warnings.some((warning) => warning.path === path);
		const height = lines.reduce((sum, line) => sum + line.height, 0);
		const width = Math.max(...lines.map((line) => line.width));
		const within = height <= 60.1 && width <= 180.1 && box.height <= 60.1;
		t.ok(within || told, path);
		t.equal(within, i !== 2, path);
		if (within)
			t.notOk(
				lines.some(({ broken }) => broken),
				"no word is broken",
			);
		t.ok(fontSize >= 8 && fontSize < 80);
	}
});

t.test("has the warnings of a render", async (t) => {
	const { post } = await startApp(t);
	const document = {
		slides: [
			{
				backgroundColor: "#FFFFFF",
				textBlocks: [
					{ text: "white on white", x: 10, y: 10 },
					{ text: "beyond the edge", x: 300, y: 60, width: 300, textColor: "#000000" },
					{ text: "nowhere", x: 900, y: 10, textColor: "#000000" },
					{ text: "too high", x: 10, y: 100, height: 10, textColor: "#000000" },
					{ text: "a b c d e f g h", x: 10, y: 150, width: 60, maxLines: 1, textColor: "#000000" },
					{ text: "unbreakable", x: 10, y: 200, width: 60, textColor: "#000000" },
					{ text: "\u{10FFFD}", x: 10, y: 300, textColor: "#000000" },
					{ text: "", width: 0 },
					{
						richText: '<blink>a</blink> <span style="color: nocolour">b</span>',
						x: 10,
						y: 350,
						textColor: "#000000",
					},
				],
			},
		],
	};
	const measured = (await (await post("/api/measure", document)).json()) as Answer;
	t.same(
		measured.warnings.map(
			({ code, path }) => `${code} ${path.slice("/slides/0/textBlocks/".length)}`,
		),
		[
			"text_overflows_slide 1",
			"off_slide 2",
			"missing_characters 6",
			"low_contrast 0",
			"texts_overlap 6",
			"texts_overlap 8",
			"text_overflows_box 3",
			"text_truncated 4",
			"word_broken 5",
			"empty_box 7",
			"tag_dropped 8",
			"color_ignored 8",
		],
	);
	const rendered = (await (await post("/api/render", document)).json()) as Answer;
	t.same(rendered.warnings, measured.warnings);
});

t.test("the ink is that of the picture, within a pixel", async (t) => {
	const { post } = await startApp(t);
	const blocks = [
		{ text: "Sphinx of quartz", rotation: 0 },
		{ text: "Turned glyphs jog", rotation: 33 },
		{ text: "outline", style: "outline", rotation: -90 },
		{ text: "ground", style: "highlight", rotation: 12, textColor: "#000000" },
		{ richText: "<u>under</u> <s>struck</s> <i>italic</i>", rotation: 180 },
		{ text: "שלום עולם", align: "end", width: 200 },
		{ emoji: "🚀", text: "launch", rotation: 45 },
		{ text: "low\nhigh", lineHeight: 2, height: 300, verticalAlign: "bottom" },
	];
	for (const block of blocks) {
		const document = {
			platform: "photo-feed-square",
			slides: [
				{ backgroundColor: "#0000FF", textBlocks: [{ x: 100, y: 90, fontSize: 24, ...block }] },
			],
		};
		const { slides } = (await (await post("/api/measure", document)).json()) as Answer;
		const png = Buffer.from(await (await post("/api/render.png", document)).arrayBuffer());
		const { data, info } = await sharp(png)
			.removeAlpha()
			.raw()
			.toBuffer({ resolveWithObject: true });
		let [left, top, right, bottom] = [info.width, info.height, 0, 0];
		for (let y = 0; y < info.height; y++) {
			for (let x = 0; x < info.width; x++) {
				const at = (y * info.width + x) * 3;
				if (data[at] === 0 && data[at + 1] === 0 && data[at + 2] === 255) continue;
				left = Math.min(left, x);
				right = Math.max(right, x + 1);
				top = Math.min(top, y);
				bottom = Math.max(bottom, y + 1);
			}
		}
		const ink = slides[0]!.textBlocks[0]!.ink!;
		const measured = [ink.x, ink.y, ink.x + ink.width, ink.y + ink.height].map((v) => v / 0.375);
		for (const [i, edge] of [left, top, right, bottom].entries())
			t.ok(
				Math.abs(measured[i]! - edge) <= 1.5,
				`${JSON.stringify(block)} ${i}: ${measured[i]} ${edge}`,
			);
	}
});

t.test("it is refused as a render is", async (t) => {
	const { post } = await startApp(t, { API_KEYS: "a-key-of-mine" }, { renderer: fakeRenderer() });
	t.equal((await post("/api/measure", { slides: [{}] })).status, 401);
	const key = { "x-api-key": "a-key-of-mine" };
	t.equal((await post("/api/measure", { slides: [{}] }, key)).status, 200);
	for (const body of [{}, { slides: [] }, { slides: [{ textBlocks: [{ fit: "shrink" }] }] }]) {
		const response = await post("/api/measure", body, key);
		t.equal(response.status, 400);
		t.match(await response.json(), { error: { code: "invalid_render_request" } });
	}
});

t.test("a slide with too many lines is refused", async (t) => {
	const { post } = await startApp(t);
	const response = await post("/api/measure", {
		slides: [{ textBlocks: [{ text: "\n".repeat(3_000) }] }],
	});
	t.equal(response.status, 400);
	t.match(await response.json(), {
		error: { details: { issues: [{ path: "/slides/0/textBlocks/0", maximum: 2_000 }] } },
	});
});

t.test(
	"ink has the blur of a filter, ends at a mask, and includes a blurred backdrop",
	async (t) => {
		const { post } = await startApp(t);
		const place = { x: 100, y: 100, width: 100, height: 50 };
		const box = { type: "shape", shape: "rectangle", fill: "#c00", ...place };
		const wide = {
			type: "stack",
			...place,
			children: [{ ...box, x: 0, y: 0, width: 300, shrink: 0 }],
		};
		const response = await post("/api/measure", {
			slides: [
				{
					layers: [
						box,
						{ ...box, filter: { blur: 10 } },
						{ ...box, filter: { invert: 1 } },
						{ ...wide, direction: "row", mask: "#000" },
						{ type: "stack", ...place, backdropBlur: 5 },
						{ type: "stack", ...place },
					],
				},
			],
		});
		t.equal(response.status, 200);
		const { slides } = (await response.json()) as Answer;
		const [plain, blurred, inverted, masked, glass, nothing] = slides[0]!.layers.map(
			({ ink }) => ink,
		);
		t.same(plain, place);
		t.ok(blurred!.x < 85 && blurred!.x > 50, `${blurred!.x}`);
		t.ok(Math.abs(blurred!.x + blurred!.width / 2 - 150) < 0.1, "evenly on both sides");
		t.same(inverted, place);
		t.same(masked, place);
		t.same(glass, place);
		t.equal(nothing, null);
	},
);
