/** Paints one step on the canvas, or on a separate surface that is then painted. */

import { blurSurface, halvableBox, mapColors } from "../compose/blur-surface.js";
import { paintLetters } from "../compose/letters.js";
import { mirrorAround } from "../compose/mirror.js";
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
import type { PictureFilter } from "../images/need.js";
import { isIdentity, type Matrix } from "../images/svg/matrix.js";
import { path } from "../paint/build.js";
import type { Clip, PaintNode } from "../paint/node.js";
import { blurReach } from "../pixels/blur.js";
import { type Box, grow, isEmpty, mapBox } from "../scene/geometry.js";
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
		case "letters":
			await memory.drawn.add(paintLetters(target, step));
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
	if (step.showsBelow) paintSurface(surface, target, "normal", 1);
	if (step.backdrop) paintBackdrop(surface, target, step, memory);
	if (step.filter) await paintFiltered(surface, step, step.filter, memory);
	else await paintAll(surface, step.steps, memory);
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

/** Paints the content of a group with a filter, also that which its blur moves into view. */
async function paintFiltered(
	target: Surface,
	{ steps, bounds }: IsolatedStep,
	{ blur, maps }: PictureFilter,
	memory: PaintMemory,
): Promise<void> {
	const { surfaces } = memory;
	const surface = surfaces.open(filteredBox(target, bounds, blur));
	await paintAll(surface, steps, memory);
	if (blur > 0) blurSurface(surface, blur);
	mapColors(surface, maps);
	paintSurface(target, surface, "normal", 1);
	surfaces.close(surface);
}

/** The pixels that a filter needs. @param box that are shown */
export function filteredBox(box: Box, bounds: Box, blur: number): Box {
	if (!(blur > 0)) return { x: box.x, y: box.y, width: box.width, height: box.height };
	const near = grow(box, Math.ceil(blurReach(blur)));
	return halvableBox(wholeBox(grow(bounds, 1), near), blur);
}

/** Paints what lies below a group on its surface, blurred, within the outline of the backdrop. */
function paintBackdrop(
	surface: Surface,
	below: Surface,
	{ backdrop, matrix }: IsolatedStep,
	{ surfaces }: PaintMemory,
): void {
	const { deviation, clip, box } = backdrop!;
	const lies = wholeBox(mapBox(matrix, box), below);
	if (isEmpty(lies)) return;
	const copy = surfaces.open(backdropBox(lies, deviation));
	paintSurface(copy, below, "normal", 1);
	mirrorAround(copy, lies);
	blurSurface(copy, deviation);
	const shown = surfaces.open({ ...surface });
	paintSurface(shown, copy, "normal", 1);
	clipSurface(shown, clip, matrix);
	paintSurface(surface, shown, "normal", 1);
	surfaces.close(shown);
	surfaces.close(copy);
}

/** The pixels that a blurred backdrop needs, whole pixels. */
export const backdropBox = (box: Box, deviation: number): Box =>
	halvableBox(grow(box, Math.ceil(blurReach(deviation))), deviation);

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
