import type { PaintNode } from "../paint/node.js";
import { area, type Box, type Size } from "../scene/geometry.js";
import { backdropBox, filteredBox, isolatedBox } from "./paint-step.js";
import type { IsolatedStep, Step } from "./plan.js";
import { planSteps } from "./plan.js";
import { regionOf } from "./rasterize.js";
import type { SlidePrice } from "./slide-price.js";

/**
 * Rejects nodes that need too many pixels at the same time, before they are drawn.
 * @param path JSON pointer of the part to which the nodes belong
 * @throws ServiceError too_complex
 */
export function checkBuffers(
	path: string,
	paints: readonly PaintNode[],
	slide: Size,
	price: SlidePrice,
): void {
	// Only groups need surfaces, and pictures in outlines, which contain no groups.
	if (paints.some(({ kind }) => kind === "group")) price.lend(path, bufferBytes(paints, slide));
}

/** Largest number of bytes of surfaces that exist at the same time while nodes are painted. */
export function bufferBytes(paints: readonly PaintNode[], { width, height }: Size): number {
	return most(planSteps(paints), { x: 0, y: 0, width, height });
}

/** Pixels of all calls of resvg, including those in groups. @param region the steps paint on */
export function callPixels(steps: readonly Step[], region: Box): number {
	let pixels = 0;
	for (const step of steps) {
		if (step.kind === "call") pixels += area(regionOf(step, region));
		if (step.kind !== "isolated") continue;
		const box = isolatedBox(step, region);
		pixels += callPixels(step.steps, box) + callPixels(step.mask?.steps ?? [], box);
	}
	return pixels;
}

function most(steps: readonly Step[], region: Box): number {
	let bytes = 0;
	for (const step of steps)
		if (step.kind === "isolated") bytes = Math.max(bytes, ofGroup(step, region));
	return bytes;
}

function ofGroup(step: IsolatedStep, region: Box): number {
	const box = isolatedBox(step, region);
	const bare = 4 * area(box);
	const { filter, backdrop } = step;
	const filtered = filter ? 4 * area(filteredBox(box, step.bounds, filter.blur)) : 0;
	const below = backdrop ? bare + 4 * area(backdropBox(region, backdrop.deviation)) : 0;
	const own = bare + Math.max(filtered, below);
	const mask = step.mask ? own + most(step.mask.steps, box) : 0;
	return own + Math.max(most(step.steps, box), mask);
}
