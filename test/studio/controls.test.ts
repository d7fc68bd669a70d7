/** The properties that are more than a number or a word, set by mouse and keyboard. */
import type { Page } from "playwright-core";
import t from "tap";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { dragBy, drawn, openWith, scaleOf, screenPoint } from "../helpers/studio-mouse.js";
import { holds, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

/** Opens a document, selects a layer by its name, and shows all its properties. */
async function openLayer(
	t: Parameters<typeof openWith>[0],
	layers: readonly object[],
	name: string,
) {
	const opened = await openWith(t, browser!, { slides: [{ backgroundColor: "#F4F1EA", layers }] });
	const { page } = opened;
	await page.locator(`.box [aria-label="${name}"]`).click({ position: { x: 4, y: 4 } });
	await page.getByRole("button", { name: "Show all properties" }).click();
	const closed = page.locator(".panel details:not([open]) > summary");
	while ((await closed.count()) > 0) await closed.first().click();
	return opened;
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const SHAPE = {
	type: "shape",
	shape: "rectangle",
	x: 100,
	y: 100,
	width: 160,
	height: 120,
	fill: "#2E5BFF",
};

t.test("every kind of paint, a mask, and several shadows", { skip }, async (t) => {
	const { page, complaints } = await openLayer(t, [SHAPE], "Shape: rectangle");
	for (const kind of ["linear", "radial", "conic", "image", "pattern", "grain", "layers"]) {
		await field(page, "Fill").selectOption(kind);
		await until(page, `d.layers[0].fill.type === ${JSON.stringify(kind)}`);
		await drawn(page);
		t.equal(await page.locator(".failure").count(), 0, kind);
	}
	await field(page, "Layer 1").selectOption("conic");
	await press(page, "Add a color");
	await field(page, "Position of color 2, percent").fill("30");
	await until(page, "d.layers[0].fill.paints[0].stops.length === 3");
	await until(page, "d.layers[0].fill.paints[0].stops[1].at === 30");
	await field(page, "Fill: Start angle").fill("90");
	await until(page, "d.layers[0].fill.paints[0].from === 90");

	await field(page, "Mask").selectOption("linear");
	await until(page, 'd.layers[0].mask.stops[1].color === "#00000000"');
	await field(page, "stroke: Width").fill("6");
	await field(page, "stroke: Paint").selectOption("linear");
	await until(page, 'd.layers[0].stroke.paint.type === "linear"');
	await press(page, "Add: Shadows");
	await press(page, "Add: Shadows");
	await field(page, "Shadows 2: Blur").fill("12");
	await until(page, "d.layers[0].shadows[1].blur === 12");
	await press(page, "Remove Shadows 1");
	await until(page, "d.layers[0].shadows.length === 1");
	await press(page, "Remove Shadows 1");
	await until(page, "d.layers[0].shadows === undefined");
	await drawn(page);
	t.equal(await page.locator(".failure").count(), 0);
	t.same(complaints, []);
});

t.test(
	"an outline or a border is whole as soon as one of its fields is set",
	{ skip },
	async (t) => {
		const text = { type: "text", text: "Words", x: 40, y: 100, fontSize: 40, textColor: "#111111" };
		const { page, complaints } = await openLayer(t, [text], "Text: Words");
		await field(page, "text outline: Position").selectOption("outside");
		await field(page, "border: Width").fill("4");
		await until(page, "d.layers[0].border.width === 4");
		await field(page, "along a path: Bend").fill("120");
		await until(page, "d.layers[0].onPath.arc === 120");
		await drawn(page);
		await field(page, "along a path: Bend").fill("");
		await until(page, "d.layers[0].onPath === undefined");
		await field(page, "OpenType features").fill("smcp ss01=2");
		await until(page, "d.layers[0].fontFeatures.ss01 === 2");
		await field(page, "Fit").selectOption("fill");
		await until(page, "d.layers[0].height > 0 && d.layers[0].width > 0");
		await drawn(page);
		t.equal(await page.locator(".failure").count(), 0);
		t.same(complaints, []);
	},
);

t.test("a font is chosen by how it looks", { skip }, async (t) => {
	const text = { type: "text", text: "Words", x: 40, y: 100, fontSize: 40, textColor: "#111111" };
	const { page, complaints } = await openLayer(t, [text], "Text: Words");
	await press(page, "See the fonts");
	await page.locator(".fonts i").first().waitFor();
	await press(page, "Caveat");
	await until(page, 'd.layers[0].font === "Caveat"');
	t.notOk(await page.locator(".fonts").isVisible());
	t.same(complaints, []);
});

t.test("a grid's columns are written as in CSS", { skip }, async (t) => {
	const cell = { type: "text", text: "A", fontSize: 20, textColor: "#111111" };
	const grid = { type: "grid", name: "Table", x: 40, y: 100, width: 300, padding: 30 };
	const layers = [{ ...grid, columns: [{ min: 0, max: "1fr" }, 80], children: [cell, cell] }];
	const { page, complaints } = await openLayer(t, layers, "Grid: Table");
	t.equal(await field(page, "Columns").inputValue(), "minmax(0, 1fr) 80");
	await field(page, "Columns").fill("minmax(20, 2fr) 30% auto");
	const tracks = JSON.stringify([{ min: 20, max: "2fr" }, "30%", "auto"]);
	await until(page, `JSON.stringify(d.layers[0].columns) === '${tracks}'`);
	await field(page, "Columns").fill("3");
	await until(page, "d.layers[0].columns === 3");
	t.same(complaints, []);
});

t.test(
	"the frame of a slanted element has its shape, and follows the pointer",
	{ skip },
	async (t) => {
		const { page, complaints } = await openLayer(t, [SHAPE], "Shape: rectangle");
		await field(page, "Skew X").fill("30");
		await until(page, "d.layers[0].skewX === 30");
		await drawn(page);
		await holds(page, `document.querySelector(".box.selected").style.transform.includes("skewX")`);
		const grip = page.locator(".box.selected .grip.se");
		const before = (await grip.boundingBox())!;
		await dragBy(page, grip, 40, 60);
		await until(page, "d.layers[0].height > 120");
		await drawn(page);
		const after = (await grip.boundingBox())!;
		t.ok(Math.abs(after.x - before.x - 40) < 4, `${after.x - before.x} to the right`);
		t.ok(Math.abs(after.y - before.y - 60) < 4, `${after.y - before.y} down`);
		t.same(complaints, []);
	},
);

t.test("a guide is dragged out of the ruler, snapped to, and removed", { skip }, async (t) => {
	const { page, complaints } = await openLayer(t, [SHAPE], "Shape: rectangle");
	await press(page, "Rulers");
	const ruler = page.locator(".ruler.y");
	const start = (await ruler.boundingBox())!;
	const scale = await scaleOf(page);
	const { x, y } = await screenPoint(page, 47, 200);
	await page.mouse.move(start.x + 6, start.y + 300);
	await page.mouse.down();
	await page.mouse.move(x - 30, y);
	await page.mouse.move(x, y, { steps: 4 });
	await page.mouse.up();
	await page.locator('[aria-label="Guide at x 47"]').waitFor();
	// Within reach of the guide, and of nothing else.
	await drawn(page);
	await dragBy(page, page.locator('.box [aria-label="Shape: rectangle"]'), -55 * scale, 28 * scale);
	await until(page, "d.layers[0].x === 47");
	await page.locator('[aria-label="Guide at x 47"]').press("ArrowRight");
	await page.locator('[aria-label="Guide at x 48"]').press("Delete");
	t.equal(await page.locator(".guide-line").count(), 0);
	t.same(complaints, []);
});

t.test("Alt with a drag makes a copy, which is one step to undo", { skip }, async (t) => {
	const { page, complaints } = await openLayer(t, [SHAPE], "Shape: rectangle");
	await drawn(page);
	await page.keyboard.down("Alt");
	await dragBy(page, page.locator('.box [aria-label="Shape: rectangle"]'), 90, 150);
	await page.keyboard.up("Alt");
	await until(page, "d.layers.length === 2 && d.layers[1].y > 150");
	await until(page, "d.layers[0].x === 100 && d.layers[0].y === 100");
	await drawn(page);
	t.equal(await page.locator(".box.selected").getAttribute("data-ref"), "/slides/0/layers/1");
	await page.keyboard.press("Control+z");
	await until(page, "d.layers.length === 1");
	t.same(complaints, []);
});

t.test("what is wrong on another slide is fixed from where one is", { skip }, async (t) => {
	const text = { type: "text", text: "Words", x: 380, y: 100, fontSize: 40, width: 200 };
	const slides = [{ backgroundColor: "#14213D" }, { backgroundColor: "#14213D", layers: [text] }];
	const { page, complaints } = await openWith(t, browser!, { slides });
	await page.getByRole("button", { name: /^Checks/ }).click();
	await page.getByRole("button", { name: "Move onto the slide" }).first().click();
	await until(page, "more[0].layers[0].x < 300");
	t.same(complaints, []);
});
