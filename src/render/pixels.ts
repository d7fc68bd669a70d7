/**
 * RGB to opaque RGBA and back, four pixels at a time: three 32-bit words hold
 * as many pixels of 3 bytes as four words hold of 4. Node runs on little-endian
 * machines only, so the first byte of a word is its lowest.
 */

const OPAQUE = 0xff000000;

/** Bytes as 32-bit words; copied first where they do not start on a word. */
const words = (bytes: Uint8Array, count: number) =>
	bytes.byteOffset % 4 === 0
		? new Uint32Array(bytes.buffer, bytes.byteOffset, count)
		: new Uint32Array(bytes.slice(0, count * 4).buffer);

/**
 * Writes RGB pixels as opaque RGBA.
 * @param rgba receives them; must start on a 4-byte boundary, its length is that of the picture
 */
export function expandRgb(rgb: Uint8Array, rgba: Uint8Array): void {
	const target = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
	const whole = target.length - (target.length % 4);
	const source = words(rgb, (whole / 4) * 3);
	for (let from = 0, to = 0; to < whole; from += 3, to += 4) {
		const a = source[from]!;
		const b = source[from + 1]!;
		const c = source[from + 2]!;
		target[to] = a | OPAQUE;
		target[to + 1] = (a >>> 24) | (b << 8) | OPAQUE;
		target[to + 2] = (b >>> 16) | (c << 16) | OPAQUE;
		target[to + 3] = (c >>> 8) | OPAQUE;
	}
	for (let i = whole; i < target.length; i++)
		target[i] = rgb[3 * i]! | (rgb[3 * i + 1]! << 8) | (rgb[3 * i + 2]! << 16) | OPAQUE;
}

/**
 * Writes RGBA pixels without their alpha.
 * @param rgba starts on a 4-byte boundary
 * @param rgb receives them; must start on a 4-byte boundary
 */
export function dropAlpha(rgba: Uint8Array, rgb: Uint8Array): void {
	const source = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
	const whole = source.length - (source.length % 4);
	const target = new Uint32Array(rgb.buffer, rgb.byteOffset, (whole / 4) * 3);
	for (let from = 0, to = 0; from < whole; from += 4, to += 3) {
		const b = source[from + 1]!;
		const c = source[from + 2]!;
		target[to] = (source[from]! & 0xffffff) | (b << 24);
		target[to + 1] = ((b >>> 8) & 0xffff) | (c << 16);
		target[to + 2] = ((c >>> 16) & 0xff) | (source[from + 3]! << 8);
	}
	for (let i = whole; i < source.length; i++) rgb.set(rgba.subarray(4 * i, 4 * i + 3), 3 * i);
}
