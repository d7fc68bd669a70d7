/**
 * Renders the SVG files of some folders with the service and with Chromium, and prints how much the
 * results differ, largest difference first.
 *
 *   node dist/scripts/compare-svg.js [--out folder] [--side 256] [--limit 100] folder…
 *
 * The difference of a file is the mean over all pixels of the largest channel difference on white,
 * in percent; "off" is the share of pixels with more than 16 %.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { type Bitmap, prepareImage } from "../src/engine/images/prepare.js";

interface Comparison {
	readonly file: string;
	readonly mean: number;
	readonly off: number;
	readonly ms: number;
	readonly error: string | undefined;
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		out: { type: "string" },
		side: { type: "string", default: "256" },
		limit: { type: "string", default: "100" },
	},
});
const side = Number(values.side);

async function drawOurs(svg: Uint8Array): Promise<Bitmap> {
	return prepareImage(svg, {
		path: "",
		boxWidth: side,
		boxHeight: side,
		region: { left: 0, top: 0, width: side, height: side },
		cropX: 50,
		cropY: 50,
		radius: 0,
		color: null,
		opacity: 1,
	});
}

async function drawTheirs(page: Page, svg: Uint8Array): Promise<Buffer> {
	const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
	await page.setContent(
		`<style>body{margin:0;background:#fff}img{display:block;width:${side}px;height:${side}px;object-fit:cover}</style><img src="${src}">`,
		{ waitUntil: "load" },
	);
	return page.screenshot();
}

async function compare(page: Page, file: string): Promise<Comparison> {
	const svg = await readFile(file);
	const started = performance.now();
	let ours: Bitmap;
	try {
		ours = await drawOurs(svg);
	} catch (error) {
		const message =
			error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
		return { file, mean: 100, off: 100, ms: performance.now() - started, error: message };
	}
	const ms = performance.now() - started;
	const { width, height, channels } = ours;
	const mine = sharp(ours.data, { raw: { width, height, channels } }).flatten({
		background: "#fff",
	});
	const a = await mine.clone().raw().toBuffer();
	const png = await drawTheirs(page, svg);
	const b = await sharp(png).removeAlpha().raw().toBuffer();
	let sum = 0;
	let off = 0;
	for (let i = 0; i < a.length; i += 3) {
		const difference = Math.max(...[0, 1, 2].map((c) => Math.abs(a[i + c]! - b[i + c]!)));
		sum += difference;
		if (difference > 41) off++;
	}
	if (values.out !== undefined) {
		const input = await mine.png().toBuffer();
		const name = `${basename(resolve(file, ".."))}-${basename(file, ".svg")}.png`;
		const canvas = sharp({
			create: { width: side * 2, height: side, channels: 3, background: "#fff" },
		});
		const both = canvas.composite([
			{ input, left: 0, top: 0 },
			{ input: png, left: side, top: 0 },
		]);
		await writeFile(join(values.out, name), await both.png().toBuffer());
	}
	const pixels = side * side;
	return {
		file,
		mean: (sum / pixels / 255) * 100,
		off: (off / pixels) * 100,
		ms,
		error: undefined,
	};
}

function print(folder: string, results: readonly Comparison[]): void {
	const mean = results.reduce((sum, result) => sum + result.mean, 0) / results.length;
	const slowest = Math.max(...results.map((result) => result.ms));
	const refused = results.filter((result) => result.error !== undefined).length;
	console.log(
		`${folder}: ${results.length} files, ${refused} refused, mean ${mean.toFixed(3)} %, slowest ${slowest.toFixed(0)} ms`,
	);
	for (const result of [...results].sort((a, b) => b.off - a.off).slice(0, 6)) {
		const { file, error } = result;
		const figures = `${result.mean.toFixed(2).padStart(7)} % mean ${result.off.toFixed(2).padStart(7)} % off`;
		console.log(`  ${figures} ${basename(file)} ${error ?? ""}`);
	}
}

if (values.out !== undefined) await mkdir(values.out, { recursive: true });
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const page = await browser.newPage({ viewport: { width: side, height: side } });
for (const folder of positionals) {
	const files = (await readdir(folder)).filter((name) => name.endsWith(".svg")).sort();
	const step = Math.max(1, Math.floor(files.length / Number(values.limit)));
	const chosen = files.filter((_, i) => i % step === 0).slice(0, Number(values.limit));
	const results: Comparison[] = [];
	for (const name of chosen) results.push(await compare(page, join(folder, name)));
	print(folder, results);
}
await browser.close();
