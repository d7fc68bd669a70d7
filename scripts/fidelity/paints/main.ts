/**
 * Compares gradients, rendered by fillGradient and as SVG with resvg, with Chromium's rendering of
 * the same CSS, on white and on black (which also reveals the alpha channel). node
 * dist/scripts/fidelity/paints/main.js sheet.png Each row of the sheet shows fillGradient, SVG,
 * Chromium. Exits with 1 if a pixel differs by more than 3 of 255 levels.
 */
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import { fillGradient } from "../../../src/engine/paints/fill-gradient.js";
import { type GradientGeometry, gradientGeometry } from "../../../src/engine/paints/geometry.js";
import { gradientMarkup } from "../../../src/engine/paints/gradient-markup.js";
import { unpremultipliedStops } from "../../../src/engine/paints/svg-stops.js";
import { findChromium, launchChromium } from "../chromium.js";
import { cssOf, gradientOf, PAINT_CASES, type PaintCase } from "./cases.js";

const MOST_LEVELS = 3;

const executable = findChromium();
if (executable === undefined) throw new Error("Chromium is not installed");
const browser = await launchChromium(executable);
const page = await browser.newPage({ deviceScaleFactor: 1 });

async function inChromium({ paint, width, height }: PaintCase, back: number): Promise<Uint8Array> {
	await page.setViewportSize({ width, height });
	const color = back === 0 ? "black" : "white";
	await page.setContent(
		`<body style="margin:0;background:${color}"><div style="width:${width}px;height:${height}px;background:${cssOf(paint)}">`,
	);
	return rgb(await page.screenshot({ type: "png" }));
}

const rgb = async (png: Buffer): Promise<Uint8Array> => sharp(png).removeAlpha().raw().toBuffer();

/** Premultiplied pixels composited over a grey. */
function over(pixels: Uint8Array, back: number): Uint8Array {
	const result = new Uint8Array((pixels.length / 4) * 3);
	for (let i = 0, k = 0; i < pixels.length; i += 4)
		for (let c = 0; c < 3; c++)
			result[k++] = pixels[i + c]! + Math.round((back * (255 - pixels[i + 3]!)) / 255);
	return result;
}

async function bySvg(
	{ paint, width, height }: PaintCase,
	geometry: GradientGeometry,
	back: number,
): Promise<Uint8Array> {
	const defs = gradientMarkup("g", geometry, gradientOf(paint).stops);
	const color = back === 0 ? "black" : "white";
	const rect = `<rect width="${width}" height="${height}"`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${defs}</defs>${rect} fill="${color}"/>${rect} fill="url(#g)"/></svg>`;
	return rgb(new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng());
}

function compare(a: Uint8Array, b: Uint8Array): string {
	let sum = 0;
	let most = 0;
	let off = 0;
	for (let i = 0; i < a.length; i++) {
		const difference = Math.abs(a[i]! - b[i]!);
		sum += difference;
		if (difference > most) most = difference;
		if (difference > 1) off++;
	}
	if (most > MOST_LEVELS) process.exitCode = 1;
	const share = ((100 * off) / a.length).toFixed(2);
	return `mean ${(sum / a.length).toFixed(3)} max ${String(most).padStart(3)} above 1: ${share.padStart(5)} %`;
}

/** Side of a tile of the sheet, and how many rows are placed side by side. */
const TILE = 150;
const ACROSS = 3;
const tiles: { input: Buffer; left: number; top: number }[] = [];

for (const [i, test] of PAINT_CASES.entries()) {
	const gradient = gradientOf(test.paint);
	const { width, height } = test;
	const geometry = gradientGeometry(gradient, { x: 0, y: 0, width, height })!;
	const region = { left: 0, top: 0, width, height };
	for (const back of [255, 0]) {
		const reference = await inChromium(test, back);
		const ours = over(fillGradient(geometry, gradient.stops, region), back);
		const svg = await bySvg(test, geometry, back);
		if (back === 255)
			for (const [k, data] of [ours, svg, reference].entries())
				tiles.push({
					input: await sharp(data, { raw: { width, height, channels: 3 } })
						.resize(TILE, TILE, { fit: "inside" })
						.png()
						.toBuffer(),
					left: ((i % ACROSS) * 3 + k) * TILE,
					top: Math.floor(i / ACROSS) * TILE,
				});
		const label = `${test.name} on ${back === 0 ? "black" : "white"}`.padEnd(34);
		console.log(
			`${label} pixels: ${compare(ours, reference)}   SVG: ${compare(svg, reference)}   ${unpremultipliedStops(gradient.stops).length} stops`,
		);
	}
}
await browser.close();
const rows = Math.ceil(PAINT_CASES.length / ACROSS);
const sheet = process.argv[2] ?? "paints.png";
await sharp({
	create: { width: ACROSS * 3 * TILE, height: rows * TILE, channels: 3, background: "#fff" },
})
	.composite(tiles)
	.png()
	.toFile(sheet);

const page1080 = { left: 0, top: 0, width: 1080, height: 1350 };
for (const test of PAINT_CASES) {
	const gradient = gradientOf(test.paint);
	const geometry = gradientGeometry(gradient, { x: 0, y: 0, ...page1080 })!;
	const times = Array.from({ length: 7 }, () => {
		const start = performance.now();
		fillGradient(geometry, gradient.stops, page1080);
		return performance.now() - start;
	}).sort((a, b) => a - b);
	console.log(
		`${test.name.padEnd(34)} 1080 × 1350: ${times[0]!.toFixed(1)} ms (median ${times[3]!.toFixed(1)})`,
	);
}
