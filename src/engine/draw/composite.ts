/**
 * Makes the pixels of a slide: blends vectors that resvg has drawn onto the canvas, and unrotated
 * pictures directly.
 */
import type { Surface } from "../compose/surface.js";
import { canvasTarget, surfaceTarget, type Target } from "../compose/target.js";
import type { Bitmap } from "../images/bitmap.js";
import type { Canvas } from "../pixels/canvas.js";
import { fill, paintBitmap } from "../pixels/paint.js";
import type { Size } from "../scene/geometry.js";
import type { Scene } from "../scene/scene.js";
import { PaintMemory, paintLayer, paintStep } from "./paint-step.js";
import type { Step } from "./plan.js";
import { type Drawing, type Layer, regionOf } from "./rasterize.js";

/**
 * @param canvas of the size of the image
 * @param steps whose calls may have been drawn already, or are being drawn
 * @param onPainted called, while a thread is still drawing, with a row above which nothing will
 * change
 */
export async function composite(
	canvas: Canvas,
	{ backgroundColor }: Pick<Scene, "backgroundColor">,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Drawing)[],
	onPainted: (row: number) => void = () => {},
): Promise<void> {
	if (!background || background.channels === 4)
		fill(canvas, Number.parseInt(backgroundColor.slice(1), 16));
	if (background) paintBitmap(canvas, background, 0, 0);
	await paintSteps(canvasTarget(canvas), steps, onPainted);
}

/** As `composite`, on a slide that may stay transparent; everything is painted on it. */
export async function compositeTransparent(
	surface: Surface,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Drawing)[],
): Promise<void> {
	const target = surfaceTarget(surface);
	if (background) target.picture(background, 0, 0);
	await paintSteps(target, steps);
}

async function paintSteps(
	target: Target,
	steps: readonly (Step | Layer | Drawing)[],
	onPainted: (row: number) => void = () => {},
): Promise<void> {
	const untouched = untouchedRows(steps, target.region);
	const memory = new PaintMemory();
	for (const [i, next] of steps.entries()) {
		if (next.kind === "drawing") onPainted(untouched[i]!);
		const step = next.kind === "drawing" ? await next.layer : next;
		if (step.kind === "layer") await memory.drawn.add(paintLayer(target, step));
		else await paintStep(target, step, memory);
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
	if (step.kind === "picture" || step.kind === "shade") return Math.floor(step.place.y);
	if (step.kind === "call") return regionOf(step, slide).y;
	return "bounds" in step ? Math.floor(step.bounds.y) - 1 : step.region.y;
}
