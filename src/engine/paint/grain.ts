/** Noise as a picture that is repeated. */
import type { Bitmap } from "../images/bitmap.js";
import type { Grain } from "../paints/paint.js";
import { toExport } from "../scene/export-pixels.js";

/** Grains in a row and in a column of a tile. */
const SIDE = 256;

/** Side of a tile, export pixels. */
export const grainTile = ({ size }: Grain): number => SIDE * toExport(size);

/** One tile, a pixel for each grain: its alpha is noise. */
export function grainBitmap({ amount, color }: Grain): Bitmap {
	const data = new Uint8Array(4 * SIDE * SIDE);
	const strength = 255 * amount * (color?.a ?? 1);
	for (let i = 0; i < SIDE * SIDE; i++) {
		const value = noise(i);
		const at = 4 * i;
		if (color !== null) {
			data[at] = color.r;
			data[at + 1] = color.g;
			data[at + 2] = color.b;
			data[at + 3] = Math.round(strength * value);
		} else {
			data.fill(value < 0.5 ? 0 : 255, at, at + 3);
			data[at + 3] = Math.round(strength * Math.abs(2 * value - 1));
		}
	}
	return { width: SIDE, height: SIDE, channels: 4, data };
}

/** A number from 0 to 1 that looks random: the end of MurmurHash3 with 32 bits. */
function noise(seed: number): number {
	let hash = Math.imul(seed + 0x9e3779b9, 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return ((hash ^ (hash >>> 16)) >>> 0) / 0xffff_ffff;
}
