/**
 * Draws the picture of the README, from the golden pictures of the templates, and those of
 * docs/cookbook.md, from the documents in it.
 *
 *     npm run build && node dist/scripts/doc-pictures.js [name of a cookbook picture …]
 *
 * Look at them before you commit.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { createRenderer } from "../src/index.js";
import { packageRoot } from "../src/runtime/package-root.js";
import { recipesOf } from "./cookbook.js";
import { writeSheet } from "./layer-pictures/draw.js";

/** Two rows of equally high pictures. */
const README_ROWS = [
	["bold-quote", "new-colleague", "report-cover", "hiring-list"],
	["event-date", "holiday-greeting", "sale-price", "tips-carousel"],
];
/** Longer side of a picture of the cookbook. Pixels. */
const SIDE = 440;

const docs = new URL("docs/", packageRoot);
const chosen = process.argv.slice(2);
if (chosen.length === 0) {
	const rows = README_ROWS.map((row) =>
		Promise.all(
			row.map((name) => readFile(new URL(`test/golden/templates/${name}.png`, packageRoot))),
		),
	);
	await writeSheet(await Promise.all(rows), fileURLToPath(docs), "posts");
}

const renderer = await createRenderer({});
try {
	for (const { picture, document } of recipesOf(
		await readFile(new URL("cookbook.md", docs), "utf8"),
	)) {
		if (picture === undefined || document === undefined) continue;
		if (chosen.length > 0 && !chosen.some((name) => picture === `cookbook/${name}.webp`)) continue;
		const { images, warnings } = await renderer.render(document);
		for (const { code, path, message } of warnings) console.log(`  ${code} ${path} ${message}`);
		const { size } = await sharp(images[0]!.bytes)
			.resize({ width: SIDE, height: SIDE, fit: "inside" })
			.webp({ quality: 80, effort: 6 })
			.toFile(fileURLToPath(new URL(picture, docs)));
		console.log(picture, size);
	}
} finally {
	await renderer.close();
}
