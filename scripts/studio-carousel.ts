/**
 * Creates a carousel of five slides in the Studio with the mouse, like a user, and takes a
 * screenshot after each step: on a wide screen, a tablet and a phone. The keyboard is used only for
 * text.
 *
 *     node dist/scripts/studio-carousel.js <folder> [width …]
 *
 * Needs Chromium (CHROMIUM_PATH, or Debian's). Fails if a step has no effect.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page, type Request } from "playwright-core";
import sharp from "sharp";
import { startService } from "./operation/service.js";

const [folder, ...given] = process.argv.slice(2);
if (folder === undefined) throw new Error("which folder are the screenshots for?");
const widths = given.length > 0 ? given.map(Number) : [1440, 820, 390];

interface Slide {
	readonly image?: string;
	readonly layers?: readonly Layer[];
}
interface Layer {
	readonly type: string;
	readonly x?: number;
	readonly y?: number;
	readonly width?: number;
	readonly rotation?: number;
	readonly fontSize?: number;
	readonly text?: string;
	readonly children?: readonly Layer[];
}
type Carousel = { readonly mode?: string; readonly slides: readonly Slide[] };

/** Timeout for a step. Milliseconds. */
const PATIENCE_MS = 60_000;

/** A simulated user at one screen size. */
class Maker {
	#step = 0;
	#onTheirWay = 0;
	constructor(
		readonly page: Page,
		readonly width: number,
	) {
		const counts = (request: Request) => /\/api\/(?:render|measure)/.test(request.url());
		page.on("request", (request) => {
			if (counts(request)) this.#onTheirWay++;
		});
		for (const event of ["requestfinished", "requestfailed"] as const)
			page.on(event as "requestfinished", (request) => {
				if (counts(request)) this.#onTheirWay--;
			});
	}

	/** Waits until a condition holds for the document. */
	async until(what: string, holds: (document: Carousel) => boolean): Promise<void> {
		const end = performance.now() + PATIENCE_MS;
		for (;;) {
			const kept = await this.page.evaluate<Carousel>(
				`JSON.parse(localStorage.getItem("post-image-document") ?? '{"slides":[]}')`,
			);
			if (holds(kept)) return;
			if (performance.now() > end) throw new Error(`${this.width} wide: not ${what}`);
			await this.page.waitForTimeout(50);
		}
	}

	/** Takes a screenshot once the image is up to date. */
	async shoot(name: string): Promise<void> {
		await this.rest();
		this.#step++;
		const file = `${this.width}-${String(this.#step).padStart(2, "0")}-${name}.png`;
		const { size } = await sharp(await this.page.screenshot())
			.png({ palette: true, colours: 128 })
			.toFile(join(folder!, file));
		console.log(`${file}: ${size} bytes`);
	}

	/** Waits until no render or measurement is pending, so that every box is up to date. */
	async rest(): Promise<void> {
		for (let quiet = 0; quiet < 3; ) {
			await this.page.waitForTimeout(100);
			quiet = this.#onTheirWay === 0 ? quiet + 1 : 0;
		}
	}

	async point(shareX: number, shareY: number): Promise<readonly [number, number]> {
		const stage = (await this.page.locator(".stage").boundingBox())!;
		return [stage.x + stage.width * shareX, stage.y + stage.height * shareY];
	}

	async middle(selector: string): Promise<readonly [number, number]> {
		const box = (await this.page.locator(selector).last().boundingBox())!;
		return [box.x + box.width / 2, box.y + box.height / 2];
	}

	/** Drags in small steps, like a hand. @param during runs before the button is released */
	async drag(
		from: readonly [number, number],
		to: readonly [number, number],
		during: () => Promise<void> = async () => {},
	): Promise<void> {
		const { mouse } = this.page;
		await mouse.move(...from);
		await mouse.down();
		await mouse.move(from[0] + (to[0] - from[0]) / 3, from[1] + (to[1] - from[1]) / 3);
		await mouse.move(...to, { steps: 8 });
		await during();
		await mouse.up();
		await this.rest();
	}

	async press(name: string): Promise<void> {
		await this.page.getByRole("button", { name, exact: true }).first().click();
	}

	/** Returns to the slide: narrow screens show another pane, and on a tablet a tool covers it. */
	async toSlide(): Promise<void> {
		const button = this.page.locator(".panes").getByRole("button", { name: "Slide", exact: true });
		if (await button.isVisible()) return button.click();
		const covers = await this.page.evaluate<boolean>(
			`(tools => tools !== null && getComputedStyle(tools).position === "absolute")(document.querySelector(".tools"))`,
		);
		if (covers) await this.page.locator('.rail button[aria-pressed="true"]').click();
	}

	/** Clears the selection: narrow screens then show the elements to add. */
	async unselect(): Promise<void> {
		await this.page.mouse.click(...(await this.point(0.985, 0.985)));
	}

	/** Adds a text, edits it with a double click, and drags it to a position. */
	async write(words: string, x: number, y: number): Promise<void> {
		await this.unselect();
		await this.press("+ Text");
		const fresh = '.box:has(> [aria-label="Text: New text"])';
		await this.page.locator(fresh).last().waitFor();
		await this.rest();
		await this.page.mouse.dblclick(...(await this.middle(fresh)));
		await this.page.getByRole("textbox", { name: "Text on the slide" }).waitFor();
		await this.page.keyboard.press("Control+a");
		await this.page.keyboard.type(words);
		await this.press("Done");
		await this.rest();
		await this.drag(await this.middle(".box.selected"), await this.point(x, y));
	}

	async addShape(shape: string, x: number, y: number): Promise<void> {
		await this.unselect();
		await this.press("+ Shape");
		await this.page.locator("#shapes").getByRole("button", { name: shape, exact: true }).click();
		await this.page.locator(".box.selected").waitFor();
		await this.rest();
		await this.drag(await this.middle(".box.selected"), await this.point(x, y));
	}

	/** Selects with a marquee. */
	async frame(fromX: number, fromY: number, toX: number, toY: number): Promise<void> {
		await this.drag(await this.point(fromX, fromY), await this.point(toX, toY));
		await this.page.locator(".group-box").waitFor();
	}

	/** Opens a tool in the rail, or under "Add" on a narrow screen. */
	async openTool(name: string): Promise<void> {
		const add = this.page.locator(".panes").getByRole("button", { name: "Add", exact: true });
		if (await add.isVisible()) await add.click();
		// A second click would close it.
		if (await this.page.locator(`.tools.${name.toLowerCase()}`).isVisible()) return;
		await this.press(name);
	}

	async addSlide(count: number): Promise<void> {
		await this.press("Add slide");
		await this.until(`${count} slides`, ({ slides }) => slides.length === count);
		await this.rest();
	}
}

async function make(maker: Maker): Promise<void> {
	const { page } = maker;
	await maker.shoot("first-visit");

	// Adds a blank slide at the end, then deletes the others.
	const count = await page.locator(".strip li").count();
	await maker.addSlide(count + 1);
	await page.locator(".strip li button").first().click();
	for (let left = count; left > 0; left--) {
		await maker.press("Delete slide");
		await maker.until("a slide less", ({ slides }) => slides.length === left);
		await page.locator(".strip li button").last().click();
	}
	await maker.rest();
	await maker.shoot("blank");

	// 1: a headline, enlarged at its corner, with two shapes that are rotated together.
	await maker.write("Five calm mornings", 0.5, 0.3);
	await maker.until("the headline", ({ slides: [one] }) => one?.layers?.[0]?.type === "text");
	await maker.shoot("headline");
	const corner = await maker.middle(".grip.se");
	await maker.drag(corner, [corner[0] + maker.width * 0.05, corner[1] + 20]);
	await maker.addShape("ellipse", 0.3, 0.7);
	await maker.addShape("star", 0.62, 0.7);
	await maker.frame(0.04, 0.5, 0.96, 0.92);
	const turn = await maker.middle(".group-box .turn");
	await maker.drag(turn, [turn[0] + maker.width * 0.08, turn[1] + 15], () =>
		maker.shoot("turned-together"),
	);
	await maker.until("turned", ({ slides: [one] }) =>
		(one?.layers ?? []).slice(1).every(({ rotation = 0 }) => rotation > 3),
	);

	// 2: two texts become a stack, and a third one is dropped into it.
	await maker.addSlide(2);
	await maker.write("Wake without a phone", 0.5, 0.25);
	await maker.write("Light before screens", 0.5, 0.45);
	await maker.frame(0.02, 0.12, 0.98, 0.58);
	await page.keyboard.press("Control+g");
	await maker.until("a stack", ({ slides }) => slides[1]?.layers?.[0]?.type === "stack");
	await maker.write("Dropped in", 0.5, 0.8);
	const [first, second] = [
		await maker.middle('.box:has(> [aria-label="Text: Wake without a phone"])'),
		await maker.middle('.box:has(> [aria-label="Text: Light before screens"])'),
	];
	await maker.drag(
		await maker.middle('.box:has(> [aria-label="Text: Dropped in"])'),
		[(first[0] + second[0]) / 2, (first[1] + second[1]) / 2],
		() => maker.shoot("into-the-stack"),
	);
	await maker.until(
		"in the middle of the stack",
		({ slides }) => slides[1]?.layers?.[0]?.children?.[1]?.text === "Dropped in",
	);
	await maker.shoot("stack");

	// 3: a photo with a text over it.
	await maker.addSlide(3);
	await maker.openTool("Photos");
	await page.locator(".found.photos li button").first().waitFor();
	await maker.shoot("photos");
	await page.locator(".found.photos li button").nth(1).click();
	await maker.until("a photo", ({ slides }) => JSON.stringify(slides[2]).includes("photos"));
	await maker.toSlide();
	await maker.write("Make the bed", 0.5, 0.78);
	await maker.shoot("photo-and-text");

	// 4: three icons; the third snaps to the same gap as the others.
	await maker.addSlide(4);
	for (const [index, x] of [0.2, 0.5, 0.8].entries()) {
		await maker.openTool("Icons");
		await page.locator(".found.icons li button").nth(index).waitFor();
		await page.locator(".found.icons li button").nth(index).click();
		await maker.until("an icon", ({ slides }) => slides[3]?.layers?.length === index + 1);
		await maker.toSlide();
		await maker.rest();
		const from = await maker.middle(".box.selected");
		const to = await maker.point(x + (index === 2 ? 0.006 : 0), 0.4);
		await maker.drag(from, to, async () => {
			if (index === 2) await maker.shoot("equal-gaps");
		});
	}
	await maker.frame(0.02, 0.2, 0.98, 0.62);
	const side = await maker.middle(".group-box .grip.se");
	await maker.drag(side, [side[0] - 40, side[1] - 20], () => maker.shoot("smaller-together"));

	// 5: a copy of the first with another text; the view is zoomed and panned.
	await page.locator(".strip li button").first().click();
	await maker.press("Duplicate slide");
	await maker.until("five slides", ({ slides }) => slides.length === 5);
	for (let at = 1; at < 4; at++) await maker.press("Move slide right");
	await maker.rest();
	await page.mouse.dblclick(
		...(await maker.middle('.box:has(> [aria-label="Text: Five calm mornings"])')),
	);
	await page.getByRole("textbox", { name: "Text on the slide" }).waitFor();
	await page.keyboard.press("Control+a");
	await page.keyboard.type("Save for tomorrow");
	await maker.press("Done");
	await maker.until("other words", ({ slides }) =>
		JSON.stringify(slides[4]).includes("Save for tomorrow"),
	);
	await maker.shoot("five-slides");
	await maker.unselect();
	await page.mouse.move(...(await maker.point(0.5, 0.3)));
	await page.keyboard.down("Control");
	for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, -40);
	await page.keyboard.up("Control");
	await maker.rest();
	const scroll = () => page.evaluate<number>(`document.querySelector(".stage-scroll").scrollTop`);
	const before = await scroll();
	const [x, y] = await maker.middle(".stage-scroll");
	await page.mouse.move(x, y);
	await page.mouse.down({ button: "middle" });
	await page.mouse.move(x, y - 90, { steps: 5 });
	await page.mouse.up({ button: "middle" });
	if ((await scroll()) <= before + 30) throw new Error("the middle button moved nothing");
	await maker.shoot("zoomed-and-moved");

	const [download] = await Promise.all([
		page.waitForEvent("download"),
		page.locator("select.primary").selectOption("zip"),
	]);
	console.log(`${maker.width} wide: ${download.suggestedFilename()}`);
	await maker.shoot("downloaded");
}

await mkdir(folder, { recursive: true });
const service = await startService();
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
try {
	for (const width of widths) {
		const page = await browser.newPage({ viewport: { width, height: width < 500 ? 844 : 900 } });
		const maker = new Maker(page, width);
		await page.goto(`${service.url}/`);
		await page.waitForSelector(".stage img");
		await page.waitForSelector(".box");
		try {
			await make(maker);
		} catch (error) {
			await maker.shoot("failed");
			throw error;
		}
		await page.close();
	}
} finally {
	await browser.close();
	await service.dispose();
}
