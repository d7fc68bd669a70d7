/** Writes a slide as a page of a PDF: its paints in order, letters as outlines. */
import { deflateSync } from "node:zlib";
import { DEFAULT_QUALITY } from "../../../contract/formats.js";
import type { Bitmap } from "../../images/bitmap.js";
import { upright } from "../../paint/build.js";
import type { PaintNode } from "../../paint/node.js";
import { rectPath } from "../../paint/outlines.js";
import { packPage } from "../../pdf-page.js";
import type { Scene } from "../../scene/scene.js";
import { parseCssColor } from "../../text/rich/css-color.js";
import { pathOperators, rgb } from "./operators.js";
import { PagePictures } from "./pictures.js";
import { PageResources } from "./resources.js";
import { pageWords } from "./words.js";
import { PdfWriter, pictureOperators } from "./writer.js";

/** Limits mitred corners of strokes as in SVG. */
const START = "4 M ";

/** What a page shows. */
interface PageNodes {
	readonly paints: readonly PaintNode[];
	/** The same with its texts, if some of the paints are pictures of texts. */
	readonly spoken?: readonly PaintNode[];
}

/**
 * @param quality of photos, 1 to 100
 * @param alt what the slide shows in addition to its texts; "" for nothing
 * @returns the page in the form that `unpackPage` reads
 */
export async function pdfPage(
	scene: Scene,
	background: Bitmap | null,
	{ paints, spoken = paints }: PageNodes,
	quality: number = DEFAULT_QUALITY,
	alt = "",
): Promise<Buffer> {
	const { width, height } = scene;
	const resources = new PageResources();
	const pictures = new PagePictures(quality);
	const writer = new PdfWriter(resources, pictures);
	const parts = [START];
	if (background?.channels !== 3) {
		const ground = pathOperators(rectPath(0, 0, width, height));
		parts.push(`${rgb(parseCssColor(scene.backgroundColor)!)} rg ${ground}f\n`);
	}
	if (background)
		parts.push(
			pictureOperators(await pictures.bitmap(background), upright({ x: 0, y: 0, width, height })),
		);
	for (const paint of paints) parts.push(await writer.write(paint));
	const content = deflateSync(Buffer.from(parts.join(""), "latin1"), { level: 6 });
	const { states, gradients, groups } = resources;
	const words = pageWords(spoken, { x: 0, y: 0, width, height }, alt);
	const { list } = pictures;
	return packPage({ width, height, content, words, states, gradients, groups, pictures: list });
}
