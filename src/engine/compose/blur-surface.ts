/** Filters of surfaces: blur, and maps of colours. */
import {
	type Blur,
	blurOf,
	boxesScratch,
	narrowScratch,
	setNarrowWeights,
} from "../pixels/blur.js";
import { type ColorMap, filterPixels } from "../pixels/filter.js";
import { kernels, releaseMemory, reserveMemory } from "../pixels/kernels.js";
import { area, type Box } from "../scene/geometry.js";
import { setNumbers } from "./brush.js";
import { pixelsOf, type Surface } from "./surface.js";

/** From this deviation on, a surface is halved before it is blurred. Pixels. */
const HALVED_FROM = 16;
/** Variance that halving and scaling up add, in square pixels of the small surface. */
const GRID_VARIANCE = 1 / 12 + 1 / 6;

/** How often a surface is halved. @param deviation pixels */
export function halvings(deviation: number): number {
	let count = 0;
	while (deviation / 2 ** count >= HALVED_FROM) count++;
	return count;
}

/** The box, extended to the right and below so that it can be halved. */
export function halvableBox(box: Box, deviation: number): Box {
	const cell = 2 ** halvings(deviation);
	const whole = (length: number) => Math.max(2, Math.ceil(length / cell)) * cell;
	return { ...box, width: whole(box.width), height: whole(box.height) };
}

/**
 * Blurs a surface in place; transparent pixels are around it.
 * @param surface its box is that of `halvableBox`
 * @param deviation pixels, above 0
 */
export function blurSurface(surface: Surface, deviation: number): void {
	const count = halvings(deviation);
	const { address, width, height } = surface;
	if (count === 0) {
		blurPixels(address, width, height, blurOf(deviation));
		return;
	}
	let [columns, rows] = [width, height];
	for (let i = 0; i < count; i++, columns >>= 1, rows >>= 1)
		kernels.halvePicture(address, columns, rows);
	const cell = 2 ** count;
	const small = Math.sqrt((deviation / cell) ** 2 - GRID_VARIANCE);
	blurPixels(address, columns, rows, blurOf(small));
	const copy = reserveMemory(4 * columns * rows);
	const pixels = pixelsOf(surface);
	const target = pixels.buffer as ArrayBuffer;
	new Uint8Array(target, copy, 4 * columns * rows).set(pixels.subarray(0, 4 * columns * rows));
	pixels.fill(0);
	setNumbers(kernels.brushAddress(), [1 / cell, 0, 0, 1 / cell, 0, 0]);
	kernels.setBitmap(copy, columns, rows, false);
	setNumbers(kernels.shapeAddress(), [1, 0, 0, 1, 0, 0, 0, 0, width, height, 0, 0, 0, 0]);
	kernels.fillShape(address, width, 0, 0, width, height);
	releaseMemory(copy);
}

function blurPixels(address: number, width: number, height: number, blur: Blur): void {
	const bytes = "window" in blur ? boxesScratch(blur.window) : narrowScratch(width, height);
	const scratch = reserveMemory(bytes);
	if ("window" in blur) kernels.boxBlur(address, width, height, blur.window, scratch);
	else {
		setNarrowWeights(kernels, blur.deviation);
		kernels.narrowBlur(address, width, height, scratch);
	}
	releaseMemory(scratch);
}

/** Changes the colours of a surface. */
export function mapColors(surface: Surface, maps: readonly ColorMap[]): void {
	if (maps.length === 0) return;
	kernels.unpremultiply(surface.address, area(surface));
	filterPixels(pixelsOf(surface), 4, maps);
	kernels.premultiply(surface.address, area(surface));
}
