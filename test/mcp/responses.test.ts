/** What the tools answer besides pictures: templates, the contract, and slides in words. */
import sharp from "sharp";
import t from "tap";
import { PLATFORM_IDS } from "../../src/contract/platforms.js";
import { bundledTemplates } from "../../src/documents/templates/template-library.js";
import { contactSheet, MAX_SHEET_BASE64 } from "../../src/mcp/contact-sheet.js";
import { CONTRACT_PARTS } from "../../src/mcp/contract-parts.js";
import { findTemplates } from "../../src/mcp/find-templates.js";
import { largestFreeBox } from "../../src/mcp/free-room.js";
import { startApp } from "../helpers/app.js";
import { bytesOf, call, connect, textOf } from "../helpers/mcp.js";

t.test("an agent finds a template with its variables and renders it", async (t) => {
	const client = await connect(t, await startApp(t));
	const all = await call(client, "find_templates");
	t.ok(bytesOf(all) < 6_000, `all templates are ${bytesOf(all)} bytes`);
	t.match(textOf(all), /^- announcement-story: /);
	for (const [query, id] of [
		["weekend sale with a price", "sale-price"],
		["flash sale story", "flash-sale-story"],
		["we are hiring designers", "hiring-list"],
		["recipe for pancakes", "recipe-card"],
		["webinar with two speakers", "webinar-speakers"],
		["podcast", "podcast-cover"],
		["customer review", "testimonial-stars"],
		["bold-quote", "bold-quote"],
	] as const) {
		const found = await call(client, "find_templates", { query });
		t.match(textOf(found), new RegExp(`^${id}: `), query);
		t.ok(bytesOf(found) < 6_000, `${query}: ${bytesOf(found)}`);
	}
	const one = textOf(await call(client, "find_templates", { query: "webinar-speakers" }));
	t.match(one, /speakers\* list \(.*\), at most \d+ of \{ name\* \(Name\)/);
	t.notMatch(one, "Others");
	const narrow = await call(client, "find_templates", { platform: "professional-portrait" });
	t.match(textOf(narrow), "- tips-carousel:");
	t.notMatch(textOf(narrow), "- bold-quote:");
	const none = await call(client, "find_templates", { query: "zeppelin" });
	t.match(textOf(none), /^No template for "zeppelin"\./);
	t.ok(bytesOf(none) < 500, "a model may ask often");
	for (const query of [7, ["sale"], {}])
		t.match(textOf(await call(client, "find_templates", { query })), /query/);
	const wrong = await call(client, "find_templates", { platform: "square" });
	t.match(textOf(wrong), `/platform is not a platform {"allowed":${JSON.stringify(PLATFORM_IDS)}}`);

	const variables = { quote: "Start small" };
	for (const args of [
		{ template: "bold-quote", variables },
		{ document: { template: "bold-quote", variables } },
	]) {
		const drawn = await call(client, "render", args);
		t.notOk(drawn.isError, textOf(drawn));
		t.match(textOf(drawn), "No warnings.");
	}
	const missing = await call(client, "measure", { template: "bold-quote" });
	t.match(textOf(missing), /\/variables\/quote is required/);
	const misspelt = await call(client, "render", { template: "bold-quotes", variables });
	t.match(textOf(misspelt), /did you mean bold-quote /);
});

t.test("a canvas that no template lists is answered with those of its shape", async (t) => {
	const all = bundledTemplates().filter(
		({ template: { platforms } }) => !(platforms as readonly string[]).includes("profile-banner"),
	);
	const answer = findTemplates({ all }, { platform: "profile-banner" });
	t.match(answer, /No template lists profile-banner.*link-preview/s);
});

t.test("a design for several platforms is reported canvas by canvas", async (t) => {
	const client = await connect(t, await startApp(t));
	const low = { type: "text", text: "Low", x: 40, y: 200, width: 300 };
	const high = { type: "text", text: "High", x: 40, y: 20, width: 300 };
	const document = {
		platforms: ["photo-feed-square", "photo-feed-story"],
		mode: "carousel",
		slides: [{ layers: [low] }, { layers: [high] }],
	};
	const drawn = await call(client, "render", { document });
	const text = textOf(drawn);
	t.notOk(drawn.isError, text);
	t.match(text, "photo-feed-square, 1080 x 1080; photo-feed-story, 1080 x 1920 png, 2 slides");
	t.match(text, "Slide 2 of 2 on photo-feed-story, 405 x 720, paths from /slides/1: http");
	t.match(text, "- warning outside_safe_area /slides/1/layers/0 on photo-feed-story: ");
	t.notMatch(text, "/slides/1/layers/0 on photo-feed-square");
	const names = (answer: typeof drawn) =>
		answer.content.flatMap((part) => (part.type === "resource_link" ? [part.name] : []));
	t.same(names(drawn), [
		"slide-1-photo-feed-square.png",
		"slide-2-photo-feed-square.png",
		"slide-1-photo-feed-story.png",
		"slide-2-photo-feed-story.png",
	]);
	const id = /^id: (\S+)/.exec(text)?.[1];
	const second = await call(client, "edit", { id, patch: [], slide: 2 });
	t.same(names(second), ["slide-2-photo-feed-square.png", "slide-2-photo-feed-story.png"]);
	const measured = textOf(await call(client, "measure", { document, slide: 2 }));
	t.match(measured, "Slide 2 of 2 on photo-feed-square");
	t.match(measured, "Slide 2 of 2 on photo-feed-story");
});

t.test("the contract comes in parts", async (t) => {
	const client = await connect(t, await startApp(t));
	const read = (part?: string, name?: string) => call(client, "get_schema", { part, name });
	const first = await read();
	t.match(textOf(first), "Lengths are preview pixels");
	t.match(textOf(first), "part example with a name");
	for (const part of CONTRACT_PARTS) {
		const answer = await read(part);
		t.notOk(answer.isError, part);
		t.ok(bytesOf(answer) < 8_000, `${part}: ${bytesOf(answer)}`);
	}
	t.match(textOf(await read("text")), "`letterSpacing`");
	t.match(textOf(await read("layers")), "`alignSelf`");
	t.match(
		textOf(await read("platforms")),
		"`photo-feed-story`: 1080 x 1920 (9:16), slides of 405 x 720; free of the app's controls: x 0 to 405, y 101 to 597",
	);
	const names = textOf(await read("json")).split(", ");
	t.ok(names.includes("TextLayer"));
	for (const name of names) {
		const schema = await read("json", name);
		t.ok(bytesOf(schema) < 40_000, `${name}: ${bytesOf(schema)}`);
		t.doesNotThrow(() => JSON.parse(textOf(schema)), name);
	}
	const example = JSON.parse(textOf(await read("example", "customerReview")));
	t.notOk((await call(client, "render", { document: example })).isError);
	t.match(textOf(await read("layrs")), "did you mean layers?");
	for (const [path, part] of [
		["layer", "layers"],
		["slides[].layers", "layers"],
		["/slides/0/layers/2/text", "text"],
		["text.fontSize", "text"],
		["$.slides[*].background", "values"],
		["slides[0].textBlocks", "text"],
	] as const)
		t.equal(textOf(await read(path)), textOf(await read(part)), path);
	for (const name of ["TextLayer", "#/$defs/TextLayer", "textlayer"])
		t.equal(textOf(await read(name)), textOf(await read("json", "TextLayer")), name);
	t.match(textOf(await read("example", "customerReviews")), "did you mean customerReview?");
	t.match(textOf(await read("json", "__proto__")), "/name must be one of");
});

t.test("a slide in words: what overlaps, what is low, what room is left", async (t) => {
	const client = await connect(t, await startApp(t));
	const document = {
		platform: "photo-feed-story",
		slides: [
			{
				background: "#FFFFFF",
				alt: "Two words on white",
				layers: [
					{
						type: "shape",
						shape: "rectangle",
						x: 40,
						y: 300,
						width: 200,
						height: 60,
						fill: "#EEEEEE",
					},
					{
						type: "text",
						name: "pale",
						text: "Pale",
						x: 60,
						y: 310,
						fontSize: 30,
						textColor: "#DDDDDD",
					},
					{
						type: "text",
						text: "Sticks out of its card",
						x: 150,
						y: 330,
						fontSize: 16,
						textColor: "#111111",
					},
				],
			},
		],
	};
	const text = textOf(await call(client, "render", { document }));
	t.match(text, 'alt: "Two words on white"');
	t.match(text, "safe area 0,101 405x497 (the app covers the rest)");
	t.match(text, "/layers/0 shape 40,300 200x60");
	t.match(text, /\/layers\/1 text 60,310 \d+x36 "Pale" size 30, 1 line contrast 1\.\d+ \("pale"\)/);
	t.match(text, /- error low_contrast \/slides\/0\/layers\/1: /);
	t.match(text, /overlap: \/layers\/0 shape and \/layers\/2 text share \d+,\d+ \d+x\d+/);
	t.notMatch(text, "overlap: /layers/0 shape and /layers/1", "it is on its card");
	t.match(
		text,
		/room: left 6\d, top 2\d\d, right \d+, bottom \d+; largest box without text or picture 0,3\d\d 405x2\d\d/,
	);
	const photo = {
		slides: [
			{
				image: "/api/assets/photos/builtin/aurora-green-portrait.svg",
				layers: [{ type: "text", text: "Over a picture", x: 30, y: 60, style: "bold" }],
			},
		],
	};
	t.match(textOf(await call(client, "render", { document: photo })), /1 line contrast \S+/);
	t.notMatch(textOf(await call(client, "measure", { document: photo })), "contrast");
	const empty = textOf(await call(client, "measure", { document: { slides: [{}] } }));
	t.match(empty, "nothing but a background");
});

t.test("a report shows line breaks, sizes that shrank, and layers that jump", async (t) => {
	const client = await connect(t, await startApp(t));
	const slide = (y: number, text: string) => ({
		layers: [
			{ type: "text", name: "title", text, x: 28, y, width: 225, fontSize: 30 },
			{ type: "text", text: "1 of 3", x: 28, y: 440, fontSize: 16 },
		],
	});
	const document = {
		mode: "carousel",
		stepperStyle: "none",
		platform: "photo-feed-post",
		slides: [
			slide(40, "Save up to −40 %"),
			slide(40, "Second"),
			slide(52, "Third"),
			{
				layers: [
					{
						type: "text",
						text: "Long enough to shrink",
						x: 28,
						y: 240,
						width: 120,
						height: 40,
						fontSize: 40,
						fit: "shrink",
					},
				],
			},
		],
	};
	for (const tool of ["render", "measure"]) {
		const text = textOf(await call(client, tool, { document }));
		t.match(text, /"Save up to −40 \/ %" size 30, 2 lines/, tool);
		t.match(text, /- warning number_split \/slides\/0\/layers\/0: Line 1 ends with "−40"/, tool);
		t.match(text, 'moves: "title" text is at y 40 on slides 1, 2; at y 52 on slide 3', tool);
		t.notMatch(text, /moves: \/1 text/, "the other stays where it is");
		t.match(text, /"Long enough \/ to shrink" size 1\d(\.\d)? \(shrunk from 40\)/, tool);
	}
	const ignored = { ...document, ignoreWarnings: ["number_split"] };
	t.notMatch(textOf(await call(client, "measure", { document: ignored })), "number_split");
});

t.test("the picture of an answer has all slides, whatever their format and size", async (t) => {
	const client = await connect(t, await startApp(t));
	const slides = ["#C00000", "#00C000", "#0000C0"].map((background) => ({ background }));
	for (const more of [{}, { format: "svg" }, { format: "webp" }, { scale: 3 }]) {
		const document = { mode: "carousel", platform: "photo-feed-square", slides, ...more };
		const { content } = await call(client, "render", { document });
		const picture = sharp(Buffer.from(content[1]!.data!, "base64"));
		const { width = 0, height = 0 } = await picture.metadata();
		t.ok(width > 900 && width <= 1_500 && height < 700, `${width} x ${height}`);
		const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
		const at = (share: number) => {
			const start = (Math.floor(height / 2) * width + Math.floor(width * share)) * info.channels;
			return [...data.subarray(start, start + 3)].map((value) => Math.round(value / 64));
		};
		t.same(
			[at(1 / 6), at(3 / 6), at(5 / 6)],
			[
				[3, 0, 0],
				[0, 3, 0],
				[0, 0, 3],
			],
			JSON.stringify(more),
		);
		t.equal(content.filter(({ type }) => type === "resource_link").length, 3);
	}
});

t.test("a contact sheet of noise stays small enough", async (t) => {
	const noise = await sharp({
		create: {
			width: 800,
			height: 1_000,
			channels: 3,
			background: "#000",
			noise: { type: "gaussian", mean: 128, sigma: 60 },
		},
	})
		.png()
		.toBuffer();
	const slide = { width: 800, height: 1_000, bytes: async () => noise };
	const { signal } = new AbortController();
	for (const count of [1, 20]) {
		const sheet = await contactSheet(Array(count).fill(slide), "client", signal);
		t.ok(sheet.data.length <= MAX_SHEET_BASE64);
		t.ok(sheet.columns * sheet.rows >= count);
		t.equal((await sharp(Buffer.from(sheet.data, "base64")).metadata()).format, "jpeg");
	}
	const thin = { width: 8_192, height: 171, bytes: async () => noise };
	t.ok((await contactSheet([thin, slide], "client", signal)).data.length > 0);
});

t.test("the largest free box", (t) => {
	const area = { x: 0, y: 0, width: 400, height: 500 };
	t.same(largestFreeBox(area, []), area);
	t.same(largestFreeBox(area, [area]), undefined);
	t.same(largestFreeBox(area, [{ x: 0, y: 0, width: 400, height: 100 }]), {
		x: 0,
		y: 100,
		width: 400,
		height: 400,
	});
	t.same(
		largestFreeBox(area, [
			{ x: 0, y: 0, width: 100, height: 500 },
			{ x: 300, y: 200, width: 100, height: 50 },
		]),
		{ x: 100, y: 0, width: 200, height: 500 },
	);
	t.same(
		largestFreeBox({ x: 10, y: 100, width: 100, height: 50 }, [
			{ x: -5, y: 0, width: 65, height: 400 },
		]),
		{
			x: 60,
			y: 100,
			width: 50,
			height: 50,
		},
	);
	t.end();
});
