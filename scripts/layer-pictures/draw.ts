/** Renders slides as images for the documentation. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Slide } from "../../src/contract/render-request.js";
import { createRenderer, type RenderRequest } from "../../src/index.js";

const WIDTH = 760;
/** Gap between the images of a sheet. Pixels. */
export const GAP = 12;
const WEBP = { quality: 80, effort: 6 } as const;

/**
 * Writes a WebP for each slide and prints its size and warnings.
 * @param slides by file name
 */
export async function drawPictures(
	slides: Readonly<Record<string, Slide>>,
	folder: string,
): Promise<void> {
	for (const [name, slide] of Object.entries(slides)) {
		const [[png] = []] = await drawDocuments([{ platform: "link-preview", slides: [slide] }]);
		await mkdir(folder, { recursive: true });
		const { size } = await sharp(png!)
			.resize(WIDTH)
			.webp(WEBP)
			.toFile(join(folder, `${name}.webp`));
		console.log(name, size);
	}
}

/** Renders documents and prints their warnings. @returns the PNGs of each */
export async function drawDocuments(documents: readonly RenderRequest[]): Promise<Uint8Array[][]> {
	const renderer = await createRenderer({});
	try {
		const drawn: Uint8Array[][] = [];
		for (const document of documents) {
			const { images, warnings } = await renderer.render(document);
			for (const { code, path } of warnings) console.log(`  ${code} ${path}`);
			drawn.push(images.map(({ bytes }) => bytes));
		}
		return drawn;
	} finally {
		await renderer.close();
	}
}

/** Writes PNGs in rows as one WebP: the images in a row have the same height and fill the width. */
export async function writeSheet(
	rows: readonly (readonly Uint8Array[])[],
	folder: string,
	name: string,
	sheetWidth = WIDTH,
): Promise<void> {
	const tiles = [];
	let top = 0;
	for (const row of rows) {
		const sizes = await Promise.all(row.map((png) => sharp(png).metadata()));
		const ratios = sizes.map(({ width, height }) => width / height);
		const room = sheetWidth - GAP * (row.length - 1);
		const height = Math.round(room / ratios.reduce((sum, ratio) => sum + ratio, 0));
		let left = 0;
		for (const [i, png] of row.entries()) {
			const last = i === row.length - 1;
			const width = last ? sheetWidth - left : Math.round(height * ratios[i]!);
			const input = await sharp(png).resize({ width, height, fit: "fill" }).png().toBuffer();
			tiles.push({ input, left, top });
			left += width + GAP;
		}
		top += height + GAP;
	}
	await mkdir(folder, { recursive: true });
	const { size } = await sharp({
		create: { width: sheetWidth, height: top - GAP, channels: 3, background: "#FFFFFF" },
	})
		.composite(tiles)
		.webp(WEBP)
		.toFile(join(folder, `${name}.webp`));
	console.log(name, size);
}
