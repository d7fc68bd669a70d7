/** The Studio in a real browser, opened with a document. */
import type { Browser, Page } from "playwright-core";
import type { Test } from "tap";
import { startApp } from "./app.js";
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

/** The document as the page keeps it. */
const KEPT = `JSON.parse(localStorage.getItem("post-image-document") ?? "{}")`;
export const documentOf = (page: Page) => page.evaluate<typeof DOCUMENT>(KEPT);

/** Waits until something holds of the document that the page keeps; `d` is its first slide. */
export const until = (page: Page, condition: string) =>
	holds(page, `(({ slides: [d, ...more] }) => ${condition})(${KEPT})`);

/** Asks again and again by the debugger: the page's policy forbids what waits inside it to evaluate. */
export async function holds(page: Page, condition: string): Promise<void> {
	const end = performance.now() + 60_000;
	while (!(await page.evaluate<boolean>(condition))) {
		if (performance.now() > end) throw new Error(`not within a minute: ${condition}`);
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
	const service = await startApp(t, env);
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
