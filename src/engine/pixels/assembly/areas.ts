/** The memory layout of the kernels. Surfaces lie after these areas, in memory that grows. */

/** Bytes for input and output in pieces: small enough for the processor's cache. */
export const STAGING_BYTES: i32 = 256 * 1024;

/** The slide being drawn: RGBA, opaque, rows from the top. */
export let CANVAS: usize = 0;
export let STAGING: usize = 0;
/** Palette indexes: a byte for each pixel of the canvas. */
export let INDEXES: usize = 0;
/** The palette, RGB. */
export let PALETTE: usize = 0;
/** The colours of a gradient, premultiplied RGBA: 16 bits each, of which 8 are a fraction. */
export let COLORS: usize = 0;
/** Maximum number of colours in the table. */
export const MAX_COLORS: i32 = 16_384;
/** The compressed picture. */
export let OUTPUT: usize = 0;
/** The previous compressed picture; uses no memory until something is written there. */
export let LAST_OUTPUT: usize = 0;

/**
 * @param canvasPixels pixels of the largest slide
 * @param outputBytes maximum that the coder may write
 */
export function reserveAreas(canvasPixels: i32, outputBytes: i32): void {
	CANVAS = heap.alloc((<usize>canvasPixels) << 2);
	STAGING = heap.alloc(STAGING_BYTES);
	INDEXES = heap.alloc(canvasPixels);
	PALETTE = heap.alloc(1_024);
	COLORS = heap.alloc((<usize>MAX_COLORS) << 3);
	OUTPUT = heap.alloc(outputBytes);
	LAST_OUTPUT = heap.alloc(outputBytes);
}
