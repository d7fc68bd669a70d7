/**
 * The time in the Studio from a keystroke to the new image: types words into a text slide, each
 * after a pause, and prints the median and the 95th percentile. Includes the page's delay before
 * rendering (40 ms) and the browser's image decoding. Needs Chromium and an idle machine.
 *
 *     node dist/scripts/studio-latency.js [keystrokes: 60]
 */
import { chromium } from "playwright-core";
import { startService } from "./operation/service.js";

const DOCUMENT = {
	platform: "photo-feed-post",
	slides: [
		{
			backgroundColor: "#14213D",
			textBlocks: [
				{ text: "Good ideas start slowly", fontSize: 48, x: 40, y: 60, width: 325 },
				{ text: "Three a day are plenty", style: "highlight", fontSize: 24, x: 40, y: 280 },
				{ text: "x", style: "shadow", fontSize: 20, x: 40, y: 380, width: 325 },
			],
		},
	],
};
/**
 * Pause between two keystrokes: longer than a render, and than the delay before the thumbnails.
 * Milliseconds.
 */
const REST_MS = 900;

const count = Number(process.argv[2] ?? 60);
const service = await startService();
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
try {
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	const text = JSON.stringify(DOCUMENT, null, 2);
	await page.addInitScript(`localStorage["post-image-document"] ??= ${JSON.stringify(text)}`);
	await page.goto(`${service.url}/`);
	await page.waitForSelector(".box");
	// Measured in the page, to exclude messages between processes.
	await page.evaluate(`
		globalThis.times = [];
		let typed = 0;
		const stage = document.querySelector(".stage");
		document.addEventListener("keydown", () => { typed = performance.now(); }, true);
		new MutationObserver(async () => {
			const began = typed;
			if (began === 0) return;
			typed = 0;
			await stage.querySelector("img").decode();
			globalThis.times.push(performance.now() - began);
		}).observe(stage, { subtree: true, attributeFilter: ["src"] });
	`);
	await page.locator(".box .body").last().focus();
	await page.getByLabel("text", { exact: true }).focus();
	await page.keyboard.press("End");
	for (let i = 0; i < count; i++) {
		await page.waitForTimeout(REST_MS);
		await page.keyboard.press(i % 6 === 5 ? "Space" : "abcdefghijklmnop"[i % 16]!);
	}
	await page.waitForTimeout(REST_MS);
	const times = (await page.evaluate<number[]>("globalThis.times")).sort((a, b) => a - b);
	const at = (share: number) =>
		`${Math.round(times[Math.floor(times.length * share)] ?? Number.NaN)} ms`;
	console.log(`${times.length} pictures: median ${at(0.5)}, p95 ${at(0.95)}, slowest ${at(0.999)}`);
} finally {
	await browser.close();
	await service.dispose();
}
