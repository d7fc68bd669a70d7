/** Blurs whole pictures as browsers do. */
import type { Bitmap } from "../images/bitmap.js";
import type { Kernels } from "./kernels.js";
import { withPictureMemory } from "./picture-memory.js";

/** From this deviation on, three box blurs replace the Gaussian. Pixels. */
const BOXES_FROM = 2;
/** Reach of the Gaussian at smaller deviations. Pixels. */
const NARROW_REACH = 6;
/** Largest window of a box: its cube times 255 fits in 32 bits. */
export const MAX_WINDOW = 256;

/**
 * The window with which three box blurs approximate a Gaussian.
 * @param deviation pixels, at least 2
 * @see https://www.w3.org/TR/filter-effects-1/#feGaussianBlurElement
 */
export const boxWindow = (deviation: number): number =>
	Math.floor((deviation * 3 * Math.sqrt(2 * Math.PI)) / 4 + 0.5);

/**
 * Variance of three box blurs; if the window is even, the third is larger by one. Square pixels.
 */
export function boxVariance(window: number): number {
	const last = window % 2 === 0 ? window + 1 : window;
	return (2 * (window ** 2 - 1) + last ** 2 - 1) / 12;
}

/**
 * Reach of a blur on each side, pixels.
 * @param deviation pixels, at least 0
 */
export function blurReach(deviation: number): number {
	if (deviation <= 0) return 0;
	return deviation < BOXES_FROM ? NARROW_REACH : Math.ceil(1.5 * boxWindow(deviation)) + 1;
}

/** How a picture is blurred: by a narrow Gaussian, or by three box blurs. */
export type Blur = { readonly deviation: number } | { readonly window: number };

/** The blur that browsers use for a deviation; the window is at most MAX_WINDOW. */
export const blurOf = (deviation: number): Blur =>
	deviation < BOXES_FROM ? { deviation } : { window: boxWindow(deviation) };

/** Where the picture is placed, and which part of the blurred result is needed. Pixels. */
export interface BlurGeometry {
	/** Size of the transparent ground that the picture is placed on. */
	readonly width: number;
	readonly height: number;
	/** The picture's position on the ground. */
	readonly left: number;
	readonly top: number;
	/** Centre of the first output pixel, relative to the centre of the ground's first pixel. */
	readonly startX: number;
	readonly startY: number;
	/** Pixels of the ground per output pixel, at most 1. */
	readonly stepX: number;
	readonly stepY: number;
	/** Size of the output. */
	readonly columns: number;
	readonly rows: number;
}

/**
 * Blurs a picture on a transparent ground, and scales part of it up bilinearly.
 * @param bitmap RGBA
 * @returns RGBA of columns x rows
 */
export function blurBitmap(bitmap: Bitmap, blur: Blur, geometry: BlurGeometry): Bitmap {
	const { width, height, columns, rows } = geometry;
	const ground = width * height * 4;
	const row = ground;
	const scratch = row + columns * 4 + (16 - ((columns * 4 + row) % 16));
	const size =
		scratch + ("window" in blur ? boxesScratch(blur.window) : narrowScratch(width, height));
	return withPictureMemory(size, ({ kernels, at, bytes }) => {
		bytes.fill(0, 0, ground);
		for (let y = 0; y < bitmap.height; y++) {
			const line = bitmap.data.subarray(y * bitmap.width * 4, (y + 1) * bitmap.width * 4);
			bytes.set(line, ((geometry.top + y) * width + geometry.left) * 4);
		}
		kernels.premultiply(at, width * height);
		if ("window" in blur) kernels.boxBlur(at, width, height, blur.window, at + scratch);
		else {
			setNarrowWeights(kernels, blur.deviation);
			kernels.narrowBlur(at, width, height, at + scratch);
		}
		const data = new Uint8Array(columns * rows * 4);
		for (let y = 0; y < rows; y++) {
			const place = Math.min(height - 1, Math.max(0, geometry.startY + y * geometry.stepY));
			const above = Math.floor(place);
			const below = Math.min(height - 1, above + 1);
			kernels.enlargeRow(
				at + row,
				columns,
				at + above * width * 4,
				at + below * width * 4,
				place - above,
				width,
				geometry.startX,
				geometry.stepX,
			);
			kernels.unpremultiply(at + row, columns);
			data.set(bytes.subarray(row, row + columns * 4), y * columns * 4);
		}
		return { width: columns, height: rows, channels: 4, data };
	});
}

/** Bytes that the kernel needs for its sums: see boxBlur in assembly/picture-blur.ts. */
export const boxesScratch = (window: number): number => (3 * (window + 1) + 3) * 8 * 16;

/** Bytes that the narrow blur needs for a row or column. */
export const narrowScratch = (width: number, height: number): number =>
	(Math.max(width, height) + 2 * NARROW_REACH) * 16;

/** @param deviation pixels, below that of box blurs */
export function setNarrowWeights(
	kernels: Pick<Kernels, "setNarrowWeight">,
	deviation: number,
): void {
	for (const [distance, weight] of narrowWeights(deviation).entries())
		kernels.setNarrowWeight(distance, weight);
}

/** Weights of a Gaussian from its centre outwards; those of both sides add up to 1. */
function narrowWeights(deviation: number): number[] {
	const weights = Array.from({ length: NARROW_REACH + 1 }, (_, i) =>
		Math.exp((-i * i) / (2 * deviation * deviation)),
	);
	const total = weights.reduce((sum, weight) => sum + 2 * weight, -1);
	return weights.map((weight) => weight / total);
}
