/**
 * Where things are in the memory of the kernels. It is reserved once and never
 * grows, so that the views that JavaScript has of it stay good.
 */

/** Bytes for what comes in and goes out by pieces: it stays in the processor's cache. */
export const STAGING_BYTES: i32 = 256 * 1024;

/** The slide that is drawn: RGBA, opaque, rows from the top. */
export let CANVAS: usize = 0;
export let STAGING: usize = 0;
/** A byte for each pixel of the canvas, where it has a palette. */
export let INDEXES: usize = 0;
/** The palette, RGB. */
export let PALETTE: usize = 0;
/** The colours of a gradient, RGBA. */
export let COLORS: usize = 0;
/** How many of them there is room for. */
export const MAX_COLORS: i32 = 16_384;
/** The compressed picture. */
export let OUTPUT: usize = 0;
/** The one before; no memory is taken for it until something is written there. */
export let LAST_OUTPUT: usize = 0;

/**
 * @param canvasPixels pixels of the largest slide
 * @param outputBytes most that the coder may write
 */
export function reserveAreas(canvasPixels: i32, outputBytes: i32): void {
	CANVAS = heap.alloc((<usize>canvasPixels) << 2);
	STAGING = heap.alloc(STAGING_BYTES);
	INDEXES = heap.alloc(canvasPixels);
	PALETTE = heap.alloc(1_024);
	COLORS = heap.alloc((<usize>MAX_COLORS) << 2);
	OUTPUT = heap.alloc(outputBytes);
	LAST_OUTPUT = heap.alloc(outputBytes);
}
