/** Paints one step on the canvas, or on a separate surface that is then painted. */

import {
	clipToBox,
	luminanceToAlpha,
	maskByPixels,
	maskSurface,
	paintBitmap,
	paintBox,
	paintPicture,
	paintPixels,
	paintShade,
	paintSurface,
} from "../compose/paint.js";
import { type Surface, SurfaceMemory, wholeBox } from "../compose/surface.js";
import { isIdentity, type Matrix } from "../images/svg/matrix.js";
import { path } from "../paint/build.js";
import type { Clip, PaintNode } from "../paint/node.js";
import { type Box, grow, isEmpty } from "../scene/geometry.js";
import { DrawnMemory } from "../svg/native-memory.js";
import { shadeIn } from "../svg/shadow-shade.js";
import { drawnBy } from "../svg/soft-mask.js";
import type { IsolatedStep, Step } from "./plan.js";
import { type Layer, rasterize } from "./rasterize.js";

/** The memory used by painting, and what frees it in time. */
export class PaintMemory {
	readonly surfaces = new SurfaceMemory();
	readonly drawn = new DrawnMemory();
}

/** @throws ServiceError too_complex if surfaces need too much memory */
export async function paintStep(target: Surface, step: Step, memory: PaintMemory): Promise<void> {
	switch (step.kind) {
		case "picture":
			paintBitmap(target, step.bitmap, step.place.x, step.place.y);
			return;
		case "shade":
			paintShade(target, step);
			await memory.drawn.add(drawnBy(step.alpha));
			return;
		case "box":
			paintBox(target, step.box, step.fill, step.matrix);
			return;
		case "picture-fill":
			paintPicture(target, step.bitmap, step.place, step.box, step.matrix);
			return;
		case "turned-shade": {
			const upright = shadeIn(step.cast, step.matrix, target);
			if (!upright) return;
			paintShade(target, upright);
			await memory.drawn.add(drawnBy(upright.alpha));
			return;
		}
		case "call":
			// The pixels must no longer be referenced when they are freed.
			await memory.drawn.add(paintLayer(target, rasterize(step, target)));
			return;
		case "isolated":
			await paintIsolated(target, step, memory);
	}
}

/** @returns the amount that can be freed: see `DrawnMemory` */
export function paintLayer(target: Surface, { pixels, region, drawn }: Layer): number {
	if (!isEmpty(region)) paintPixels(target, pixels, region);
	return drawn;
}

async function paintIsolated(
	target: Surface,
	step: IsolatedStep,
	memory: PaintMemory,
): Promise<void> {
	const box = isolatedBox(step, target);
	if (isEmpty(box)) return;
	const { surfaces } = memory;
	const surface = surfaces.open(box);
	await paintAll(surface, step.steps, memory);
	if (step.clip) clipSurface(surface, step.clip, step.matrix);
	if (step.mask) {
		const mask = surfaces.open(box);
		await paintAll(mask, step.mask.steps, memory);
		if (step.mask.by === "luminance") luminanceToAlpha(mask);
		maskSurface(surface, mask);
		surfaces.close(mask);
	}
	paintSurface(target, surface, step.blend, step.opacity);
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
	for (const step of steps) await paintStep(surface, step, memory);
}

const BLACK = { r: 0, g: 0, b: 0, a: 1 };

function clipSurface(surface: Surface, clip: Clip, matrix: Matrix): void {
	const box = clip.box ?? clip.hole;
	if (box) {
		clipToBox(surface, box, matrix, clip.hole !== undefined);
		return;
	}
	const outline = { ...path(clip.data, BLACK, surface), ...(clip.rule && { rule: clip.rule }) };
	const node: PaintNode = isIdentity(matrix)
		? outline
		: { kind: "group", children: [outline], matrix, bounds: surface };
	// Drawn as part of the whole surface.
	const { pixels } = rasterize({ kind: "call", paints: [node] }, surface);
	maskByPixels(surface, pixels);
}
