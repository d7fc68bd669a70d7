/** Several selected elements are resized and turned together, by mouse and by keys. */
import t from "tap";
import { axeFindings } from "../helpers/axe.js";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { dragBy, drawn, openWith, placeOf, scaleOf } from "../helpers/studio-mouse.js";
import { documentOf, holds, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

const square = (x: number, y: number, more: object = {}) => ({
	type: "shape",
	shape: "rectangle",
	x,
	y,
	width: 40,
	height: 40,
	fill: "#FFC600",
	...more,
});
const slideOf = (...layers: object[]) => ({ slides: [{ backgroundColor: "#14213D", layers }] });

interface Layer {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly rotation?: number;
	readonly fontSize?: number;
	readonly gap?: number;
	readonly padding?: number;
	readonly children?: readonly Layer[];
}
type OpenedPage = Awaited<ReturnType<typeof openWith>>["page"];
const layersOf = async (page: OpenedPage) =>
	((await documentOf(page)).slides[0] as unknown as { layers: Layer[] }).layers;

async function selectAll(page: OpenedPage): Promise<void> {
	await drawn(page);
	await page.locator(".stage").focus();
	await page.keyboard.press("Control+a");
	await page.locator(".group-box .grip.se").waitFor();
}
const grip = (name: string) => `.group-box .grip.${name}`;
const near = (value: number | undefined, wanted: number, by = 0.6) =>
	value !== undefined && Math.abs(value - wanted) <= by;

t.test("shapes are scaled as one picture; Shift keeps the ratio", { skip }, async (t) => {
	const { page, complaints } = await openWith(
		t,
		browser!,
		slideOf(square(40, 40), square(140, 90, { width: 60 })),
	);
	await selectAll(page);
	const scale = await scaleOf(page);
	const frame = await placeOf(page, ".group-box");
	t.ok(near(frame.x, 40) && near(frame.y, 40) && near(frame.width, 160) && near(frame.height, 90));

	// 160 × 90 becomes 320 × 135, free of the lines it could snap to.
	await page.keyboard.down("Alt");
	await dragBy(page, page.locator(grip("se")), 160 * scale, 45 * scale);
	await page.keyboard.up("Alt");
	await until(page, "d.layers[1].width > 100");
	const [one, other] = (await layersOf(page)) as [Layer, Layer];
	t.ok(near(one.x, 40, 0) && near(one.y, 40, 0), "the corner across stays");
	t.ok(near(one.width, 80) && near(one.height, 60), `${one.width} × ${one.height}`);
	t.ok(near(other.x, 240) && near(other.y, 115), `${other.x}, ${other.y}`);
	t.ok(near(other.width, 120) && near(other.height, 60), `${other.width} × ${other.height}`);

	await page.keyboard.press("Control+z");
	await until(
		page,
		"d.layers[0].width === 40 && d.layers[1].x === 140 && d.layers[1].width === 60",
	);
	await drawn(page);
	await page.keyboard.down("Shift");
	await dragBy(page, page.locator(grip("nw")), -20 * scale, -5 * scale);
	await page.keyboard.up("Shift");
	await until(page, "d.layers[0].width > 41");
	const kept = (await layersOf(page)) as [Layer, Layer];
	t.ok(near(kept[0].width, kept[0].height, 0.11), "still a square");
	t.ok(near(kept[1].x + kept[1].width, 200, 0.3) && near(kept[1].y + kept[1].height, 130, 0.3));

	// A side changes one axis alone.
	await page.keyboard.press("Control+z");
	await until(page, "d.layers[0].width === 40");
	await drawn(page);
	await dragBy(page, page.locator(grip("e")), 80 * scale, 30 * scale);
	await until(page, "d.layers[1].width > 80");
	await until(page, "d.layers.every(({ height }) => height === 40) && d.layers[1].y === 90");
	t.same(complaints, []);
});

t.test("texts and stacks grow with their letters, gaps and padding", { skip }, async (t) => {
	const stack = {
		type: "stack",
		x: 60,
		y: 140,
		gap: 8,
		padding: 10,
		background: "#FFFFFF",
		children: [
			{ type: "text", text: "In a stack", fontSize: 20, textColor: "#111111" },
			{ type: "shape", shape: "ellipse", width: 30, height: 30, fill: "#E63946" },
		],
	};
	const text = { type: "text", text: "Two lines of words", x: 60, y: 40, width: 120, fontSize: 24 };
	const { page } = await openWith(t, browser!, slideOf(text, stack));
	await selectAll(page);
	t.equal(await page.locator(grip("e")).count(), 1);
	const before = await placeOf(page, ".group-box");
	const scale = await scaleOf(page);
	await dragBy(page, page.locator(grip("se")), before.width * 0.5 * scale, 0);
	await until(page, "d.layers[0].fontSize > 30");
	const [words, box] = (await layersOf(page)) as [Layer, Layer];
	const factor = words.width / 120;
	t.ok(near(factor, 1.5, 0.03), `by ${factor}`);
	t.ok(near(words.fontSize, 24 * factor, 0.11), `letters of ${words.fontSize}`);
	t.ok(near(box.gap, 8 * factor, 0.1) && near(box.padding, 10 * factor, 0.1));
	t.ok(near(box.children![0]!.fontSize, 20 * factor, 0.11));
	t.ok(near(box.children![1]!.width, 30 * factor, 0.11));
	t.notOk("width" in box, "it is still as large as its content");
	await drawn(page);
	const after = await placeOf(page, ".group-box");
	t.ok(near(after.width, before.width * factor, 1.5), `${after.width} wide`);
	t.ok(near(after.height, before.height * factor, 1.5), `${after.height} high`);
	t.ok(near(after.x, before.x) && near(after.y, before.y));
	await page.getByRole("button", { name: "Undo" }).click();
	await until(page, "d.layers[0].fontSize === 24 && d.layers[1].children[0].fontSize === 20");
});

t.test("old lists and layers go together, and keep their fields", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, {
		slides: [
			{
				textBlocks: [{ text: "Old", x: 60, y: 60, fontSize: 30 }],
				layers: [square(0, 0, { x: null, right: 60, y: 200 })],
			},
		],
	});
	await selectAll(page);
	const scale = await scaleOf(page);
	await page.keyboard.down("Alt");
	await dragBy(page, page.locator(grip("se")), -60 * scale, -30 * scale);
	await page.keyboard.up("Alt");
	await until(page, "d.textBlocks[0].fontSize < 29 && d.layers[0].width < 40");
	await until(page, "d.textBlocks[0].x === 60 && d.textBlocks[0].width === undefined");
	await until(page, "d.layers[0].right > 60 && d.layers[0].x == null");
});

t.test("several are turned about their common centre", { skip }, async (t) => {
	const { page, complaints } = await openWith(
		t,
		browser!,
		slideOf(square(100, 180), square(260, 180, { rotation: 30 }), square(180, 180)),
	);
	await selectAll(page);
	const frame = await placeOf(page, ".group-box");
	const [centerX, centerY] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
	const stage = (await page.locator(".stage").boundingBox())!;
	const scale = stage.width / 405;
	const screen = (x: number, y: number) => [stage.x + x * scale, stage.y + y * scale] as const;
	const handle = (await page.locator(grip("turn")).boundingBox())!;
	await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
	await page.mouse.down();
	await page.mouse.move(...screen(centerX + 40, centerY - 60));
	await page.mouse.move(...screen(centerX + 90, centerY + 1), { steps: 4 });
	t.same(await axeFindings(page), [], "axe while they are turned");
	// Near a right angle it is one.
	await holds(page, `document.querySelector(".figure").textContent === "90°"`);
	await page.mouse.up();
	await until(page, "d.layers[0].rotation === 90");
	const [left, right, middle] = (await layersOf(page)) as [Layer, Layer, Layer];
	t.equal(right.rotation, 120);
	t.equal(middle.rotation, 90);
	// What was on the left is above, what was on the right below.
	t.ok(near(left.x + 20, centerX - (200 - centerY)) && near(left.y + 20, centerY + 120 - centerX));
	t.ok(near(right.y + 20, centerY + 280 - centerX));
	await page.keyboard.press("Control+z");
	await until(page, "!('rotation' in d.layers[0]) && d.layers[1].rotation === 30");
	t.same(complaints, []);
});

t.test("keys do the same: Alt with arrows resizes, brackets turn", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, slideOf(square(100, 100), square(200, 160)));
	await selectAll(page);
	await page.keyboard.press("Alt+Shift+ArrowRight");
	await until(page, "d.layers[1].width > 42 && d.layers[1].height === 40");
	await page.keyboard.press("Control+z");
	await until(page, "d.layers[1].width === 40");
	await drawn(page);
	await page.keyboard.press("]");
	await page.keyboard.press("]");
	await until(page, "d.layers.every(({ rotation }) => rotation === 2)");
	// Turned ones keep their ratio.
	await drawn(page);
	await page.keyboard.press("Alt+Shift+ArrowDown");
	await until(page, "d.layers[0].height > 40.5 && d.layers[0].height === d.layers[0].width");
});

t.test("locked elements and what stacks lay out stay", { skip }, async (t) => {
	const row = {
		type: "stack",
		x: 200,
		y: 200,
		direction: "row",
		gap: 10,
		children: [
			{ type: "shape", shape: "ellipse", width: 40, height: 40 },
			{ type: "shape", shape: "triangle", width: 40, height: 40 },
		],
	};
	const { page } = await openWith(
		t,
		browser!,
		slideOf(square(40, 40), square(120, 60), square(300, 40, { name: "Fixed" }), row),
	);
	await page.getByRole("button", { name: "Lock Fixed" }).click();
	await drawn(page);
	for (const name of ["rectangle", "Fixed", "ellipse"])
		await page
			.locator(".layers .layer-name", { hasText: name })
			.last()
			.click({ modifiers: ["Shift"] });
	await page.getByRole("heading", { name: "3 selected" }).waitFor();
	t.equal(await page.locator(".group-box").count(), 0, "one alone is no group");
	await page
		.locator(".layers .layer-name", { hasText: "rectangle" })
		.first()
		.click({ modifiers: ["Shift"] });
	const scale = await scaleOf(page);
	const frame = await placeOf(page, ".group-box");
	t.ok(near(frame.x, 40) && near(frame.width, 120), `${frame.x}, ${frame.width}`);
	await dragBy(page, page.locator(grip("e")), 60 * scale, 0);
	await until(page, "d.layers[0].width > 50 && d.layers[2].width === 40 && d.layers[2].x === 300");
	await until(page, "d.layers[3].children[0].width === 40");
});
