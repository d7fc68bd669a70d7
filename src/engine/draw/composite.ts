/**
 * Makes the pixels of a slide: blends vectors that resvg has drawn onto the canvas, and paints
 * unrotated pictures directly.
 */
import type { Surface } from "../compose/surface.js";
import { canvasTarget, surfaceTarget, type Target } from "../compose/target.js";
import type { Bitmap } from "../images/bitmap.js";
import type { Canvas, Rows } from "../pixels/canvas.js";
import { fill, paintBitmap } from "../pixels/paint.js";
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
		fill(canvas, Number.parseInt(backgroundColor.slice(1), 16));
	if (background) paintBitmap(canvas, background, 0, 0);
	await paintSteps(canvasTarget(canvas), steps, canvas.rows, onPainted, arrive);
}

/** Like `composite`, for a slide that may stay transparent; paints all rows. */
export async function compositeTransparent(
	surface: Surface,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Drawing)[],
): Promise<void> {
	const target = surfaceTarget(surface);
	if (background) target.picture(background, 0, 0);
	await paintSteps(target, steps, { from: 0, end: surface.height });
}

/** @param rows to be painted */
async function paintSteps(
	target: Target,
	steps: readonly (Step | Layer | Drawing)[],
	rows: Rows,
	onPainted: (row: number) => void = () => {},
	arrive?: () => Promise<void>,
): Promise<void> {
	let wait = arrive;
	const untouched = untouchedRows(steps, target.region);
	const memory = new PaintMemory();
	for (const [i, next] of steps.entries()) {
		if (!overlap(rowsOf(next, target.region), rows)) continue;
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
