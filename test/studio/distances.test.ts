/** Gaps that a dragged element makes equal, and distances that are shown. */
import type { Page } from "playwright-core";
import t from "tap";
import { axeFindings } from "../helpers/axe.js";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { dragOnSlide, drawn, openWith, screenPoint } from "../helpers/studio-mouse.js";
import { holds, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

const square = (x: number, y: number, fill = "#FFC600") => ({
	type: "shape",
	shape: "rectangle",
	x,
	y,
	width: 40,
	height: 40,
	fill,
});
const slideOf = (...layers: object[]) => ({ slides: [{ backgroundColor: "#14213D", layers }] });

/** Waits until the figures of distances are these, in order. */
const figures = (page: Page, selector: string, wanted: string) =>
	holds(
		page,
		`[...document.querySelectorAll(".distance${selector} span")].map(({ textContent }) => Number(textContent)).sort((a, b) => a - b).join() === "${wanted}"`,
	);

t.test("a box snaps to the middle between its neighbours", { skip }, async (t) => {
	const { page, complaints } = await openWith(
		t,
		browser!,
		slideOf(square(40, 100), square(300, 100), square(120, 260, "#E63946")),
	);
	await drawn(page);
	await dragOnSlide(page, [140, 280], [192, 123], async () => {
		await figures(page, ".equal.level", "90,90");
		t.same(await axeFindings(page), [], "axe while distances are shown");
		await page.locator(".guide.level").waitFor();
	});
	await until(page, "d.layers[2].x === 170 && d.layers[2].y === 100");
	t.equal(await page.locator(".distance").count(), 0);
	await page.keyboard.press("Control+z");
	await until(page, "d.layers[2].x === 120 && d.layers[2].y === 260");
	t.same(complaints, []);
});

t.test("a box repeats the gap of its row, and Control frees it", { skip }, async (t) => {
	const { page } = await openWith(
		t,
		browser!,
		slideOf(square(40, 30), square(40, 110), square(250, 300, "#E63946")),
	);
	await drawn(page);
	await dragOnSlide(page, [270, 320], [62, 212], async () => {
		await figures(page, ".equal.upright", "40,40");
	});
	await until(page, "d.layers[2].x === 40 && d.layers[2].y === 190");
	await drawn(page);
	await page.keyboard.down("Control");
	await dragOnSlide(page, [60, 210], [60, 213], async () => {
		await figures(page, ".equal", "");
	});
	await page.keyboard.up("Control");
	await until(page, "d.layers[2].y > 190");
	t.equal(await page.locator(".distance").count(), 0);
});

t.test(
	"distances to the neighbours are shown, or to the edges of what it is in",
	{ skip },
	async (t) => {
		const card = { ...square(20, 200, "#FFFFFF"), width: 365, height: 180 };
		const { page } = await openWith(
			t,
			browser!,
			slideOf(card, square(80, 40), square(260, 20), square(60, 300, "#E63946")),
		);
		await drawn(page);
		// Between two, which are 140 apart, nearer to the left one.
		await page.keyboard.down("Control");
		await dragOnSlide(page, [80, 320], [170, 55], async () => {
			await figures(page, ".level", "30,70");
		});
		await page.keyboard.up("Control");
		await until(page, "d.layers[3].y < 40");
		await drawn(page);
		// On the card: from its left and its upper edge.
		await page.keyboard.down("Control");
		await dragOnSlide(page, [170, 55], [100, 262], async () => {
			await figures(page, ".level", "60");
			await figures(page, ".upright", "42");
		});
		await page.keyboard.up("Control");
		t.pass("the figures were there");
	},
);

t.test("Alt shows how far the selection is from what the pointer is over", { skip }, async (t) => {
	const { page, complaints } = await openWith(
		t,
		browser!,
		slideOf(square(40, 100), square(200, 120)),
	);
	await drawn(page);
	await page.locator(".box .body").first().click();
	const over = await screenPoint(page, 220, 140);
	await page.mouse.move(over.x, over.y);
	t.equal(await page.locator(".distance").count(), 0);
	await page.keyboard.down("Alt");
	await figures(page, "", "120");
	// Over the empty slide: to its edges.
	const empty = await screenPoint(page, 300, 300);
	await page.mouse.move(empty.x, empty.y);
	await figures(page, "", "40,100,265,325");
	await page.keyboard.up("Alt");
	await holds(page, `document.querySelectorAll(".distance").length === 0`);
	t.same(complaints, []);
});
