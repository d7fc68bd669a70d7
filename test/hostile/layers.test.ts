import sharp from "sharp";
import t from "tap";
import { startVictim } from "../helpers/hostile-rows.js";
import { dataUrl } from "../helpers/sample-images.js";
import { sampleOf } from "../helpers/samples.js";

const many = <T>(count: number, make: (i: number) => T): T[] =>
	Array.from({ length: count }, (_, i) => make(i));
const rect = (more: object = {}) => ({
	type: "shape",
	shape: "rectangle",
	width: 300,
	height: 300,
	fill: "red",
	...more,
});
const full = { width: "100%", height: "100%" };
const stack = (children: unknown[], more: object = {}) => ({ type: "stack", children, ...more });
const GRADIENT = {
	type: "linear",
	angle: 37,
	stops: many(8, (i) => ({ color: `rgb(${i * 30} 90 40 / ${60 + i}%)` })),
};
const PATH = `M0 0${many(1_200, (i) => `L${(i * 37) % 100} ${(i * 61) % 100}`).join("")}`;
const shape = { shape: "path", path: PATH, viewBox: [0, 0, 100, 100] };
const words = (count: number) => "lorem ipsum ".repeat(Math.ceil(count / 12)).slice(0, count);
/** Stacks in each other, each with the layers of its depth beside it. */
const nest = (
	depth: number,
	inner: unknown[],
	wrap: (children: unknown[], depth: number) => unknown,
) => many(depth, (i) => i).reduce<unknown[]>((children, i) => [wrap(children, i)], inner);
const NUMBERS = [1e308, -1e308, 1e9, -1e9, 5e-324, "9999999%", "-9999999.999999%"];

t.test("hostile layers are drawn or refused in time, and harm nobody", async (t) => {
	// On a busy machine the dearest take longer than the 30 s that a slide has by default; prices bound them.
	const victim = await startVictim({ RENDER_TIMEOUT_MS: "600000" });
	const photo = dataUrl(
		await sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: "#468" } })
			.jpeg()
			.toBuffer(),
		"image/jpeg",
	);
	const rows: Record<string, unknown[]> = {
		"gradients all over": many(150, () => rect({ ...full, fill: GRADIENT })),
		"the softest shadows": many(150, (i) => rect({ x: i, shadow: { blur: 100, x: 10 } })),
		"the softest shadows in a stack": [
			stack(
				many(149, (i) => rect({ position: "absolute", x: i, shadow: { blur: 100 } })),
				{ width: 400, height: 400 },
			),
		],
		"the widest shadows": many(150, () =>
			stack([], { ...full, background: "white", shadow: { blur: 1, spread: 100 } }),
		),
		"shadows of texts": many(100, () => ({
			type: "text",
			text: "Shadow",
			fontSize: 100,
			shadow: { blur: 100 },
		})),
		"groups all over": many(
			25,
			() =>
				nest(5, [rect()], (children) =>
					stack(children, { ...full, opacity: 0.9, clip: true, rotation: 7 }),
				)[0],
		),
		"blend modes all over": many(150, () => rect({ ...full, blendMode: "luminosity" })),
		paths: many(60, () => rect(shape)),
		"paths with shadows": many(60, () => rect({ ...shape, shadow: { blur: 20 } })),
		"dashes of paths": many(150, () =>
			rect({ ...shape, stroke: { width: 2, dash: [0.5, 0.5], cap: "round" } }),
		),
		"dashes up to the limit": many(150, () =>
			rect({ ...shape, stroke: { width: 2, dash: [20, 20], cap: "round" } }),
		),
		"dashes of endless borders": many(150, () =>
			stack([], { width: 1e9, height: 1e9, border: { width: 2, color: "red", dash: [0.5, 0.5] } }),
		),
		"path data of 100 kB": [rect({ ...shape, path: "L1 1".repeat(25_000) })],
		"a thousand stops": [
			rect({ fill: { type: "linear", stops: many(1_000, () => ({ color: "red" })) } }),
		],
		"pictures that blend and blur": many(40, () => ({
			type: "image",
			src: photo,
			width: 405,
			height: 405,
			blendMode: "multiply",
			filter: { blur: 60 },
		})),
		"twenty full-size pictures, blurred most": many(20, () => ({
			type: "image",
			src: photo,
			...full,
			filter: { blur: 60 },
		})),
		"pictures in stars": many(40, (i) =>
			rect({ shape: "star", rotation: i, fill: { type: "image", src: photo } }),
		),
		"large codes": many(20, (i) => ({
			type: "barcode",
			kind: "datamatrix",
			data: `é${"1é".repeat(495)}${i}`,
			width: 300,
			height: 300,
		})),
		"QR codes": many(20, (i) => ({
			type: "barcode",
			kind: "qr",
			errorCorrection: "H",
			data: words(990) + i,
			width: 300,
			height: 300,
		})),
		"wrapping percentages with ratios": nest(5, [{ type: "text", text: "ab" }], (children, i) =>
			stack(
				[
					...children,
					...many(20, () => stack([], { width: "33%", aspectRatio: 0.7, grow: 1, shrink: 2 })),
				],
				{
					direction: i % 2 ? "row" : "column",
					wrap: true,
					width: "90%",
					aspectRatio: 1.3,
					gap: 3,
				},
			),
		),
		"sizes that depend on each other": nest(5, [rect(full)], (children) =>
			stack(children, {
				...full,
				minWidth: "200%",
				maxHeight: "1%",
				basis: "50%",
				aspectRatio: 0.001,
				padding: 9,
			}),
		),
		"texts in nested wrapping rows": nest(4, [], (children, i) =>
			stack(
				[
					...children,
					...many(35, (k) => ({ type: "text", text: `word word ${k}`, fontSize: 12, grow: 1 })),
				],
				{
					direction: i % 2 ? "row" : "column",
					wrap: true,
					align: "stretch",
				},
			),
		),
		"a text of 10,000 characters in nested rows": nest(
			5,
			[{ type: "text", text: words(10_000), fontSize: 8 }],
			(children) => stack(children, { direction: "row", wrap: true }),
		),
		"texts of 10,000 characters": many(150, () => ({
			type: "text",
			text: words(10_000),
			fontSize: 8,
		})),
		"texts that shrink": many(100, () => ({
			type: "text",
			text: words(300),
			fontSize: 200,
			fit: "shrink",
			width: 400,
			height: 90,
		})),
		"long conditions": many(150, () => rect({ showIf: "x".repeat(10_000), hideIf: "" })),
		"strings like numbers": [
			rect({ width: "NaN" }),
			rect({ width: "Infinity%" }),
			rect({ x: "1e9%" }),
		],
		"too deep": nest(2_000, [rect()], (children) => stack(children)),
		"too many": many(100_000, () => ({})),
		...Object.fromEntries(
			NUMBERS.map((value) => [
				`everything ${value}`,
				["x", "y", "right", "bottom", "width", "height", "minWidth", "maxHeight", "basis"].flatMap(
					(field) => [
						rect({ [field]: value, shadow: { blur: 9 }, rotation: 3 }),
						stack([rect({ [field]: value }), { type: "text", text: "Text" }], {
							[field]: value,
							clip: true,
							direction: "row",
							background: GRADIENT,
						}),
					],
				),
			]),
		),
		"borders by side": many(70, (i) => ({
			type: "stack",
			...{ width: 405, height: 405, rotation: i, borderRadius: [300, 20, 999, 5], clip: true },
			border: { width: [60, 3, 40, 0], color: ["#f008", "#0f08", "#00f8", "#ff08"] },
			children: [rect()],
		})),
		"borders wider than their boxes": many(70, (i) => ({
			type: "stack",
			...{ width: i % 3, height: i, borderRadius: 999 },
			border: { width: [60, i % 60, 0, 60], color: ["#f00", "#0f0", "#00f", "#ff0"] },
		})),
		"letters with wide lines of several paints": many(150, (i) => ({
			type: "text",
			text: "سلام عليكم श्री",
			...{ fontSize: 90, width: 405, rotation: i },
			textStroke: {
				...{ width: 60, position: i % 2 === 0 ? "inside" : "outside" },
				paint: { type: "layers", paints: [{ type: "grain", amount: 1 }, GRADIENT] },
			},
		})),
	};
	for (const [name, layers] of sampleOf(Object.entries(rows), 3)) {
		let done = false;
		const answer = victim.draw({ layers }, { platform: "photo-feed-square" }).finally(() => {
			done = true;
		});
		while (!done) {
			await (await victim.get("/api/health")).text();
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		const response = await answer;
		await response.arrayBuffer();
		t.ok([200, 400, 413, 422].includes(response.status), `${name}: ${response.status}`);
	}
	await victim.expectUnharmed(t, "layers");
});

t.test("large shadows are refused before they take the memory of their process", async (t) => {
	const victim = await startVictim({ RENDER_TIMEOUT_MS: "600000" });
	const star = (size: number) => ({
		...{ type: "shape", shape: "star", width: size, height: size, fill: "red" },
		shadow: { x: 0, y: 0, blur: 100, color: "#000", opacity: 1 },
	});
	const square = { platform: "custom", size: { width: 1_365, height: 1_365 }, scale: 3 };
	const story = { platform: "short-video-story" };
	const cases: [name: string, slide: object, document: Record<string, unknown>][] = [
		["16 megapixels", { layers: many(100, () => star(500)) }, square],
		[
			"on nothing",
			{
				background: "transparent",
				layers: many(145, () => ({ ...star(700), width: 400 })),
			},
			story,
		],
	];
	for (const [name, slide, document] of cases) {
		const answer = await victim.draw(slide, document);
		t.equal(answer.status, 422, name);
		t.match(await answer.json(), { error: { code: "too_complex" } }, name);
	}
	const drawn = await victim.draw({ layers: many(4, () => star(500)) }, square);
	t.equal(drawn.status, 200, "a few are drawn");
	await drawn.arrayBuffer();
	await victim.expectUnharmed(t, "large shadows");
});
