/** A real browser for tests of pages; where there is none, such tests are skipped. */
import { existsSync } from "node:fs";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { Test } from "tap";
import { countCoverage } from "./browser-coverage.js";

/** Where Debian and others put it; CHROMIUM_PATH names another place. */
const PLACES = [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path));

/** Nothing of the browser's own asks anything of the network. */
const QUIET = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** Starts the browser and ends it with the test. */
export async function openBrowser(t: Test): Promise<Browser> {
	const { chromium } = await import("playwright-core");
	const browser = await chromium.launch({ executablePath: chromiumPath!, args: QUIET });
	t.teardown(() => browser.close());
	return browser;
}

/** A page whose complaints are collected: errors, policy violations, requests to other places. */
export async function openPage(
	browser: Browser,
	origin: string,
	options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
	const complaints: string[] = [];
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
	await countCoverage(context);
	const page = await context.newPage();
	page.setDefaultTimeout(60_000);
	page.on("console", (message) => {
		if (message.type() === "error") complaints.push(message.text());
	});
	page.on("pageerror", (error) => complaints.push(String(error)));
	page.on("request", (request) => {
		const { protocol, origin: asked } = new URL(request.url());
		if (protocol !== "blob:" && protocol !== "data:" && asked !== origin)
			complaints.push(`a request to ${request.url()}`);
	});
	return { page, context, complaints };
}
