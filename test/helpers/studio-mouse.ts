/** The Studio by mouse: documents to begin with, and what a hand does. */
import type { Browser, Locator, Page } from "playwright-core";
import type { Test } from "tap";
import { openPage } from "./browser.js";
import { holds, sharedService } from "./studio-page.js";

/** Opens the page with a document of a square, and waits until it is drawn and measured. */
export async function openWith(
	t: Test,
	browser: Browser,
	document: Readonly<Record<string, unknown>>,
	options: Parameters<typeof openPage>[2] = {},
) {
	const service = await sharedService();
	const opened = await openPage(browser, service.url, options);
	t.teardown(() => opened.context.close());
	const text = JSON.stringify({ platform: "photo-feed-square", ...document }, null, 2);
	await opened.context.addInitScript(
		`localStorage["post-image-document"] ??= ${JSON.stringify(text)}`,
	);
	await opened.page.goto(`${service.url}/`);
	await opened.page.waitForSelector(".stage img");
	return { ...opened, service };
}

/** A rectangle on the slide, preview pixels. */
export interface Place {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Screen pixels per preview pixel; the squares of these tests are 405 preview pixels wide. */
export const scaleOf = async (page: Page): Promise<number> =>
	(await page.locator(".stage").boundingBox())!.width / 405;

/** A point of the slide on the screen. */
export async function screenPoint(page: Page, x: number, y: number) {
	const stage = (await page.locator(".stage").boundingBox())!;
	return { x: stage.x + (x * stage.width) / 405, y: stage.y + (y * stage.width) / 405 };
}

/** Where elements are on the slide, by their names in the page. */
export async function placeOf(page: Page, selector: string): Promise<Place> {
	const stage = (await page.locator(".stage").boundingBox())!;
	const box = (await page.locator(selector).first().boundingBox())!;
	const scale = stage.width / 405;
	return {
		x: (box.x - stage.x) / scale,
		y: (box.y - stage.y) / scale,
		width: box.width / scale,
		height: box.height / scale,
	};
}

/**
 * Waits until the page has measured the document as it is: each box is where the service says.
 * A gesture that begins earlier would begin from where things were.
 */
export const drawn = (page: Page) =>
	holds(
		page,
		`(async () => {
			const kept = localStorage.getItem("post-image-document");
			const answer = await fetch("/api/measure", { method: "POST", headers: { "content-type": "application/json" }, body: kept });
			if (!answer.ok) return false;
			const [slide] = (await answer.json()).slides;
			const stage = document.querySelector(".stage").getBoundingClientRect();
			const scale = stage.width / 405;
			const isThere = ([ref, { box }]) => {
				const shown = document.querySelector('[data-ref="' + ref + '"]');
				if (!shown) return false;
				const { left, top, width, height } = shown.style;
				const part = (value) => Number.parseFloat(value) / 100;
				return Math.abs(part(left) * 405 - box.x) < 0.2 && Math.abs(part(top) * 405 * (stage.height / stage.width) - box.y) < 0.2
					&& Math.abs(part(width) * 405 - box.width) < 0.2 && Math.abs(part(height) * 405 * (stage.height / stage.width) - box.height) < 0.2;
			};
			const inside = (layers, list) => layers.flatMap((one) => [[one.path, one], ...inside(one.children ?? [])]);
			const all = [
				...slide.textBlocks.map((one, index) => ["/slides/0/textBlocks/" + index, one]),
				...slide.imageOverlays.map((one, index) => ["/slides/0/imageOverlays/" + index, one]),
				...inside(slide.layers),
			];
			return localStorage.getItem("post-image-document") === kept && all.every(isThere);
		})()`,
	);

/** Drags from one point of the slide to another, in small steps as a hand does. */
export async function dragOnSlide(
	page: Page,
	from: readonly [x: number, y: number],
	to: readonly [x: number, y: number],
	hold: () => Promise<void> = async () => {},
): Promise<void> {
	const [a, b] = [await screenPoint(page, ...from), await screenPoint(page, ...to)];
	await page.mouse.move(a.x, a.y);
	await page.mouse.down();
	await page.mouse.move(a.x + (b.x - a.x) / 3, a.y + (b.y - a.y) / 3);
	await page.mouse.move(b.x, b.y, { steps: 5 });
	await hold();
	await page.mouse.up();
}

/** Drags something by a distance on the screen, in small steps as a hand does. */
export async function dragBy(page: Page, what: Locator, dx: number, dy: number): Promise<void> {
	const box = (await what.boundingBox())!;
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x + dx / 3, y + dy / 3);
	await page.mouse.move(x + dx, y + dy, { steps: 4 });
	await page.mouse.up();
}
