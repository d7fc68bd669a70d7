/** The Studio by mouse: documents to begin with, and what a hand does. */
import type { Browser, Locator, Page } from "playwright-core";
import type { Test } from "tap";
import { startApp } from "./app.js";
import { openPage } from "./browser.js";

/** Opens the page with a document of a square, and waits until it is drawn and measured. */
export async function openWith(
	t: Test,
	browser: Browser,
	document: Readonly<Record<string, unknown>>,
	options: Parameters<typeof openPage>[2] = {},
) {
	const service = await startApp(t);
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
