/** The Studio in a real browser, opened with a document. */
import type { Browser, Page } from "playwright-core";
import t, { type Test } from "tap";
import { type RunningApp, startApp } from "./app.js";
import { openPage } from "./browser.js";

export const DOCUMENT = {
	platform: "photo-feed-square",
	slides: [
		{
			backgroundColor: "#14213D",
			textBlocks: [
				{ text: "First words", x: 40, y: 60, width: 200, fontSize: 30 },
				{ text: "Further below", x: 40, y: 300, width: 200, fontSize: 20 },
			],
		},
	],
};

/** The services of this file, by their settings. */
const services = new Map<string, Promise<RunningApp>>();

/**
 * The service of a test file: tests with the same settings share it, as each has a page of its own
 * and starting a service takes longer than most of them. It ends with the file.
 * @param env environment variables of the service
 */
export function sharedService(env: Record<string, string> = {}): Promise<RunningApp> {
	const key = JSON.stringify(env);
	const running = services.get(key) ?? startApp(t, env);
	services.set(key, running);
	return running;
}

/** The document as the page keeps it. */
const KEPT = `JSON.parse(localStorage.getItem("post-image-document") ?? "{}")`;
export const documentOf = (page: Page) => page.evaluate<typeof DOCUMENT>(KEPT);

/** Waits until something holds of the document that the page keeps; `d` is its first slide. */
export const until = (page: Page, condition: string) =>
	holds(page, `(({ slides: [d, ...more] }) => ${condition})(${KEPT})`);

/** Asks again and again by the debugger: the page's policy forbids what waits inside it to evaluate. */
export async function holds(page: Page, condition: string, seconds = 60): Promise<void> {
	const end = performance.now() + seconds * 1_000;
	while (!(await page.evaluate<boolean>(condition))) {
		if (performance.now() > end) throw new Error(`not within ${seconds} s: ${condition}`);
		await page.waitForTimeout(30);
	}
}

/**
 * Opens the page with DOCUMENT beside its JSON, and waits for its picture.
 * @param env environment variables of the service
 * @param script runs in the page before its own
 */
export async function openStudio(
	t: Test,
	browser: Browser,
	options: Parameters<typeof openPage>[2] = {},
	env: Record<string, string> = {},
	script = "",
) {
	const service = await sharedService(env);
	const opened = await openPage(browser, service.url, options);
	t.teardown(() => opened.context.close());
	const text = JSON.stringify(JSON.stringify(DOCUMENT, null, 2));
	await opened.context.addInitScript(`localStorage["post-image-document"] ??= ${text}`);
	await opened.context.addInitScript(`localStorage["post-image-tool"] ??= "json"`);
	if (script !== "") await opened.context.addInitScript(script);
	await opened.page.goto(`${service.url}/`);
	await opened.page.waitForSelector(".stage img");
	await opened.page.waitForSelector(".box");
	return { ...opened, service };
}
