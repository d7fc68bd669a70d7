/**
 * Renders the image of the README, from bundled templates, and those of docs/cookbook.md, from the
 * documents in it.
 *
 *     npm run build && node dist/scripts/doc-pictures.js [posts | name of a cookbook image …]
 *
 * Check the images before you commit.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { packageRoot } from "../src/base/package-root.js";
import { createRenderer, type PostRenderer, type RenderRequest } from "../src/index.js";
import { recipesOf } from "./cookbook.js";
import { writeSheet } from "./layer-pictures/draw.js";

/** A post of the README: template, brand, and the name of one of its examples. */
type Post = readonly [template: string, brand: string, example?: string];

type Platform = NonNullable<RenderRequest["platform"]>;

/** Two rows of posts, each on one platform. */
const README_ROWS: readonly (readonly [platform: Platform, posts: readonly Post[]])[] = [
	[
		"photo-feed-post",
		[
			["bold-quote", "brand-a"],
			["new-colleague", "brand-b"],
			["report-cover", "brand-b"],
			["hiring-list", "brand-b"],
		],
	],
	[
		"photo-feed-square",
		[
			["event-date", "brand-a"],
			["holiday-greeting", "brand-a"],
			["sale-price", "brand-b", "rtl"],
			["tips-carousel", "brand-b"],
		],
	],
];
/** Width of the README's image, twice the width that GitHub shows. Pixels. */
const README_WIDTH = 1_520;
/** Longer side of a cookbook image. Pixels. */
const SIDE = 440;

const docs = new URL("docs/", packageRoot);
const chosen = process.argv.slice(2);
const wanted = (name: string) => chosen.length === 0 || chosen.includes(name);

/** The PNG of a post's first slide. */
async function drawPost(
	renderer: PostRenderer,
	platform: Platform,
	[template, brand, name = "typical"]: Post,
): Promise<Uint8Array> {
	const { examples } = renderer.templates.get(template)!;
	const { variables } = examples.find((one) => one.name === name)!;
	const { images } = await renderer.render({
		template,
		brand,
		platform,
		mode: "single",
		variables,
	});
	return images[0]!.bytes;
}

const renderer = await createRenderer({ processes: 1, timeoutMs: 600_000 });
try {
	if (wanted("posts")) {
		const rows: Uint8Array[][] = [];
		for (const [platform, posts] of README_ROWS) {
			const row: Uint8Array[] = [];
			for (const post of posts) row.push(await drawPost(renderer, platform, post));
			rows.push(row);
		}
		await writeSheet(rows, fileURLToPath(docs), "posts", README_WIDTH);
	}
	for (const { picture, document } of recipesOf(
		await readFile(new URL("cookbook.md", docs), "utf8"),
	)) {
		if (picture === undefined || document === undefined) continue;
		const name = /\/(.+)\.webp$/.exec(picture)![1]!;
		if (!wanted(name)) continue;
		const { images, warnings } = await renderer.render({ ...document, format: "png" });
		for (const { code, path, message } of warnings) console.log(`  ${code} ${path} ${message}`);
		// All slides of a carousel, side by side.
		if (images.length > 1) {
			const slides = images.map(({ bytes }) => bytes);
			await writeSheet([slides], fileURLToPath(new URL("cookbook/", docs)), name);
			continue;
		}
		const { size } = await sharp(images[0]!.bytes)
			.resize({ width: SIDE, height: SIDE, fit: "inside" })
			.webp({ quality: 80, effort: 6 })
			.toFile(fileURLToPath(new URL(picture, docs)));
		console.log(picture, size);
	}
} finally {
	await renderer.close();
}
