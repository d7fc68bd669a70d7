/** Does one step to the canvas, or to a surface of its own, which is then painted. */

import { isIdentity, isShift } from "../compose/inverse.js";
import { boxMask, paintBox } from "../compose/paint-box.js";
import { shadePixels } from "../compose/shade-pixels.js";
import {
	bandsOf,
	maskSurface,
	type Surface,
	type SurfaceMemory,
	wholeBox,
} from "../compose/surface.js";
import { surfaceTarget, type Target } from "../compose/target.js";
import { turnedPicture } from "../compose/turned-picture.js";
import type { Matrix } from "../images/svg/matrix.js";
import { path } from "../paint/build.js";
import type { Clip, PaintNode } from "../paint/node.js";
import { type Box, grow, isEmpty } from "../scene/geometry.js";
import type { IsolatedStep, Step } from "./plan.js";
import { rasterize } from "./rasterize.js";

/**
 * @returns characters of markup that were drawn
 * @throws ServiceError too_complex when surfaces take too much memory
 */
export function paintStep(target: Target, step: Step, memory: SurfaceMemory): number {
	switch (step.kind) {
		case "picture":
			target.picture(step.bitmap, step.place.x, step.place.y);
			return 0;
		case "shade":
			target.shade(step);
			return 0;
		case "box":
			paintBox(target, step.box, step.fill);
			return 0;
		case "turned-picture": {
			const box = wholeBox(step.bounds, target.region);
			if (!isEmpty(box)) target.over(turnedPicture(step.bitmap, step.place, step.matrix, box), box);
			return 0;
		}
		case "turned-shade": {
			const box = wholeBox(step.bounds, target.region);
			for (const band of bandsOf(box))
				target.over(shadePixels(step.shade, band, step.matrix), band);
			return 0;
		}
		case "call": {
			const layer = rasterize(step, target.region);
			if (!isEmpty(layer.region)) target.over(layer.pixels, layer.region);
			return layer.drawn;
		}
		case "isolated":
			return paintIsolated(target, step, memory);
	}
}

function paintIsolated(target: Target, step: IsolatedStep, memory: SurfaceMemory): number {
	const box = isolatedBox(step, target.region);
	if (isEmpty(box)) return 0;
	const surface = memory.open(box);
	let drawn = paintAll(surface, step.steps, memory);
	if (step.clip) clipSurface(surface, step.clip, step.matrix);
	if (step.mask) {
		const mask = memory.open(box);
		drawn += paintAll(mask, step.mask.steps, memory);
		if (step.mask.by === "luminance") luminanceToAlpha(mask.data);
		maskSurface(surface, mask.data, 3, 4);
		memory.close(mask);
	}
	target.blend(surface, step.blend, step.opacity);
	memory.close(surface);
	return drawn;
}

/** The pixels that a group can paint, and one around. */
export const isolatedBox = ({ bounds }: { readonly bounds: Box }, within: Box): Box =>
	wholeBox(grow(bounds, 1), within);

function paintAll(surface: Surface, steps: readonly Step[], memory: SurfaceMemory): number {
	const target = surfaceTarget(surface);
	let drawn = 0;
	for (const step of steps) drawn += paintStep(target, step, memory);
	return drawn;
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
	// It is asked for in the whole of the surface.
	const { pixels } = rasterize({ kind: "call", paints: [node] }, surface);
	maskSurface(surface, pixels, 3, 4);
}

/**
 * The luminance of premultiplied pixels becomes their alpha.
 * @see https://www.w3.org/TR/css-masking-1/#MaskValues
 */
function luminanceToAlpha(data: Uint8Array): void {
	for (let at = 0; at < data.length; at += 4)
		data[at + 3] = Math.round(0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!);
}
