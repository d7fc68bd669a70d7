/**
 * A contact sheet of shapes, borders and shadows: ours with resvg (bounds as thin frames),
 * Chromium's, and the difference times four. node dist/scripts/fidelity/shapes/main.js sheet.png
 * Exits with 1 if the mean difference of a case is above half a percent.
 */
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import { findChromium, launchChromium } from "../chromium.js";
import { SHAPE_CASES } from "./cases.js";

const CELL = { width: 200, height: 160 };
const COLUMNS = 3;
/** Of 255 levels. */
const MOST_MEAN = 0.005 * 255;

const executable = findChromium();
if (executable === undefined) throw new Error("Chromium is not installed");
const browser = await launchChromium(executable);
const page = await browser.newPage({ deviceScaleFactor: 1 });
await page.setViewportSize(CELL);

const pixels = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer();
const tiles: { input: Buffer; left: number; top: number }[] = [];
for (const [i, { name, svg, html, bounds }] of SHAPE_CASES.entries()) {
	const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL.width}" height="${CELL.height}">`;
	const draw = (inner: string) =>
		new Resvg(`${open}<rect width="100%" height="100%" fill="#fff"/>${inner}</svg>`)
			.render()
			.asPng();
	const frames = bounds
		.map(
			({ x, y, width, height }) =>
				`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#09f" stroke-width=".5"/>`,
		)
		.join("");
	const label = `<text x="4" y="12" font-size="11" font-family="sans-serif">${name}</text>`;
	await page.setContent(`<body style="margin:0;background:#fff">${html}</body>`);
	const theirs = await page.screenshot({ type: "png" });
	const [a, b] = [await pixels(draw(svg)), await pixels(theirs)];
	const difference = Buffer.from(
		a.map((value, k) => 255 - Math.min(255, 4 * Math.abs(value - b[k]!))),
	);
	let [sum, most] = [0, 0];
	for (let k = 0; k < a.length; k++) {
		sum += Math.abs(a[k]! - b[k]!);
		most = Math.max(most, Math.abs(a[k]! - b[k]!));
	}
	if (sum / a.length > MOST_MEAN) process.exitCode = 1;
	console.log(`${name.padEnd(20)} mean ${(sum / a.length).toFixed(3)} max ${most} of 255`);
	const left = (i % COLUMNS) * CELL.width * 3;
	const top = Math.floor(i / COLUMNS) * CELL.height;
	const raw = { ...CELL, channels: 3 as const };
	tiles.push(
		{ input: draw(svg + frames + label), left, top },
		{ input: theirs, left: left + CELL.width, top },
		{ input: await sharp(difference, { raw }).png().toBuffer(), left: left + 2 * CELL.width, top },
	);
}
await browser.close();
const width = COLUMNS * 3 * CELL.width;
const height = Math.ceil(SHAPE_CASES.length / COLUMNS) * CELL.height;
const sheet = process.argv[2] ?? "shapes.png";
await sharp({ create: { width, height, channels: 3, background: "#fff" } })
	.composite(tiles)
	.png()
	.toFile(sheet);
console.log(sheet);
