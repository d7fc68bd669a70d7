/** Layers on the canvas and in their list: select, move, resize, arrange, group, hide, lock, undo. */
import type { Page } from "playwright-core";
import t from "tap";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { dragBy, drawn, openWith } from "../helpers/studio-mouse.js";
import { documentOf, holds, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

const CARD = {
	type: "stack",
	name: "Card",
	x: 30,
	right: 30,
	y: 40,
	gap: 10,
	padding: 20,
	background: "#FFFFFF",
	children: [
		{ type: "text", text: "First child", fontSize: 30, textColor: "#111111" },
		{ type: "text", text: "Second child", fontSize: 20, textColor: "#111111" },
	],
};
const square = (x: number, y: number) => ({
	type: "shape",
	shape: "rectangle",
	x,
	y,
	width: 40,
	height: 40,
	fill: "#FFC600",
});

const slideWith = (...layers: object[]) => ({
	mode: "carousel",
	slides: [{ backgroundColor: "#14213D", layers }, { backgroundColor: "#14213D" }],
});

const boxed = (page: Page, name: string) => page.locator(`.box [aria-label="${name}"]`);
const row = (page: Page, name: string) => page.locator(".layers .layer-name", { hasText: name });
const place = (page: Page) => page.locator(".stage").boundingBox();

t.test("a stretched stack moves and resizes by the fields that place it", { skip }, async (t) => {
	const { page, complaints } = await openWith(t, browser!, slideWith(CARD));
	const scale = 405 / (await place(page))!.width;
	await boxed(page, "Stack: Card").waitFor();
	// A press on what is in it takes the stack.
	await page.keyboard.down("Control");
	await dragBy(page, boxed(page, "Text: First child"), 30, 60);
	await page.keyboard.up("Control");
	await until(page, "d.layers[0].y !== 40");
	const moved = (await documentOf(page)).slides[0] as unknown as { layers: (typeof CARD)[] };
	const by = Math.round(30 * scale);
	t.ok(Math.abs(moved.layers[0]!.x - 30 - by) <= 1, `x ${moved.layers[0]!.x}`);
	t.ok(Math.abs(moved.layers[0]!.right - 30 + by) <= 1, `right ${moved.layers[0]!.right}`);
	t.notOk("width" in moved.layers[0]!, "it is still stretched");
	await page.keyboard.press("Control+z");
	await until(page, "d.layers[0].x === 30 && d.layers[0].right === 30");
	t.same(complaints, []);
});

t.test(
	"a click in a selected stack goes inside; arrows change the order there",
	{ skip },
	async (t) => {
		const { page } = await openWith(t, browser!, slideWith(CARD));
		await boxed(page, "Text: Second child").click();
		await holds(page, `document.querySelector(".panel h2").textContent === "Stack: Card"`);
		await boxed(page, "Text: Second child").click();
		await holds(page, `document.querySelector(".panel h2").textContent === "Text: Second child"`);
		await page.keyboard.press("ArrowUp");
		await until(page, 'd.layers[0].children[0].text === "Second child"');
		await page.getByRole("button", { name: "Undo" }).click();
		await until(page, 'd.layers[0].children[0].text === "First child"');
		// By the mouse: below the other one, once both are where the slide draws them again.
		await drawn(page);
		await boxed(page, "Text: First child").click();
		await dragBy(page, boxed(page, "Text: First child"), 0, 130);
		await until(page, 'd.layers[0].children[0].text === "Second child"');
	},
);

t.test("the corner of a text scales its letters, its side sets a width", { skip }, async (t) => {
	const text = { type: "text", text: "Corner", x: 40, y: 60, fontSize: 30 };
	const { page } = await openWith(t, browser!, slideWith(text));
	await boxed(page, "Text: Corner").click();
	await dragBy(page, page.locator(".grip.se"), 120, 40);
	await until(page, "d.layers[0].fontSize > 35");
	await until(page, "d.layers[0].width === undefined && d.layers[0].x === 40");
	await dragBy(page, page.locator(".grip.e"), 60, 0);
	await until(page, "d.layers[0].width > 100");
});

t.test(
	"several are selected by a frame, aligned, distributed and moved by keys",
	{ skip },
	async (t) => {
		const { page } = await openWith(
			t,
			browser!,
			slideWith(square(40, 200), square(120, 230), square(300, 260)),
		);
		await page.locator(".box").nth(2).waitFor();
		const stage = (await place(page))!;
		await page.mouse.move(stage.x + stage.width * 0.04, stage.y + stage.height * 0.4);
		await page.mouse.down();
		await page.mouse.move(stage.x + stage.width * 0.5, stage.y + stage.height * 0.6, { steps: 3 });
		await page.mouse.move(stage.x + stage.width * 0.95, stage.y + stage.height * 0.95, {
			steps: 3,
		});
		await page.mouse.up();
		await page.getByRole("heading", { name: "3 selected" }).waitFor();
		await page.getByRole("button", { name: "Align top" }).click();
		await until(page, "d.layers.every(({ y }) => y === 200)");
		await page.getByRole("button", { name: "Same gaps, left to right" }).click();
		await until(page, "d.layers[1].x === 170");
		await page.locator(".stage").focus();
		await page.keyboard.press("Shift+ArrowDown");
		await until(page, "d.layers.every(({ y }) => y === 210)");
		await page.keyboard.press("Control+z");
		await page.keyboard.press("Control+z");
		await page.keyboard.press("Control+z");
		await until(page, "d.layers[1].x === 120 && d.layers[1].y === 230");
	},
);

t.test("a box clings to its neighbour, and shows how far the edge is", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, slideWith(square(60, 60), square(200, 200)));
	const scale = (await place(page))!.width / 405;
	const body = page.locator(".box .body").nth(1);
	await body.waitFor();
	const box = (await body.boundingBox())!;
	await page.mouse.move(box.x + 20, box.y + 20);
	await page.mouse.down();
	await page.mouse.move(box.x + 40, box.y + 20 - 100 * scale);
	await page.mouse.move(box.x + 50, box.y + 20 - 138 * scale, { steps: 3 });
	await page.locator(".guide.level").waitFor();
	await holds(page, `document.querySelector(".distance.upright span").textContent === "60"`);
	await page.mouse.up();
	await until(page, "d.layers[1].y === 60");
	t.equal(await page.locator(".guide").count(), 0);
});

t.test("the list renames, hides, locks, orders and groups", { skip }, async (t) => {
	const { page, complaints } = await openWith(
		t,
		browser!,
		slideWith({ ...square(40, 40), name: "Low" }, { ...square(40, 140), name: "High" }),
	);
	// The uppermost comes first.
	t.same(await page.locator(".layers .layer-name").allTextContents(), [
		"High",
		"Low",
		"Background",
	]);
	await row(page, "Low").dblclick();
	await page.getByLabel("Name of the layer").fill("Sun");
	await page.keyboard.press("Enter");
	await until(page, 'd.layers[0].name === "Sun"');

	await page.getByRole("button", { name: "Hide Sun" }).click();
	await holds(page, `document.querySelectorAll(".stage .box").length === 1`);
	await page.getByRole("button", { name: "Hide Sun" }).click();
	await holds(page, `document.querySelectorAll(".stage .box").length === 2`);
	await until(page, "!('hideIf' in d.layers[0])");

	await page.getByRole("button", { name: "Lock Sun" }).click();
	await page.locator(".stage").click({ position: { x: 100, y: 100 } });
	await holds(page, `document.querySelector(".box.selected") === null`);
	await page.getByRole("button", { name: "Lock Sun" }).click();

	await row(page, "Sun").dragTo(page.locator(".layers .row").first(), {
		targetPosition: { x: 60, y: 2 },
	});
	await until(page, 'd.layers[1].name === "Sun"');
	await row(page, "High").focus();
	await page.keyboard.press("Alt+ArrowUp");
	await until(page, 'd.layers[1].name === "High"');

	await row(page, "Sun").click();
	await row(page, "High").click({ modifiers: ["Shift"] });
	await page.locator(".layers").getByRole("button", { name: "Group", exact: true }).click();
	await until(page, 'd.layers.length === 1 && d.layers[0].type === "stack"');
	await until(page, "d.layers[0].gap === 60 && d.layers[0].x === 40 && d.layers[0].y === 40");
	await until(page, 'd.layers[0].children.map(({ name }) => name).join() === "Sun,High"');
	await holds(page, `document.querySelectorAll(".stage .box").length === 3`);
	await page.locator(".layers").getByRole("button", { name: "Ungroup" }).click();
	await until(page, "d.layers.length === 2 && d.layers[1].y === 140 && d.layers[1].x === 40");
	t.same(complaints, []);
});

t.test("copy, cut, paste and duplicate, between slides and from elsewhere", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, slideWith(CARD, square(40, 300)), {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	await boxed(page, "Shape: rectangle").click();
	await page.keyboard.press("Control+d");
	await until(page, "d.layers.length === 3 && d.layers[2].x === 52");
	await page.keyboard.press("Control+x");
	await until(page, "d.layers.length === 2");
	await page.getByRole("button", { name: "Slide 2", exact: true }).click();
	await page.locator(".stage").click({ position: { x: 10, y: 10 } });
	await page.keyboard.press("Control+v");
	await until(page, 'more[0].layers?.[0].shape === "rectangle"');
	await page.evaluate(`navigator.clipboard.writeText("Words from elsewhere")`);
	await page.keyboard.press("Control+v");
	await until(page, 'more[0].layers[1].text === "Words from elsewhere"');
});

t.test("zoom, the JSON in step, and undo over all of it", { skip }, async (t) => {
	const { page, complaints } = await openWith(t, browser!, slideWith(square(40, 40)));
	const before = (await place(page))!.width;
	await page.getByRole("button", { name: "Zoom in" }).click();
	await holds(page, `document.querySelector(".stage").clientWidth > ${before + 10}`);
	await page.keyboard.press("Control+0");
	await holds(page, `Math.abs(document.querySelector(".stage").clientWidth - ${before}) < 2`);

	await page.getByRole("button", { name: "JSON" }).click();
	await page.locator(".cm-content").waitFor();
	await boxed(page, "Shape: rectangle").click();
	await page.keyboard.press("ArrowRight");
	await page.locator(".cm-line", { hasText: '"x": 41' }).waitFor();
	await page.getByLabel("Rotation, °", { exact: true }).fill("30");
	await page.locator(".cm-line", { hasText: '"rotation": 30' }).waitFor();
	await page.locator(".cm-line", { hasText: '"x": 41' }).click();
	await page.keyboard.press("End");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.type("9");
	await until(page, "d.layers[0].x === 419");
	await page.keyboard.press("Control+z");
	await until(page, "d.layers[0].x === 41 && d.layers[0].rotation === 30");
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByRole("button", { name: "Undo" }).click();
	await until(page, "d.layers[0].x === 40 && !('rotation' in d.layers[0])");
	t.same(complaints, []);
});
