import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";
import { area, type Box, intersect, isEmpty, type Size } from "../scene/geometry.js";

/** The pixels of a separate surface, aligned to whole pixels of the slide: RGBA, premultiplied. */
export interface Surface extends Box {
	readonly data: Uint8Array;
}

/** The smallest box of whole pixels that contains a box, limited to another box of whole pixels. */
export function wholeBox(box: Box, within: Box): Box {
	const x = Math.floor(box.x);
	const y = Math.floor(box.y);
	const width = Math.ceil(box.x + box.width) - x;
	const height = Math.ceil(box.y + box.height) - y;
	return intersect({ x, y, width, height }, within);
}

export const boxOf = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

/** Pixels of a band; its buffer has a megabyte. */
const BAND_PIXELS = 262_144;

/**
 * Divides a box of whole pixels into bands of rows, for painting with temporary buffers. Without
 * bands, the buffers of a hundred large shadows would exceed the memory of a process before V8
 * frees the first.
 */
export function* bandsOf(box: Box): Generator<Box> {
	const { x, width } = box;
	const rows = Math.max(1, Math.floor(BAND_PIXELS / Math.max(1, width)));
	if (isEmpty(box)) return;
	for (let y = box.y; y < box.y + box.height; y += rows)
		yield { x, y, width, height: Math.min(rows, box.y + box.height - y) };
}

/**
 * Bytes that are kept for the next surfaces, because new memory pages cost more than clearing old
 * ones.
 */
const KEPT = 32 * 1024 * 1024;

/**
 * A stack of surfaces: the last one that was opened is closed first. Each level of nested groups
 * has one.
 */
export class SurfaceMemory {
	#kept: Uint8Array | undefined;
	#used = 0;
	#alive = 0;

	/**
	 * @param box whole pixels
	 * @returns a transparent surface
	 * @throws ServiceError too_complex if all open surfaces together need too much memory
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

	/** The surface must be the last one that was opened. */
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

/** The pixels of a surface as words of four bytes; alpha is the highest byte. */
const wordsOf = (data: Uint8Array) =>
	new Uint32Array(data.buffer, data.byteOffset, data.length >> 2);

/** Pixels to read; they may start anywhere in their buffer. */
const readable = (pixels: Uint8Array) =>
	wordsOf(pixels.byteOffset % 4 === 0 ? pixels : pixels.slice());

/** The first and third byte of a word. */
const EVEN = 0x00ff00ff;

/**
 * div255 of two bytes at once, each multiplied by a share. Neither product overlaps the bits of the
 * other.
 * @param pair a word & EVEN
 * @param share 0 to 255
 */
function scaled(pair: number, share: number): number {
	const product = (Math.imul(pair, share) + 0x00800080) | 0;
	return ((product + ((product >>> 8) & EVEN)) >>> 8) & EVEN;
}

/**
 * Paints premultiplied pixels over those of a surface.
 * @param box whole pixels of the slide, within the surface
 */
export function overSurface(surface: Surface, pixels: Uint8Array, box: Box): void {
	const { width: pitch } = surface;
	const to = wordsOf(surface.data);
	const from = readable(pixels);
	for (let row = 0; row < box.height; row++) {
		let at = (box.y - surface.y + row) * pitch + box.x - surface.x;
		let i = row * box.width;
		for (const end = i + box.width; i < end; i++, at++) {
			const above = from[i]!;
			const alpha = above >>> 24;
			if (alpha === 0) continue;
			const below = to[at]!;
			if (alpha === 255 || below >>> 24 === 0) {
				to[at] = above;
				continue;
			}
			const rest = 255 - alpha;
			const even = ((above & EVEN) + scaled(below & EVEN, rest)) & EVEN;
			const odd = (((above >>> 8) & EVEN) + scaled((below >>> 8) & EVEN, rest)) & EVEN;
			to[at] = even | (odd << 8);
		}
	}
}

/**
 * Multiplies the pixels of a surface by a mask of the same size.
 * @param mask its values are the bytes at `offset` and then every `step` bytes
 */
export function maskSurface(
	{ data }: Surface,
	mask: Uint8Array,
	offset: number,
	step: number,
): void {
	const words = wordsOf(data);
	for (let at = 0, from = offset; at < words.length; at++, from += step) {
		const share = mask[from]!;
		if (share === 255) continue;
		const word = words[at]!;
		if (word >>> 24 === 0) continue;
		words[at] = scaled(word & EVEN, share) | (scaled((word >>> 8) & EVEN, share) << 8);
	}
}

/** Multiplies premultiplied pixels by an opacity, in place. */
export function fade(data: Uint8Array, opacity: number): void {
	const share = Math.round(opacity * 65_536);
	const table = Uint8Array.from({ length: 256 }, (_, value) => (value * share + 32_768) >> 16);
	const words = wordsOf(data);
	for (let i = 0; i < words.length; i++) {
		const word = words[i]!;
		if (word === 0) continue;
		words[i] =
			table[word & 255]! |
			(table[(word >>> 8) & 255]! << 8) |
			(table[(word >>> 16) & 255]! << 16) |
			(table[word >>> 24]! << 24);
	}
}
