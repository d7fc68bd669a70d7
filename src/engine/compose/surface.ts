import { LIMITS } from "../../contract/limits.js";
import { ServiceError } from "../../errors/errors.js";
import { area, type Box, intersect, type Size } from "../scene/geometry.js";

/** Pixels of their own at whole pixels of the slide: RGBA, premultiplied. */
export interface Surface extends Box {
	readonly data: Uint8Array;
}

/** The smallest box of whole pixels that holds a box, within another of whole pixels. */
export function wholeBox(box: Box, within: Box): Box {
	const x = Math.floor(box.x);
	const y = Math.floor(box.y);
	const width = Math.ceil(box.x + box.width) - x;
	const height = Math.ceil(box.y + box.height) - y;
	return intersect({ x, y, width, height }, within);
}

export const boxOf = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

/** Bytes that are kept for the next surfaces: fresh memory pages cost more than their clearing. */
const KEPT = 16 * 1024 * 1024;

/**
 * Where surfaces are taken from and given back to, the last first. As many are
 * alive at once as groups stand in each other.
 */
export class SurfaceMemory {
	#kept: Uint8Array | undefined;
	#used = 0;
	#alive = 0;

	/**
	 * @param box whole pixels
	 * @returns a transparent surface
	 * @throws ServiceError too_complex when all that are alive take too much memory
	 */
	open(box: Box): Surface {
		const { x, y, width, height } = box;
		const bytes = 4 * area(box);
		if (this.#alive + bytes > LIMITS.maxSlideBufferBytes)
			throw new ServiceError("too_complex", {
				details: { maxSlideBufferBytes: LIMITS.maxSlideBufferBytes },
			});
		this.#alive += bytes;
		return { x, y, width, height, data: this.#take(bytes) };
	}

	/** It is the last that was opened. */
	close({ data }: Surface): void {
		this.#alive -= data.length;
		if (data.buffer === this.#kept?.buffer) this.#used -= data.length;
	}

	#take(bytes: number): Uint8Array {
		if (this.#used + bytes > KEPT) return new Uint8Array(bytes);
		this.#kept ??= new Uint8Array(KEPT);
		const data = this.#kept.subarray(this.#used, this.#used + bytes);
		this.#used += bytes;
		return data.fill(0);
	}
}

/** x / 255, rounded, for products of two bytes. */
export const div255 = (product: number): number => {
	const x = product + 128;
	return (x + (x >> 8)) >> 8;
};

/**
 * Paints premultiplied pixels over those of a surface.
 * @param box whole pixels of the slide, within the surface
 */
export function overSurface(surface: Surface, pixels: Uint8Array, box: Box): void {
	const { data, width: pitch } = surface;
	for (let row = 0; row < box.height; row++) {
		let to = ((box.y - surface.y + row) * pitch + box.x - surface.x) * 4;
		let from = row * box.width * 4;
		for (const end = from + box.width * 4; from < end; from += 4, to += 4) {
			const alpha = pixels[from + 3]!;
			if (alpha === 0) continue;
			if (alpha === 255 || data[to + 3] === 0) {
				data[to] = pixels[from]!;
				data[to + 1] = pixels[from + 1]!;
				data[to + 2] = pixels[from + 2]!;
				data[to + 3] = alpha;
				continue;
			}
			const rest = 255 - alpha;
			data[to] = pixels[from]! + div255(data[to]! * rest);
			data[to + 1] = pixels[from + 1]! + div255(data[to + 1]! * rest);
			data[to + 2] = pixels[from + 2]! + div255(data[to + 2]! * rest);
			data[to + 3] = alpha + div255(data[to + 3]! * rest);
		}
	}
}

/**
 * Makes each pixel of a surface as opaque as a mask of its size lets it be.
 * @param mask the byte that counts stands at `offset` and then each `step` bytes
 */
export function maskSurface(
	{ data }: Surface,
	mask: Uint8Array,
	offset: number,
	step: number,
): void {
	for (let at = 0, from = offset; at < data.length; at += 4, from += step) {
		const share = mask[from]!;
		if (share === 255 || data[at + 3] === 0) continue;
		data[at] = div255(data[at]! * share);
		data[at + 1] = div255(data[at + 1]! * share);
		data[at + 2] = div255(data[at + 2]! * share);
		data[at + 3] = div255(data[at + 3]! * share);
	}
}
