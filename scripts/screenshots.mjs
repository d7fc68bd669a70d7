/**
 * Takes the screenshots of docs/studio.md: the Studio in both themes, wide and narrow.
 *
 *     node scripts/screenshots.mjs [folder]
 *
 * Needs Chromium (CHROMIUM_PATH, or Debian's). Check the images before you commit.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { EXAMPLES } from "../dist/src/contract/examples.js";
import { startOurs } from "./bench/service.mjs";

const folder = process.argv[2] ?? fileURLToPath(new URL("../docs/studio/", import.meta.url));
await mkdir(folder, { recursive: true });
const service = await startOurs();
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});

/** A palette is enough for such a page, and reduces the file to a third. @param {import("playwright-core").Page} page @param {string} name */
async function shoot(page, name) {
	const picture = await sharp(await page.screenshot())
		.png({ palette: true, colours: 256, effort: 10 })
		.toFile(join(folder, `${name}.png`));
	console.log(`${name}: ${picture.width} × ${picture.height}, ${picture.size} bytes`);
}

/** @param {"light" | "dark"} colorScheme @param {number} width @param {number} height */
async function open(colorScheme, width, height) {
	const page = await browser.newPage({ viewport: { width, height }, colorScheme });
	const text = JSON.stringify(EXAMPLES.habitsCarousel, null, 2);
	await page.addInitScript(`localStorage["post-image-document"] ??= ${JSON.stringify(text)}`);
	await page.goto(`${service.origin}/`);
	await page.waitForSelector(".stage img");
	await page.waitForSelector(".box");
	// Every slide of the strip has its thumbnail.
	const slides = EXAMPLES.habitsCarousel.slides.length;
	while ((await page.locator(".strip li img").count()) < slides) await page.waitForTimeout(100);
	// The page should show the time of a warmed-up service, not of the first renders.
	for (const slide of ["2", "1"]) {
		const shown = await page.locator(".stage img").getAttribute("alt");
		await page
			.locator(".strip li button")
			.nth(Number(slide) - 1)
			.click();
		while ((await page.locator(".stage img").getAttribute("alt")) === shown)
			await page.waitForTimeout(30);
	}
	return page;
}

try {
	for (const theme of /** @type {const} */ (["light", "dark"])) {
		const wide = await open(theme, 1280, 800);
		await wide.locator(".box .body").first().focus();
		await wide.waitForTimeout(300);
		await shoot(wide, `wide-${theme}`);
		await wide.close();
		const narrow = await open(theme, 390, 780);
		await shoot(narrow, `narrow-${theme}`);
		await narrow.close();
	}
} finally {
	await browser.close();
	await service.stop();
}
