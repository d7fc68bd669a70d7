/** A slide as a page of a PDF: its paints in their order, letters as outlines. */
import { deflateSync } from "node:zlib";
import { DEFAULT_QUALITY } from "../../contract/formats.js";
import type { Bitmap } from "../../images/bitmap.js";
import { packPage } from "../../render/pdf-page.js";
import type { Scene } from "../../scene/scene.js";
import { type Paint, type Placement, upright } from "../../svg/paint.js";
import { markupOperators, matrix, Opacities, rotationOperator } from "./markup.js";
import { PagePictures } from "./pictures.js";

/** Corners of strokes are cut off where SVG cuts them. */
const START = "4 M ";

/**
 * @param quality of photographs, 1 to 100
 * @returns the page as `unpackPage` reads it
 */
export async function pdfPage(
	scene: Scene,
	background: Bitmap | null,
	paints: readonly Paint[],
	quality: number = DEFAULT_QUALITY,
): Promise<Buffer> {
	const { width, height } = scene;
	const slide = upright({ x: 0, y: 0, width, height });
	const opacities = new Opacities();
	const pictures = new PagePictures(quality);
	const ground = `<path fill="${scene.backgroundColor}" d="M0 0H${width}V${height}H0z"/>`;
	const parts = [START];
	if (background?.channels !== 3) parts.push(markupOperators(ground, opacities));
	if (background) parts.push(place(await pictures.bitmap(background), slide));
	for (const paint of paints) {
		if (paint.kind === "vector") parts.push(markupOperators(paint.markup, opacities));
		else if (paint.kind === "bitmap")
			parts.push(place(await pictures.bitmap(paint.bitmap), paint.place));
		else parts.push(place(pictures.shade(paint), paint.place));
	}
	const content = deflateSync(Buffer.from(parts.join(""), "latin1"), { level: 6 });
	return packPage({
		width,
		height,
		content,
		opacities: opacities.list,
		pictures: pictures.list,
	});
}

/** A picture fills the unit square, from its lower left corner; the page counts from the top. */
function place(picture: number, { x, y, width, height, ...turn }: Placement): string {
	const turned =
		turn.rotation === 0 ? "" : rotationOperator(turn.rotation, turn.centerX, turn.centerY);
	return `q ${turned}${matrix(width, 0, 0, -height, x, y + height)}/I${picture} Do Q\n`;
}
