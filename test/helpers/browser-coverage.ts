/**
 * What the pages in a browser run of the Studio, for scripts/coverage.mjs. V8 counts in a browser as
 * it does in Node; only the page that is open can ask for the counts.
 */
import { existsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";

/**
 * Set by scripts/coverage.mjs: a folder with the Studio's scripts that are not minified. A minifier
 * joins statements, so what it wrote cannot be counted.
 */
const { NODE_V8_COVERAGE, STUDIO_FOR_COVERAGE } = process.env;
let written = 0;

/** In a coverage run, counts what all pages of a new context run until they or the context close. */
export async function countCoverage(context: BrowserContext): Promise<void> {
	if (!NODE_V8_COVERAGE || !STUDIO_FOR_COVERAGE) return;
	await context.route(/\/studio\/[^/]+\.js$/, (route) => {
		const path = join(STUDIO_FOR_COVERAGE, basename(new URL(route.request().url()).pathname));
		return existsSync(path) ? route.fulfill({ path }) : route.continue();
	});
	const stops = new Set<() => Promise<void>>();
	const newPage = context.newPage.bind(context);
	context.newPage = async () => {
		const page = await newPage();
		const stop = await startCounting(page);
		stops.add(stop);
		const close = page.close.bind(page);
		page.close = async (options) => {
			await stop();
			await close(options);
		};
		return page;
	};
	const close = context.close.bind(context);
	context.close = async (options) => {
		await Promise.all([...stops].map((stop) => stop()));
		await close(options);
	};
}

/** @returns stops and writes the counts; only the first call does something */
async function startCounting(page: Page): Promise<() => Promise<void>> {
	await page.coverage.startJSCoverage({ resetOnNavigation: false });
	let stopped: Promise<void> | undefined;
	return () =>
		(stopped ??= page.coverage.stopJSCoverage().then((entries) => {
			const result = entries.filter(({ url }) => url.includes("/studio/"));
			const file = join(NODE_V8_COVERAGE!, `studio-${process.pid}-${written++}.json`);
			writeFileSync(file, JSON.stringify({ result }));
		}));
}
