/**
 * Makes the pixels of a slide: vectors that resvg draws are laid on the canvas,
 * upright pictures blended directly.
 */
import type { Bitmap } from "../images/bitmap.js";
import type { Canvas } from "../pixels/canvas.js";
import { fill, paintBitmap, paintPremultiplied, paintShade } from "../pixels/paint.js";
import type { Size } from "../scene/geometry.js";
import type { Scene } from "../scene/scene.js";
import { freeDrawn } from "../svg/native-memory.js";
import type { Step } from "./plan.js";
import { type Drawing, type Layer, rasterize, regionOf } from "./rasterize.js";

/**
 * @param canvas of the scene's size
 * @param steps groups may be drawn already, or are being drawn
 * @param onPainted told, while a thread still draws, of a row above which nothing will change
 */
export async function composite(
	canvas: Canvas,
	scene: Scene,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Drawing)[],
	onPainted: (row: number) => void = () => {},
): Promise<void> {
	if (!background || background.channels === 4)
		fill(canvas, Number.parseInt(scene.backgroundColor.slice(1), 16));
	if (background) paintBitmap(canvas, background, 0, 0);
	const untouched = untouchedRows(steps, scene);
	let drawn = 0;
	for (const [i, next] of steps.entries()) {
		if (next.kind === "drawing") onPainted(untouched[i]!);
		const step = next.kind === "drawing" ? await next.layer : next;
		if (step.kind === "bitmap") paintBitmap(canvas, step.bitmap, step.place.x, step.place.y);
		else if (step.kind === "shade")
			paintShade(canvas, step.alpha, step.columns, step.rows, step.place, step.color);
		else {
			const layer = step.kind === "layer" ? step : rasterize(step, scene);
			const { x, y, width, height } = layer.region;
			paintPremultiplied(canvas, layer.pixels, x, y, width, height);
			drawn = await freeDrawn(drawn + layer.drawn);
		}
	}
}

/** For each step, the rows at the top that neither it nor any later one paints on. */
function untouchedRows(steps: readonly (Step | Layer | Drawing)[], slide: Size): number[] {
	let rows = slide.height;
	const from = steps.map(() => 0);
	for (let i = steps.length - 1; i >= 0; i--) {
		rows = Math.min(rows, Math.max(0, topOf(steps[i]!, slide)));
		from[i] = rows;
	}
	return from;
}

function topOf(step: Step | Layer | Drawing, slide: Size): number {
	if (step.kind === "bitmap" || step.kind === "shade") return Math.floor(step.place.y);
	return step.kind === "group" ? regionOf(step, slide).y : step.region.y;
}
