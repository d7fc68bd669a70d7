import type { Bitmap } from "../images/bitmap.js";

/**
 * Paints premultiplied RGBA pixels over a picture on a colour, source-over
 * (Porter and Duff), and returns opaque RGBA.
 * @param below the picture, as large as the layer
 * @param layer premultiplied RGBA, width * height * 4 bytes
 * @param color 0xRRGGBB under the picture where it is not opaque
 * @param out receives the result; width * height * 4 bytes
 */
export function paintOver(below: Bitmap, layer: Uint8Array, color: number, out: Uint8Array): void {
	const { data, channels } = below;
	const pixels = below.width * below.height;
	const words = new Uint32Array(layer.buffer, layer.byteOffset, pixels);
	const red = color >>> 16;
	const green = (color >>> 8) & 255;
	const blue = color & 255;
	for (let i = 0, source = 0, target = 0; i < pixels; i++, source += channels, target += 4) {
		let r = data[source]!;
		let g = data[source + 1]!;
		let b = data[source + 2]!;
		if (channels === 4) {
			const alpha = data[source + 3]!;
			if (alpha < 255) {
				r = over(r, alpha, red);
				g = over(g, alpha, green);
				b = over(b, alpha, blue);
			}
		}
		if (words[i] !== 0) {
			const rest = 255 - layer[target + 3]!;
			r = layer[target]! + div255(r * rest);
			g = layer[target + 1]! + div255(g * rest);
			b = layer[target + 2]! + div255(b * rest);
		}
		out[target] = r;
		out[target + 1] = g;
		out[target + 2] = b;
		out[target + 3] = 255;
	}
}

/** value / 255 rounded, for 0..65025 (Blinn, "Three Wrongs Make a Right"). */
const div255 = (value: number) => (value + 128 + ((value + 128) >>> 8)) >>> 8;

const over = (top: number, alpha: number, bottom: number) =>
	div255(top * alpha + bottom * (255 - alpha));
