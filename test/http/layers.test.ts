import t from "tap";
import type { Layer } from "../../src/contract/document/layers.js";
import { startApp } from "../helpers/app.js";
import { readDrawn } from "../helpers/drawn.js";

const RED = [255, 0, 0] as const;
const LIME = [0, 255, 0] as const;
const BLUE = [0, 0, 255] as const;
type Shape = Extract<Layer, { type: "shape" }>;

/** A rectangle of 50 by 30 preview pixels, red where nothing else is said. */
const rect = (more: Partial<Shape> = {}) => ({
	type: "shape",
	shape: "rectangle",
	width: 50,
	height: 30,
	fill: "red",
	...more,
});
const without = (...fields: string[]) =>
	Object.fromEntries(fields.map((field) => [field, undefined]));
const row = (children: unknown[], more = {}) => ({
	type: "stack",
	direction: "row",
	gap: 10,
	x: 10,
	y: 20,
	children,
	...more,
});
const SQUARE =
	"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9' fill='red'/%3E%3C/svg%3E";

t.test("layers are drawn where the document says", async (t) => {
	const { app } = await startApp(t);
	const draw = async (slide: unknown, request: Record<string, unknown> = {}, number = 1) => {
		const slides = Array.isArray(slide) ? slide : [slide];
		const answer = await app.inject({
			method: "POST",
			url: `/api/render.png?slide=${number}`,
			payload: { platform: "photo-feed-square", stepperStyle: "none", slides, ...request },
		});
		if (answer.statusCode !== 200) throw new Error(answer.body);
		return readDrawn(answer.rawPayload);
	};
	type Found = number[] | undefined;
	type Case = [slide: unknown, red?: Found, lime?: Found, blue?: Found];
	const cases: Record<string, Case> = {
		"x and y are the left and top edge": [{ layers: [rect({ x: 10, y: 20 })] }, [10, 20, 50, 30]],
		"without a place a layer is at the corner": [{ layers: [rect()] }, [0, 0, 50, 30]],
		"right and bottom are distances from the far edges": [
			{ layers: [rect({ right: 10, bottom: 20 })] },
			[345, 355, 50, 30],
		],
		"two insets stretch a layer": [
			{
				layers: [
					{ ...rect({ x: 10, right: 20, y: 5, bottom: 15 }), ...without("width", "height") },
				],
			},
			[10, 5, 375, 385],
		],
		"percentages are of the slide": [
			{ layers: [rect({ x: "10%", y: "50%", width: "50%", height: "10%" })] },
			[41, 203, 203, 41],
		],
		"aspectRatio decides the other size": [
			{ layers: [{ ...rect({ aspectRatio: 2 }), ...without("height") }] },
			[0, 0, 50, 25],
		],
		"a minimum beats a maximum": [
			{ layers: [rect({ minWidth: 100, maxWidth: 80, maxHeight: 10 })] },
			[0, 0, 100, 10],
		],
		"rotation is about the centre": [
			{ layers: [rect({ x: 100, y: 100, rotation: 90 })] },
			[110, 90, 30, 50],
		],
		"rtl mirrors x": [{ dir: "rtl", layers: [rect({ x: 10, y: 20 })] }, [345, 20, 50, 30]],
		"rtl mirrors right": [{ dir: "rtl", layers: [rect({ right: 10 })] }, [10, 0, 50, 30]],
		"auto follows the paragraphs": [
			{ dir: "auto", layers: [rect({ x: 10 }), { type: "text", text: "שלום", y: 100 }] },
			[345, 0, 50, 30],
		],
		"a row lays out its children with gaps": [
			{ layers: [row([rect(), rect({ fill: "lime" }), rect({ fill: "blue" })])] },
			[10, 20, 50, 30],
			[70, 20, 50, 30],
			[130, 20, 50, 30],
		],
		"auto leaves out handles, addresses and figures": [
			{
				dir: "auto",
				layers: [
					rect({ x: 10 }),
					{ type: "text", text: "שלום", y: 100 },
					{
						type: "text",
						text: "@north.light\nhttps://north.example/about\nhi@north.example",
						y: 120,
					},
					{ type: "text", text: "2027", y: 180 },
				],
			},
			[345, 0, 50, 30],
		],
		"auto counts names in Latin letters": [
			{
				dir: "auto",
				layers: [
					rect({ x: 10 }),
					{ type: "text", text: "שלום", y: 100 },
					{ type: "text", text: "Northlight", y: 120 },
				],
			},
			[10, 0, 50, 30],
		],
		"a row runs from right to left in rtl": [
			{ dir: "rtl", layers: [row([rect(), rect({ fill: "lime" }), rect({ fill: "blue" })])] },
			[345, 20, 50, 30],
			[285, 20, 50, 30],
			[225, 20, 50, 30],
		],
		"what is omitted takes no room and no gap": [
			{
				layers: [
					row([
						rect(),
						rect({ fill: "lime", showIf: "false" }),
						rect({ fill: "lime", showIf: "" }),
						rect({ fill: "lime", hideIf: "yes" }),
						rect({ fill: "lime", only: ["story"] }),
						{ type: "text", text: "", background: "lime" },
						{ type: "image", src: "" },
						rect({ fill: "blue", showIf: "yes", hideIf: "false", only: ["square"] }),
					]),
				],
			},
			[10, 20, 50, 30],
			undefined,
			[70, 20, 50, 30],
		],
		"x and y of a child in the flow are ignored": [
			{ layers: [row([rect({ x: 40, y: 40 })])] },
			[10, 20, 50, 30],
		],
		"an absolute child is placed in the padding box": [
			{
				layers: [
					row([rect({ position: "absolute", right: 0, bottom: 0 })], {
						width: 200,
						height: 100,
						padding: 20,
						border: { width: 5, color: "blue" },
					}),
				],
			},
			[155, 85, 50, 30],
			undefined,
			[10, 20, 200, 100],
		],
		"free room goes to those that grow": [
			{
				layers: [
					row(
						[
							{ ...rect({ grow: 1 }), ...without("width") },
							{ ...rect({ grow: 2, fill: "lime" }), ...without("width") },
						],
						{ width: 310 },
					),
				],
			},
			[10, 20, 100, 30],
			[120, 20, 200, 30],
		],
		"clip cuts children off": [
			{ layers: [row([rect()], { clip: true, width: 40, height: 20 })] },
			[10, 20, 40, 20],
		],
		"without clip children stick out": [
			{ layers: [row([rect()], { width: 40, height: 20 })] },
			[10, 20, 50, 30],
		],
		"a shape without size is not seen": [
			{ layers: [{ type: "shape", shape: "star", fill: "red" }] },
		],
		"an image without size is 180 wide and high": [
			{ layers: [{ type: "image", src: SQUARE }] },
			[0, 0, 180, 180],
		],
		"later layers cover earlier ones": [
			{ layers: [rect(), rect({ fill: "lime" })] },
			undefined,
			[0, 0, 50, 30],
		],
		"layers cover the old lists": [
			{
				imageOverlays: [{ src: SQUARE, x: 0, y: 0 }],
				layers: [rect({ fill: "lime", width: 400, height: 400 })],
			},
			undefined,
			[0, 0, 400, 400],
		],
		"an old overlay with right keeps its top edge": [
			{ imageOverlays: [{ src: SQUARE, right: 10 }] },
			[215, 50, 180, 180],
		],
		"an old overlay takes percentages": [
			{ imageOverlays: [{ src: SQUARE, width: "50%", height: 20 }] },
			[50, 50, 203, 20],
		],
		"the old lists do not follow the direction": [
			{ dir: "rtl", imageOverlays: [{ src: SQUARE, x: 5, width: "50%", height: 20 }] },
			[5, 50, 203, 20],
		],
		"an old list leaves out what its conditions say": [
			{
				imageOverlays: [
					{ src: SQUARE, showIf: "" },
					{ src: SQUARE, x: 0, y: 0, width: 20, height: 20, only: ["square"] },
				],
			},
			[0, 0, 20, 20],
		],
		"a line runs from left to right": [
			{
				layers: [
					{
						type: "shape",
						shape: "line",
						x: 10,
						y: 10,
						width: 100,
						height: 10,
						stroke: { color: "red", width: 4 },
					},
				],
			},
			[10, 13, 100, 4],
		],
		"a line in a tall box runs down": [
			{
				layers: [
					{
						type: "shape",
						shape: "line",
						x: 10,
						y: 10,
						width: 10,
						height: 100,
						stroke: { color: "red", width: 4 },
					},
				],
			},
			[13, 10, 4, 100],
		],
		"a barcode has its background": [
			{
				layers: [
					{
						type: "barcode",
						kind: "qr",
						data: "hello",
						width: 100,
						height: 100,
						color: "red",
						background: "blue",
					},
				],
			},
			[15, 15, 71, 71],
			undefined,
			[0, 0, 100, 100],
		],
		"null for new fields is the same as absent": [
			{
				background: null,
				dir: null,
				layers: [
					{
						...rect({ x: 10 }),
						...Object.fromEntries(
							"y right bottom minWidth aspectRatio within blendMode showIf hideIf only position grow shrink basis alignSelf rotation opacity name stroke borderRadius shadow sides points path viewBox"
								.split(" ")
								.map((field) => [field, null]),
						),
					},
				],
			},
			[10, 0, 50, 30],
		],
	};
	for (const [name, [slide, red, lime, blue]] of Object.entries(cases))
		await t.test(name, async (t) => {
			const drawn = await draw(slide);
			t.same(drawn.box(RED), red, "red");
			t.same(drawn.box(LIME), lime, "lime");
			t.same(drawn.box(BLUE), blue, "blue");
		});

	await t.test("within safeArea the area without the app's controls is the parent", async (t) => {
		const layers = [rect({ within: "safeArea", width: "100%", height: "100%" })];
		const drawn = await draw({ layers }, { platform: "photo-feed-story" });
		t.same(drawn.box(RED), [0, 101, 405, 497]);
	});

	await t.test("opacity mixes with what is behind", async (t) => {
		const drawn = await draw({ backgroundColor: "#0000FF", layers: [rect({ opacity: 0.5 })] });
		const [r, g, b] = drawn.at(20, 20);
		t.ok(Math.abs(r! - 128) < 3 && g === 0 && Math.abs(b! - 127) < 3, `${r} ${g} ${b}`);
	});

	await t.test("a text with a box is as wide as its longest line", async (t) => {
		const text = { text: "Hi", textColor: "#00FF00", background: "red", padding: 20 };
		const drawn = await draw({ layers: [{ type: "text", x: 10, y: 10, ...text }] });
		const [x, y, width, height] = drawn.box(RED)!;
		t.same([x, y], [10, 10]);
		t.ok(width! < 100 && height! === 83, `${width} × ${height}`);
		const old = await draw({ textBlocks: [text] });
		t.same(old.box(RED), [50, 300, width, height], "an old block keeps its default place");
	});

	await t.test("an old text wraps at the same place with a box and without", async (t) => {
		const text = { text: "A headline that needs two lines or more", textColor: "#00FF00" };
		const [, , , plain] = (await draw({ textBlocks: [text] })).box(LIME)!;
		const boxed = await draw({ textBlocks: [{ ...text, background: "red" }] });
		t.equal(boxed.box(LIME)![3], plain);
	});

	await t.test("common layers are on every slide, behind and in front", async (t) => {
		const common = {
			behind: [rect({ fill: "blue", width: 100 })],
			front: [{ type: "text", text: "{{slide}} of {{slides}}", textColor: "#00FF00", y: 100 }],
		};
		const slides = [{}, { layers: [rect()] }, { showIf: "" }];
		const request = { common, mode: "carousel" };
		const first = await draw(slides, request, 1);
		t.same(first.box(BLUE), [0, 0, 100, 30]);
		t.equal(first.box(RED), undefined);
		const second = await draw(slides, request, 2);
		t.same(second.box(RED), [0, 0, 50, 30], "over those behind");
		const written = await draw([{ layers: [{ ...common.front[0], text: "2 of 2" }] }], {});
		t.same(second.box(LIME), written.box(LIME), "what is left out does not count");
	});

	await t.test("a footer in common does not decide the direction of a slide", async (t) => {
		const front = ["Northlight", "@northlight", "{{slide}} of {{slides}}"].map((text, i) => ({
			type: "text",
			text,
			y: 300 + i * 30,
		}));
		const slide = {
			dir: "auto",
			layers: [rect({ x: 10 }), { type: "text", text: "שלום", y: 100 }],
		};
		const drawn = await draw(slide, { common: { front } });
		t.same(drawn.box(RED), [345, 0, 50, 30]);
		const alone = { dir: "auto", layers: [rect({ x: 10 })] };
		const hebrew = { front: [{ type: "text", text: "שלום", y: 100 }] };
		const other = await draw(alone, { common: hebrew });
		t.same(other.box(RED), [345, 0, 50, 30], "nothing else says it");
	});

	await t.test("marks may reach into the padding of a text, not beyond it", async (t) => {
		const text = {
			text: "Ấ̂̂̂",
			fontSize: 60,
			lineHeight: 0.8,
			fit: "shrink",
			width: 200,
			height: 100,
		};
		const codesOf = async (padding: number[]) => {
			const layers = [{ type: "text", textColor: "#FFFFFF", x: 50, y: 200, padding, ...text }];
			const answer = await app.inject({
				method: "POST",
				url: "/api/measure",
				payload: { platform: "photo-feed-square", slides: [{ layers }] },
			});
			return answer.json().warnings.map(({ code }: { code: string }) => code);
		};
		t.ok((await codesOf([0, 0, 0, 0])).includes("text_overflows_box"));
		t.notOk((await codesOf([64, 0, 0, 0])).includes("text_overflows_box"));
	});

	await t.test("a background does not show around its opaque border", async (t) => {
		const box = { type: "stack", background: "red", borderRadius: 999, x: 50, y: 50, children: [] };
		const border = { width: 8, color: "#000000" };
		const drawn = await draw({
			backgroundColor: "#000000",
			layers: [{ ...box, width: 100, height: 100, border }],
		});
		let reddest = 0;
		for (let degrees = 0; degrees < 360; degrees++) {
			const [x, y] = [Math.cos(degrees), Math.sin(degrees)];
			for (let radius = 47; radius < 53; radius += 0.25)
				reddest = Math.max(reddest, drawn.at(100 + radius * x, 100 + radius * y)[0]!);
		}
		t.ok(reddest <= 2, `${reddest} of 255`);
	});

	await t.test("the limit of layers is that of those the canvas draws", async (t) => {
		const list = (count: number, more: object) => Array.from({ length: count }, () => rect(more));
		const statusOf = async (layers: unknown[], request: object = {}) => {
			const answer = await app.inject({
				method: "POST",
				url: "/api/measure",
				payload: { platform: "photo-feed-square", slides: [{ layers }], ...request },
			});
			return answer.statusCode;
		};
		const others = list(140, { only: ["story"] });
		t.equal(await statusOf([...list(150, {}), ...others]), 200);
		t.equal(await statusOf([...list(151, {}), ...others]), 400);
		t.equal(await statusOf([...list(150, {}), ...others], { platform: "photo-feed-story" }), 400);
		const stacks = [{ type: "stack", only: ["story"], children: list(100, {}) }];
		t.equal(await statusOf([...list(150, {}), ...stacks]), 200);
		t.equal(await statusOf(list(601, { only: ["story"] })), 400, "however many are left out");
		const size = { platform: "custom", size: { width: 500, height: 500 } };
		t.equal(await statusOf([...list(150, {}), ...others], size), 200);
	});

	await t.test("slides that are left out do not count in the stepper", async (t) => {
		const render = async (slides: unknown[]) => {
			const payload = {
				platform: "photo-feed-square",
				mode: "carousel",
				stepperStyle: "numeric",
				slides,
			};
			const answer = await app.inject({ method: "POST", url: "/api/render", payload });
			return answer.json().images.map(({ dataUrl }: { dataUrl: string }) => dataUrl);
		};
		const all = await render([{}, { hideIf: "x" }, { showIf: "false" }, { layers: [rect()] }]);
		t.same(all, await render([{}, { layers: [rect()] }]));
		t.equal(all.length, 2);
	});

	await t.test("the same document gives the same bytes", async (t) => {
		const layers = [
			row([rect(), { type: "text", text: "Same", shadow: { blur: 20 } }], {
				background: { type: "linear", stops: [{ color: "red" }, { color: "blue" }] },
			}),
		];
		for (const format of ["png", "webp", "svg", "pdf"]) {
			const once = () =>
				app.inject({
					method: "POST",
					url: `/api/render.${format}`,
					payload: { platform: "photo-feed-square", slides: [{ layers }] },
				});
			const [a, b] = [await once(), await once()];
			t.equal(a.statusCode, 200, format);
			t.ok(a.rawPayload.equals(b.rawPayload), format);
		}
	});
});
