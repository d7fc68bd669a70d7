/**
 * Makes the pixels of a slide: blends vectors that resvg has drawn onto the canvas, and paints
 * unrotated pictures directly.
 */
import { paintBitmap } from "../compose/paint.js";
import { canvasSurface, type Surface } from "../compose/surface.js";
import type { Bitmap } from "../images/bitmap.js";
import { type Canvas, fillCanvas } from "../pixels/canvas.js";
import type { Size } from "../scene/geometry.js";
import type { Scene } from "../scene/scene.js";
import { isWithoutPictures } from "./coming-pictures.js";
import { PaintMemory, paintLayer, paintStep } from "./paint-step.js";
import type { Step } from "./plan.js";
import type { Drawing, Layer } from "./rasterize.js";
import { overlap, rowsOf } from "./step-rows.js";

/**
 * @param canvas of the size of the image
 * @param steps whose calls may have been drawn already, or are being drawn
 * @param onPainted called with the row above which nothing will change, while a thread still draws
 * or decodes
 * @param arrive waits for pictures that are still being decoded; called before the first one is
 * painted
 */
export async function composite(
	canvas: Canvas,
	{ backgroundColor }: Pick<Scene, "backgroundColor">,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Drawing)[],
	onPainted: (row: number) => void = () => {},
	arrive?: () => Promise<void>,
): Promise<void> {
	if (!background || background.channels === 4)
		fillCanvas(canvas, Number.parseInt(backgroundColor.slice(1), 16));
	await paintAll(canvasSurface(canvas), background, steps, onPainted, arrive);
}

/** Paints a background and everything on it. The parameters are those of `composite`. */
export async function paintAll(
	target: Surface,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Drawing)[],
	onPainted: (row: number) => void = () => {},
	arrive?: () => Promise<void>,
): Promise<void> {
	if (background) paintBitmap(target, background, 0, 0);
	let wait = arrive;
	const untouched = untouchedRows(steps, target);
	const memory = new PaintMemory();
	for (const [i, next] of steps.entries()) {
		if (!overlap(rowsOf(next, target), target.rows)) continue;
		if (next.kind === "drawing") onPainted(untouched[i]!);
		if (wait !== undefined && !isWithoutPictures(next)) {
			onPainted(untouched[i]!);
			await wait();
			wait = undefined;
		}
		const step = next.kind === "drawing" ? await next.layer : next;
		if (step.kind === "layer") await memory.drawn.add(paintLayer(target, step));
		else await paintStep(target, step, memory);
	}
}

/** For each step, the number of rows at the top that neither it nor any later step paints on. */
function untouchedRows(steps: readonly (Step | Layer | Drawing)[], slide: Size): number[] {
	let rows = slide.height;
	const from = steps.map(() => 0);
	for (let i = steps.length - 1; i >= 0; i--) {
		rows = Math.min(rows, rowsOf(steps[i]!, slide).from);
		from[i] = rows;
	}
	return from;
}
