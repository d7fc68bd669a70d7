/**
 * Renders the pictures of the documentation from the documents beside them: docs/layers/box.webp
 * from docs/layers/box.json, those of the cookbook from the JSON in docs/cookbook.md, and one of
 * each bundled template.
 *
 *     npm run build && node scripts/pictures.mjs [part of a file's name]
 *
 * A JSON file is a document, or `{ "width": 760, "rows": [[…], […]] }` with documents, or paths of
 * documents from the root of the project, or `{ "document": …, "data": { "short": …, … } }` with
 * rows of variables. Look at the pictures before you commit them.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { createRenderer } from "../dist/src/index.js";

/** Width of a picture, longer side of one of the cookbook, height of one of a template. Pixels. */
const WIDTH = 760;
const COOKBOOK_SIDE = 440;
const TEMPLATE_HEIGHT = 400;
/** Gap between the images of a sheet. Pixels. */
const GAP = 12;
const WEBP = { quality: 80, effort: 6 };

const root = new URL("../", import.meta.url);
const docs = new URL("docs/", root);
const [part = ""] = process.argv.slice(2);
const renderer = await createRenderer({ processes: 1, timeoutMs: 600_000 });
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));

/** The PNGs of a document's slides. @param {any} document */
async function draw(document) {
	const { images, warnings } = await renderer.render({ ...document, format: "png" });
	for (const { code, path, message } of warnings) console.log(`  ${code} ${path} ${message}`);
	return images.map(({ bytes }) => bytes);
}

/** The documents of one design with several data, four in a row. @param {any} file */
function dataRows({ document, data }) {
	if (data === undefined) return undefined;
	const all = Object.values(data).map((variables) => ({ ...document, variables }));
	return Array.from({ length: Math.ceil(all.length / 4) }, (_, i) => all.slice(4 * i, 4 * i + 4));
}

/** @param {sharp.Sharp} picture @param {string} file below docs/ */
async function write(picture, file) {
	const { size } = await picture.webp(WEBP).toFile(fileURLToPath(new URL(file, docs)));
	console.log(file, size);
}

/** Rows of images that fill the width; those in a row have the same height. @param {Uint8Array[][]} rows @param {number} sheetWidth */
async function sheet(rows, sheetWidth) {
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
			const width = last ? sheetWidth - left : Math.round(height * (ratios[i] ?? 1));
			const input = await sharp(png).resize({ width, height, fit: "fill" }).png().toBuffer();
			tiles.push({ input, left, top });
			left += width + GAP;
		}
		top += height + GAP;
	}
	const size = { width: sheetWidth, height: top - GAP };
	return sharp({ create: { ...size, channels: 3, background: "#FFFFFF" } }).composite(tiles);
}

try {
	const files = readdirSync(docs, { recursive: true, encoding: "utf8" }).sort();
	for (const file of files.filter((file) => file.endsWith(".json"))) {
		const name = file.replace(/\.json$/, ".webp");
		if (!name.includes(part)) continue;
		const {
			rows = dataRows(read(`docs/${file}`)),
			width = WIDTH,
			...document
		} = read(`docs/${file}`);
		// Not a document, but for example a workflow of a recipe.
		if (!rows && !document.slides && !document.template) continue;
		const drawn = [];
		for (const row of rows ?? [[document]]) {
			const images = [];
			for (const one of row)
				images.push(...(await draw(typeof one === "string" ? read(one) : one)));
			drawn.push(images);
		}
		await write(await sheet(drawn, width), name);
	}
	const page = readFileSync(new URL("cookbook.md", docs), "utf8");
	for (const recipe of page.split(/^### /m)) {
		const name = /!\[[^\]]+\]\((cookbook\/[\w-]+\.webp)\)/.exec(recipe)?.[1];
		const json = /^```json\n(.*?)^```/ms.exec(recipe)?.[1];
		if (name === undefined || json === undefined || !name.includes(part)) continue;
		const images = await draw(JSON.parse(json));
		const size = {
			width: COOKBOOK_SIDE,
			height: COOKBOOK_SIDE,
			fit: /** @type {const} */ ("inside"),
		};
		// All slides of a carousel, side by side.
		await write(
			images.length > 1 ? await sheet([images], WIDTH) : sharp(images[0]).resize(size),
			name,
		);
	}
	mkdirSync(new URL("templates/", docs), { recursive: true });
	for (const { id } of renderer.templates.list()) {
		const name = `templates/${id}.webp`;
		if (!name.includes(part)) continue;
		const { platforms, examples } = renderer.templates.get(id) ?? { platforms: [], examples: [] };
		const { variables } = examples.find((one) => one.name === "typical") ?? examples[0] ?? {};
		const [image] = await draw({
			template: id,
			platform: platforms[0],
			brand: "brand-a",
			mode: "single",
			variables,
		});
		await write(sharp(image).resize({ height: TEMPLATE_HEIGHT }), name);
	}
} finally {
	await renderer.close();
}
