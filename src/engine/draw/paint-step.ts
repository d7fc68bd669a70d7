/** Paints one step on the canvas, or on a separate surface that is then painted. */

import { isIdentity, isShift } from "../compose/inverse.js";
import { boxMask, paintBox } from "../compose/paint-box.js";
import { shadePixels } from "../compose/shade-pixels.js";
import { bandsOf, maskSurface, type Surface, SurfaceMemory, wholeBox } from "../compose/surface.js";
import { surfaceTarget, type Target } from "../compose/target.js";
import { turnedPicture } from "../compose/turned-picture.js";
import type { Matrix } from "../images/svg/matrix.js";
import { path } from "../paint/build.js";
import type { Clip, PaintNode } from "../paint/node.js";
import { type Box, grow, isEmpty } from "../scene/geometry.js";
import { DrawnMemory } from "../svg/native-memory.js";
import { drawnBy } from "../svg/soft-mask.js";
import type { IsolatedStep, Step } from "./plan.js";
import { type Layer, rasterize } from "./rasterize.js";

/** The memory used by painting, and what frees it in time. */
export class PaintMemory {
	readonly surfaces = new SurfaceMemory();
	readonly drawn = new DrawnMemory();
}

/** @throws ServiceError too_complex if surfaces need too much memory */
export async function paintStep(target: Target, step: Step, memory: PaintMemory): Promise<void> {
	switch (step.kind) {
		case "picture":
			target.picture(step.bitmap, step.place.x, step.place.y);
			return;
		case "shade":
			target.shade(step);
			await memory.drawn.add(drawnBy(step.alpha));
			return;
		case "box":
			paintBox(target, step.box, step.fill);
			return;
		case "turned-picture": {
			const box = wholeBox(step.bounds, target.region);
			if (!isEmpty(box)) target.over(turnedPicture(step.bitmap, step.place, step.matrix, box), box);
			return;
		}
		case "turned-shade": {
			const box = wholeBox(step.bounds, target.region);
			for (const band of bandsOf(box))
				target.over(shadePixels(step.shade, band, step.matrix), band);
			await memory.drawn.add(drawnBy(step.shade.alpha));
			return;
		}
		case "call":
			// The pixels must no longer be referenced when they are freed.
			await memory.drawn.add(paintLayer(target, rasterize(step, target.region)));
			return;
		case "isolated":
			await paintIsolated(target, step, memory);
	}
}

/** @returns the amount that can be freed: see `DrawnMemory` */
export function paintLayer(target: Target, { pixels, region, drawn }: Layer): number {
	if (!isEmpty(region)) target.over(pixels, region);
	return drawn;
}

async function paintIsolated(
	target: Target,
	step: IsolatedStep,
	memory: PaintMemory,
): Promise<void> {
	const box = isolatedBox(step, target.region);
	if (isEmpty(box)) return;
	const { surfaces } = memory;
	const surface = surfaces.open(box);
	await paintAll(surface, step.steps, memory);
	if (step.clip) clipSurface(surface, step.clip, step.matrix);
	if (step.mask) {
		const mask = surfaces.open(box);
		await paintAll(mask, step.mask.steps, memory);
		if (step.mask.by === "luminance") luminanceToAlpha(mask.data);
		maskSurface(surface, mask.data, 3, 4);
		surfaces.close(mask);
	}
	target.blend(surface, step.blend, step.opacity);
	surfaces.close(surface);
}

/** The pixels that a group can paint, plus one around them. */
export const isolatedBox = ({ bounds }: { readonly bounds: Box }, within: Box): Box =>
	wholeBox(grow(bounds, 1), within);

async function paintAll(
	surface: Surface,
	steps: readonly Step[],
	memory: PaintMemory,
): Promise<void> {
	const target = surfaceTarget(surface);
	for (const step of steps) await paintStep(target, step, memory);
}

const BLACK = { r: 0, g: 0, b: 0, a: 1 };

function clipSurface(surface: Surface, clip: Clip, matrix: Matrix): void {
	if (clip.box && isShift(matrix)) {
		const moved = { ...clip.box, x: clip.box.x + matrix[4], y: clip.box.y + matrix[5] };
		maskSurface(surface, boxMask(moved, surface), 0, 1);
		return;
	}
	const outline = { ...path(clip.data, BLACK, surface), ...(clip.rule && { rule: clip.rule }) };
	const node: PaintNode = isIdentity(matrix)
		? outline
		: { kind: "group", children: [outline], matrix, bounds: surface };
	// Drawn as part of the whole surface.
	const { pixels } = rasterize({ kind: "call", paints: [node] }, surface);
	maskSurface(surface, pixels, 3, 4);
}

/**
 * Replaces alpha by the luminance of premultiplied pixels.
 * @see https://www.w3.org/TR/css-masking-1/#MaskValues
 */
function luminanceToAlpha(data: Uint8Array): void {
	for (let at = 0; at < data.length; at += 4)
		data[at + 3] = Math.round(0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!);
}
