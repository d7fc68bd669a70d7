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
import { LAYER_PICTURES } from "./layer-pictures/documents.js";

const folder = process.argv[2] ?? fileURLToPath(new URL("docs/layers/", packageRoot));
await mkdir(folder, { recursive: true });
const renderer = await createRenderer({});
try {
	for (const [name, slide] of Object.entries(LAYER_PICTURES)) {
		const document: RenderRequest = { platform: "link-preview", slides: [slide] };
		const { images, warnings } = await renderer.render(document);
		const { size } = await sharp(images[0]!.bytes)
			.resize(760)
			.webp({ quality: 80, effort: 6 })
			.toFile(join(folder, `${name}.webp`));
		console.log(name, size, warnings.map(({ code, path }) => `${code} ${path}`).join(", "));
	}
} finally {
	await renderer.close();
}
