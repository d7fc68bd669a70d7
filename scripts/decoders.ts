/**
 * How other programs decode the service's output: renders every golden document as JPEG, WebP and
 * PDF, decodes the images with sharp, ImageMagick and Chromium and the PDF with poppler, and prints
 * the difference from the PNG. PSNR in decibels, as a Markdown table that ends with the minimum and
 * the median.
 *
 *     node dist/scripts/decoders.js > decoders.md
 *
 * Needs Debian's imagemagick, poppler-utils and chromium. Takes several minutes.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { goldenCases } from "../test/helpers/golden.js";
import { startService } from "./operation/service.js";

interface Pixels {
	readonly width: number;
	readonly height: number;
	/** RGB, 8 bits per channel. */
	readonly data: Buffer;
}

async function bySharp(bytes: Buffer): Promise<Pixels> {
	const { data, info } = await sharp(bytes)
		.removeAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { data, width: info.width, height: info.height };
}

/** Debian's version 6; another program with that name may come first in PATH. */
const byImageMagick = (bytes: Buffer, format: string): Buffer =>
	execFileSync("/usr/bin/convert", [`${format}:-`, "-depth", "8", "rgb:-"], {
		input: bytes,
		maxBuffer: 100_000_000,
	});

const decibels = (a: Buffer, b: Buffer): number => {
	if (a.length !== b.length) throw new Error(`${a.length} and ${b.length} bytes of pixels`);
	let squares = 0;
	for (let i = 0; i < a.length; i++) squares += (a[i]! - b[i]!) ** 2;
	return 10 * Math.log10(255 ** 2 / (squares / a.length));
};

const COLUMNS = [
	"jpeg, sharp",
	"jpeg, ImageMagick",
	"jpeg, Chromium",
	"webp, sharp",
	"webp, ImageMagick",
	"webp, Chromium",
	"pdf, poppler",
];

const folder = await mkdtemp(join(tmpdir(), "decoders-"));
const service = await startService({ MAX_BODY_BYTES: "50000000" });
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
	args: ["--no-sandbox", "--disable-gpu"],
});
try {
	const page = await browser.newPage();
	// Decoded in a blank page, which has no CSP that prevents it.
	const byChromium = async (bytes: Buffer, type: string): Promise<Buffer> => {
		const url = `data:image/${type};base64,${bytes.toString("base64")}`;
		const base64 = await page.evaluate<string>(
			`(async () => {
				const bitmap = await createImageBitmap(await (await fetch("${url}")).blob());
				const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
				const context = canvas.getContext("2d");
				context.drawImage(bitmap, 0, 0);
				const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
				const rgb = new Uint8Array((data.length / 4) * 3);
				for (let i = 0, j = 0; i < data.length; i += 4, j += 3) rgb.set(data.subarray(i, i + 3), j);
				const reader = new FileReader();
				reader.readAsDataURL(new Blob([rgb]));
				await new Promise((resolve) => { reader.onload = resolve; });
				return reader.result.slice(reader.result.indexOf(",") + 1);
			})()`,
		);
		return Buffer.from(base64, "base64");
	};
	const drawn = async (path: string, body: object): Promise<Buffer> => {
		const answer = await fetch(`${service.url}${path}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
		return Buffer.from(await answer.arrayBuffer());
	};

	const all: number[][] = COLUMNS.map(() => []);
	console.log(`| golden | ${COLUMNS.join(" | ")} |\n| --- |${" ---: |".repeat(COLUMNS.length)}`);
	for (const { name, slide, request } of goldenCases()) {
		const png = await bySharp(await drawn(`/api/render.png?slide=${slide}`, request));
		const row: number[] = [];
		for (const format of ["jpeg", "webp"] as const) {
			const bytes = await drawn(`/api/render.${format}?slide=${slide}`, { ...request, format });
			row.push(decibels(png.data, (await bySharp(bytes)).data));
			row.push(decibels(png.data, byImageMagick(bytes, format)));
			row.push(decibels(png.data, await byChromium(bytes, format)));
		}
		const file = join(folder, "slides.pdf");
		// A PDF has one page per slide in either mode, and does not take these fields.
		const { format: _format, quality: _quality, maxBytes: _maxBytes, ...document } = request;
		await writeFile(file, await drawn("/api/render.pdf", document));
		const only = ["-f", String(slide), "-l", String(slide), "-singlefile"];
		execFileSync("pdftoppm", ["-r", "96", ...only, "-png", file, join(folder, "page")]);
		const { data } = await bySharp(await sharp(join(folder, "page.png")).toBuffer());
		row.push(decibels(png.data, data));
		for (const [i, value] of row.entries()) all[i]!.push(value);
		console.log(`| ${name} | ${row.map((value) => value.toFixed(1)).join(" | ")} |`);
	}
	for (const values of all) values.sort((a, b) => a - b);
	const line = (name: string, pick: (values: number[]) => number) =>
		console.log(`| **${name}** | ${all.map((values) => pick(values).toFixed(1)).join(" | ")} |`);
	line("smallest", (values) => values[0]!);
	line("median", (values) => values[Math.floor(values.length / 2)]!);
} finally {
	await browser.close();
	await service.dispose();
	await rm(folder, { recursive: true, force: true });
}
