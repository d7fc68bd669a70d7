/**
 * Compares groups, blend modes, clips, rotations, shadows and gradients of the paint tree, as
 * pixels, with Chromium's rendering of equivalent CSS. node
 * dist/scripts/fidelity/compositing/main.js sheet.png [part of a name] Each column of the sheet
 * shows ours, Chromium's, and their difference times eight.
 */
import sharp from "sharp";
import { composite } from "../../../src/engine/draw/composite.js";
import { planSteps } from "../../../src/engine/draw/plan.js";
import { openCanvas } from "../../../src/engine/pixels/canvas.js";
import { resolveScene } from "../../../src/engine/scene/scene.js";
import { findChromium, launchChromium } from "../chromium.js";
import { type Case, HEIGHT, WIDTH } from "./case.js";
import { groupCases } from "./group-cases.js";
import { shadowCases } from "./shadow-cases.js";

const executable = findChromium();
if (executable === undefined) throw new Error("Chromium is not installed");
const browser = await launchChromium(executable);
const page = await browser.newPage({ deviceScaleFactor: 1 });
await page.setViewportSize({ width: WIDTH, height: HEIGHT });

const scene = {
	...resolveScene({
		slide: { backgroundColor: "#F4EFE6" },
		slideIndex: 0,
		slideCount: 1,
		platform: "photo-feed-square",
		stepperColor: "#D4AF37",
		mode: "single",
		stepperStyle: "none",
	}),
	width: WIDTH,
	height: HEIGHT,
};

async function ours({ nodes }: Case): Promise<Buffer> {
	const canvas = openCanvas(WIDTH, HEIGHT);
	await composite(canvas, scene, null, planSteps(nodes));
	return Buffer.from(canvas.data);
}

async function theirs({ html }: Case): Promise<Buffer> {
	const style = "*{box-sizing:border-box}div,img,svg{position:absolute}";
	await page.setContent(
		`<style>${style}</style><body style="margin:0;background:#F4EFE6;overflow:hidden">${html}`,
	);
	await page.evaluate("Promise.all([...document.images].map((image) => image.decode()))");
	const png = await page.screenshot({ type: "png" });
	return sharp(png).ensureAlpha().raw().toBuffer();
}

const wanted = process.argv[3] ?? "";
const cases = [...(await shadowCases()), ...(await groupCases())].filter(({ name }) =>
	name.includes(wanted),
);
const TILE = 200;
const ACROSS = 8;
const tiles: { input: Buffer; left: number; top: number }[] = [];
const tile = (data: Buffer) =>
	sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
		.resize(TILE, TILE)
		.png()
		.toBuffer();
let failed = 0;
for (const [i, test] of cases.entries()) {
	const [our, their] = [await ours(test), await theirs(test)];
	let sum = 0;
	let most = 0;
	const difference = Buffer.alloc(our.length, 255);
	for (let k = 0; k < our.length; k++) {
		if (k % 4 === 3) continue;
		const apart = Math.abs(our[k]! - their[k]!);
		sum += apart;
		most = Math.max(most, apart);
		difference[k] = Math.min(255, apart * 8);
	}
	const mean = sum / (WIDTH * HEIGHT * 3);
	const percent = (100 * mean) / 255;
	if (percent > 1.5) failed++;
	const label = test.name.padEnd(44);
	console.log(
		`${label} mean ${mean.toFixed(3)} levels (${percent.toFixed(2)} %), most ${most}${percent > 1.5 ? "  <-- above 1.5 %" : ""}`,
	);
	for (const [k, data] of [our, their, difference].entries())
		tiles.push({
			input: await tile(data),
			left: (i % ACROSS) * TILE,
			top: (Math.floor(i / ACROSS) * 3 + k) * TILE,
		});
}
await browser.close();
const rows = Math.ceil(cases.length / ACROSS) * 3;
await sharp({
	create: { width: ACROSS * TILE, height: rows * TILE, channels: 3, background: "#fff" },
})
	.composite(tiles)
	.png()
	.toFile(process.argv[2] ?? "compositing.png");
console.log(`${cases.length} cases, ${failed} above 1.5 %`);
process.exitCode = failed > 0 ? 1 : 0;
