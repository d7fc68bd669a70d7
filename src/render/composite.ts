/**
 * Makes the pixels of a slide: vectors that resvg draws are laid on the canvas,
 * upright pictures blended directly.
 */
import type { Bitmap } from "../images/bitmap.js";
import { type Canvas, openCanvas } from "../pixels/canvas.js";
import { fill, paintBitmap, paintPremultiplied, paintShade } from "../pixels/paint.js";
import type { Scene } from "../scene/scene.js";
import { freeDrawn } from "../svg/native-memory.js";
import type { Step } from "./plan.js";
import { type Layer, rasterize } from "./rasterize.js";

/**
 * @param steps groups may be drawn already, or are being drawn
 * @returns the process's one canvas: it is drawn on again by the next call,
 * which must not begin before this one's result is used
 */
export async function composite(
	scene: Scene,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Promise<Layer>)[],
): Promise<Canvas> {
	const canvas = openCanvas(scene.width, scene.height);
	if (!background || background.channels === 4)
		fill(canvas, Number.parseInt(scene.backgroundColor.slice(1), 16));
	if (background) paintBitmap(canvas, background, 0, 0);
	let drawn = 0;
	for (const next of steps) {
		const step = await next;
		if (step.kind === "bitmap") paintBitmap(canvas, step.bitmap, step.place.x, step.place.y);
		else if (step.kind === "shade")
			paintShade(canvas, step.alpha, step.columns, step.rows, step.place);
		else {
			const layer = step.kind === "layer" ? step : rasterize(step, scene);
			const { x, y, width, height } = layer.region;
			paintPremultiplied(canvas, layer.pixels, x, y, width, height);
			drawn = await freeDrawn(drawn + layer.drawn);
		}
	}
	return canvas;
}
