/**
 * Draws the pictures of docs/layers.md anew.
 *
 *     npm run build && node dist/scripts/layer-pictures.js [folder]
 *
 * Look at them before you commit.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { createRenderer, type RenderRequest } from "../src/index.js";
import { packageRoot } from "../src/runtime/package-root.js";
import { readGolden } from "../test/helpers/golden.js";
import { LAYER_PICTURES } from "./layer-pictures/documents.js";
import { LAYER_SHEETS } from "./layer-pictures/sheets.js";

const WIDTH = 760;
const GAP = 12;
const WEBP = { quality: 80, effort: 6 } as const;

const folder = process.argv[2] ?? fileURLToPath(new URL("docs/layers/", packageRoot));
await mkdir(folder, { recursive: true });
const renderer = await createRenderer({});

async function draw(document: RenderRequest): Promise<Uint8Array[]> {
	const { images, warnings } = await renderer.render(document);
	const codes = new Set(warnings.map(({ code }) => code));
	if (codes.size > 0) console.log(`  ${[...codes].join(", ")}`);
	return images.map(({ bytes }) => bytes);
}

/** Pictures in rows; all of a row are equally high, and together as wide as the sheet. */
async function writeSheet(name: string, rows: readonly (readonly Uint8Array[])[]): Promise<void> {
	const tiles = [];
	let top = 0;
	for (const row of rows) {
		const sizes = await Promise.all(row.map((png) => sharp(png).metadata()));
		const ratios = sizes.map(({ width, height }) => width / height);
		const room = WIDTH - GAP * (row.length - 1);
		const height = Math.round(room / ratios.reduce((sum, ratio) => sum + ratio, 0));
		let left = 0;
		for (const [i, png] of row.entries()) {
			const last = i === row.length - 1;
			const width = last ? WIDTH - left : Math.round(height * ratios[i]!);
			const input = await sharp(png).resize({ width, height, fit: "fill" }).png().toBuffer();
			tiles.push({ input, left, top });
			left += width + GAP;
		}
		top += height + GAP;
	}
	const { size } = await sharp({
		create: { width: WIDTH, height: top - GAP, channels: 3, background: "#FFFFFF" },
	})
		.composite(tiles)
		.webp(WEBP)
		.toFile(join(folder, `${name}.webp`));
	console.log(name, size);
}

try {
	for (const [name, slide] of Object.entries(LAYER_PICTURES)) {
		const [png] = await draw({ platform: "link-preview", slides: [slide] });
		const { size } = await sharp(png)
			.resize(WIDTH)
			.webp(WEBP)
			.toFile(join(folder, `${name}.webp`));
		console.log(name, size);
	}
	for (const [name, documents] of Object.entries(LAYER_SHEETS)) {
		const pictures: Uint8Array[] = [];
		for (const document of documents) pictures.push(...(await draw(document)));
		await writeSheet(name, [pictures]);
	}
	const designs = ["card", "review", "rings", "before-after", "listing"].map((design) =>
		Promise.all(["short", "long", "rtl"].map((text) => readGolden(`design-${design}-${text}`))),
	);
	await writeSheet("designs", await Promise.all(designs));
} finally {
	await renderer.close();
}
