/** Converts export pixels, in which slides are laid out, to pixels of the image. */
import { outputSize } from "../../contract/platforms.js";
import type { Box, Size } from "./geometry.js";

/** Output pixels per export pixel. The two differ because sizes are rounded to whole pixels. */
export interface OutputScale {
	readonly x: number;
	readonly y: number;
}

export const UNSCALED: OutputScale = Object.freeze({ x: 1, y: 1 });

export const isUnscaled = ({ x, y }: OutputScale): boolean => x === 1 && y === 1;

/**
 * The scale that gives a slide whole pixels.
 * @param slide export pixels
 * @param scale the `scale` of the document
 */
export function outputScale(slide: Size, scale = 1): OutputScale {
	const { width, height } = outputSize(slide, scale);
	return { x: width / slide.width, y: height / slide.height };
}

/** A box of the slide in pixels of the image. */
export const toOutput = ({ x, y, width, height }: Box, scale: OutputScale): Box => ({
	x: x * scale.x,
	y: y * scale.y,
	width: width * scale.x,
	height: height * scale.y,
});

/** The inverse of `toOutput`. */
export const fromOutput = ({ x, y, width, height }: Box, scale: OutputScale): Box => ({
	x: x / scale.x,
	y: y / scale.y,
	width: width / scale.x,
	height: height / scale.y,
});

/** The size of the image of a slide in pixels. */
export const outputOf = ({ width, height }: Size, scale: OutputScale): Size => ({
	width: Math.round(width * scale.x),
	height: Math.round(height * scale.y),
});
