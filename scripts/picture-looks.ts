/**
 * Renders the images of docs/pictures.md, from a bundled background.
 *
 *     npm run build && node dist/scripts/picture-looks.js [folder]
 *
 * Check the images before you commit.
 */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { packageRoot } from "../src/base/package-root.js";
import { createRenderer, type RenderRequest } from "../src/index.js";
import { pictureLooks } from "./picture-looks/documents.js";

const PHOTO = "/api/assets/photos/builtin/mountains-autumn-landscape.svg";
const CUT_OUT = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="84" height="66"><path fill="#10b981" d="M42 3l9 20 22 2-17 15 5 22-19-12-19 12 5-22L11 25l22-2z"/></svg>').toString("base64")}`;

const folder = process.argv[2] ?? fileURLToPath(new URL("docs/pictures/", packageRoot));
await mkdir(folder, { recursive: true });
const renderer = await createRenderer({});
try {
	for (const [name, slide] of Object.entries(pictureLooks(PHOTO, CUT_OUT))) {
		const document: RenderRequest = { platform: "link-preview", slides: [slide] };
		const { images, warnings } = await renderer.render(document);
		const { size } = await sharp(images[0]!.bytes)
			.resize(760)
			.webp({ quality: 80, effort: 6 })
			.toFile(join(folder, `${name}.webp`));
		console.log(name, size, warnings.map(({ code, path }) => `${code} ${path}`).join(", "));
	}
	const magazine = await readFile(new URL("docs/pictures/magazine.json", packageRoot), "utf8");
	const { images, warnings } = await renderer.render(JSON.parse(magazine) as RenderRequest);
	const [width, height, gap] = [216, 270, 8];
	const pages = await Promise.all(
		images.map(async ({ bytes }, i) => ({
			input: await sharp(bytes).resize(width, height).toBuffer(),
			left: i * (width + gap),
			top: 0,
		})),
	);
	const sheet = { width: images.length * (width + gap) - gap, height };
	const { size } = await sharp({ create: { ...sheet, channels: 3, background: "#ffffff" } })
		.composite(pages)
		.webp({ quality: 82, effort: 6 })
		.toFile(join(folder, "magazine.webp"));
	console.log("magazine", size, warnings.map(({ code, path }) => `${code} ${path}`).join(", "));
} finally {
	await renderer.close();
}
