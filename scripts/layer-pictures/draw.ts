/** Draws slides as the pictures of a page of the documentation. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Slide } from "../../src/contract/render-request.js";
import { createRenderer, type RenderRequest } from "../../src/index.js";

/**
 * Writes a WebP for each slide and prints its size and warnings.
 * @param slides by the names of their files
 */
export async function drawPictures(
	slides: Readonly<Record<string, Slide>>,
	folder: string,
): Promise<void> {
	await mkdir(folder, { recursive: true });
	const renderer = await createRenderer({});
	try {
		for (const [name, slide] of Object.entries(slides)) {
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
}
