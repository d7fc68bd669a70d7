/** Finds Debian's or the user's Chromium and opens a page that can load only our fonts. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { packageRoot } from "../../src/base/package-root.js";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
/** A host name that does not resolve; every request is answered here. */
export const ORIGIN = "http://fidelity.invalid";

/**
 * The browser's executable: CHROMIUM_PATH, or else the first in PATH; undefined if there is none.
 */
export function findChromium(): string | undefined {
	const named = process.env.CHROMIUM_PATH;
	if (named) return named;
	for (const folder of (process.env.PATH ?? "").split(delimiter))
		for (const name of NAMES) if (existsSync(join(folder, name))) return join(folder, name);
	return undefined;
}

export async function launchChromium(executablePath: string): Promise<Browser> {
	return chromium.launch({
		executablePath,
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			"--no-first-run",
			// Unhinted outlines with greyscale antialiasing, as for an image that any screen may show.
			"--font-render-hinting=none",
			"--disable-lcd-text",
			"--force-color-profile=srgb",
		],
	});
}

/** Files that a page may load in addition to our fonts. */
export interface PageFiles {
	/** The emoji font. */
	readonly emojiFont: Buffer;
	/** Folder with an operator's fonts, served below /own/. */
	readonly own: string;
}

/** A page in which one CSS pixel is one export pixel. */
export async function openPage(
	browser: Browser,
	html: string,
	{ emojiFont, own }: PageFiles,
): Promise<Page> {
	const page = await browser.newPage({ deviceScaleFactor: 1 });
	await page.route("**/*", async (route) => {
		const url = new URL(route.request().url());
		if (url.href === `${ORIGIN}/`) return route.fulfill({ contentType: "text/html", body: html });
		if (url.pathname.startsWith("/own/"))
			return route.fulfill({
				contentType: "font/woff2",
				body: await readFile(join(own, decodeURIComponent(url.pathname.slice("/own/".length)))),
			});
		if (url.href === `${ORIGIN}/emoji.ttf`)
			return route.fulfill({ contentType: "font/ttf", body: emojiFont });
		if (!url.href.startsWith(`${ORIGIN}/fonts/`)) return route.abort();
		return route.fulfill({
			contentType: "font/woff2",
			body: await readFile(new URL(`.${url.pathname}`, packageRoot)),
		});
	});
	await page.goto(`${ORIGIN}/`);
	return page;
}

/** A PNG of the viewport with fast compression, because many are taken. */
export async function screenshot(page: Page): Promise<Buffer> {
	const session = await page.context().newCDPSession(page);
	const { data } = await session.send("Page.captureScreenshot", {
		format: "png",
		optimizeForSpeed: true,
	});
	await session.detach();
	return Buffer.from(data, "base64");
}
