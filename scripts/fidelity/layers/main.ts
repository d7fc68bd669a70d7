/**
 * Compares slides of layers with Chromium's rendering of equivalent HTML and CSS. node
 * dist/scripts/fidelity/layers/main.js folder [part of a name] Writes contact sheets to the folder
 * for visual review, ours to the left of Chromium's.
 */
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { createRenderer } from "../../../src/index.js";
import { findChromium, launchChromium, openPage, screenshot } from "../chromium.js";
import { writeContactSheets } from "../contact-sheets.js";
import { emojiFont } from "../emoji-font.js";
import { referencePage } from "../reference-page.js";
import { LAYERS_CASES } from "./cases.js";
import { slideHtml } from "./reference-html.js";

const SIDE = 1080;
/** Mean difference of all channels, percent of the full range. */
const MOST = 1.5;

declare const document: {
	querySelector(selector: string): { innerHTML: string; style: { cssText: string } };
	readonly fonts: { readonly ready: Promise<unknown> };
};

const executable = findChromium();
if (executable === undefined) throw new Error("Chromium is not installed");
const folder = process.argv[2] ?? "fidelity-report";
const wanted = process.argv[3] ?? "";
await mkdir(folder, { recursive: true });
const renderer = await createRenderer({});
const browser = await launchChromium(executable);
const style =
	"<style>#slide *{box-sizing:border-box}#slide .plain{overflow-wrap:break-word}</style>";
const page = await openPage(browser, referencePage(["🚀"], []) + style, {
	emojiFont: emojiFont(["🚀"]),
	own: "/",
});
await page.setViewportSize({ width: SIDE, height: SIDE });

const show = async (html: string) => {
	const element = document.querySelector("#slide");
	element.style.cssText =
		"width:1080px;height:1080px;overflow-wrap:break-word;text-rendering:geometricPrecision";
	element.innerHTML = html;
	await document.fonts.ready;
};

const safeArea = { x: 0, y: 0, width: SIDE, height: SIDE };
const entries = [];
let failed = 0;
for (const { name, slide } of LAYERS_CASES.filter(({ name }) => name.includes(wanted))) {
	const { images } = await renderer.render({
		platform: "photo-feed-square",
		mode: "single",
		stepperStyle: "none",
		slides: [slide],
	});
	const ours = Buffer.from(images[0]!.bytes);
	await page.evaluate(show, slideHtml({ slide, width: SIDE, height: SIDE, safeArea }));
	const theirs = await screenshot(page);
	const percent = await difference(ours, theirs);
	if (percent > MOST) failed++;
	console.log(`${percent.toFixed(2).padStart(6)} % ${name}${percent > MOST ? "  <-- above" : ""}`);
	entries.push({ name: `${name} (${percent.toFixed(2)} %)`, ours, theirs });
}
await browser.close();
await renderer.close();
await writeContactSheets(entries, pathToFileURL(`${resolve(folder)}/`));
console.log(`${entries.length} slides, ${failed} above ${MOST} %`);
process.exitCode = failed > 0 ? 1 : 0;

async function difference(a: Buffer, b: Buffer): Promise<number> {
	const [ours, theirs] = await Promise.all(
		[a, b].map((png) => sharp(png).removeAlpha().raw().toBuffer()),
	);
	let sum = 0;
	for (let i = 0; i < ours!.length; i++) sum += Math.abs(ours![i]! - theirs![i]!);
	return (100 * sum) / ours!.length / 255;
}
