import type { PixelRect } from "../pixel-rect.js";

/** Maximum number of blocks before the first picture; a GIF has a handful. */
const MAX_BLOCKS = 4_096;

/**
 * The position of a GIF's first picture on its canvas, if it does not cover the whole canvas. The
 * rest is transparent in browsers; libvips paints it black unless the picture has a transparent
 * colour.
 * @returns undefined if the picture covers the canvas or is not found
 */
export function partialFrame(bytes: Uint8Array): PixelRect | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < 13) return undefined;
	const canvas = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
	const flags = bytes[10]!;
	let at = 13 + ((flags & 0x80) !== 0 ? 3 * 2 ** ((flags & 7) + 1) : 0);
	for (let block = 0; block < MAX_BLOCKS && at + 10 <= bytes.length; block++) {
		if (bytes[at] === 0x2c) {
			const left = Math.min(view.getUint16(at + 1, true), canvas.width);
			const top = Math.min(view.getUint16(at + 3, true), canvas.height);
			const width = Math.min(view.getUint16(at + 5, true), canvas.width - left);
			const height = Math.min(view.getUint16(at + 7, true), canvas.height - top);
			const covers = width === canvas.width && height === canvas.height;
			return covers || width === 0 || height === 0 ? undefined : { left, top, width, height };
		}
		if (bytes[at] !== 0x21) return undefined;
		at += 2;
		// The sub-blocks of an extension, up to an empty one.
		while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1;
		at++;
	}
	return undefined;
}
