/** Where painting goes: the canvas of the slide, or a separate surface. */
import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";
import type { Canvas, Rows } from "../pixels/canvas.js";
import { kernelMemory, kernels, releaseMemory, reserveMemory } from "../pixels/kernels.js";
import { area, type Box, intersect, isEmpty, type Size, wholePixels } from "../scene/geometry.js";

/** Premultiplied RGBA in the memory of the kernels, at whole pixels of the slide. */
export interface Surface extends Box {
	/** Address of the first pixel; rows follow each other without a gap. */
	readonly address: number;
	/** The rows that painting changes, in pixels of the slide. */
	readonly rows: Rows;
	/** The canvas is opaque, and some of its rows may not be written yet. */
	readonly isCanvas: boolean;
}

/** The smallest box of whole pixels that contains a box, limited to another box of whole pixels. */
export const wholeBox = (box: Box, within: Box): Box => intersect(wholePixels(box), within);

export const boxOf = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

export const canvasSurface = ({ width, height, rows }: Canvas): Surface => ({
	...boxOf({ width, height }),
	address: kernels.canvasAddress(),
	rows,
	isCanvas: true,
});

/** The pixels of a separate surface; valid until memory is reserved. */
export const pixelsOf = (surface: Surface): Uint8Array =>
	kernelMemory().subarray(surface.address, surface.address + 4 * area(surface));

/**
 * A stack of surfaces: the last one that was opened is closed first. Each level of nested groups
 * has one.
 */
export class SurfaceMemory {
	#alive = 0;

	/**
	 * @param box whole pixels
	 * @returns a transparent surface
	 * @throws ServiceError too_complex if all open surfaces together need too much memory
	 */
	open({ x, y, width, height }: Box): Surface {
		const bytes = 4 * width * height;
		if (this.#alive + bytes > LIMITS.maxSlideBufferBytes)
			throw new ServiceError("too_complex", {
				details: { maxSlideBufferBytes: LIMITS.maxSlideBufferBytes },
			});
		this.#alive += bytes;
		const address = reserveMemory(bytes);
		kernelMemory().fill(0, address, address + bytes);
		return { x, y, width, height, address, rows: { from: y, end: y + height }, isCanvas: false };
	}

	/** The surface must be the last one that was opened. */
	close(surface: Surface): void {
		this.#alive -= 4 * area(surface);
		releaseMemory(surface.address);
	}
}

/** The part of a box that painting on a surface changes, and the address of its first pixel. */
export interface Part extends Box {
	readonly at: number;
}

/** Called before pixels of a part are changed. */
export function touch({ isCanvas }: Surface, { y, height }: Part): void {
	if (isCanvas) kernels.beforePainting(y, height);
}

/** @returns undefined if nothing is painted */
export function partOf(surface: Surface, box: Box): Part | undefined {
	const { x, width, rows, address } = surface;
	const part = intersect(box, { x, y: rows.from, width, height: rows.end - rows.from });
	if (isEmpty(part)) return undefined;
	return { ...part, at: address + 4 * ((part.y - surface.y) * width + part.x - x) };
}
