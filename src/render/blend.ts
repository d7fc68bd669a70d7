/**
 * Source-over (Porter and Duff) in 8 bits, for pictures that stand upright on
 * whole pixels: quicker than handing them to a rasteriser, and the same result.
 */
import type { Bitmap } from "../images/bitmap.js";

/** An opaque picture in memory: RGBA, rows from the top. */
export interface Canvas {
	readonly width: number;
	readonly height: number;
	readonly data: Uint8Array;
}

/** value / 255 rounded, for 0..65025 (Blinn, "Three Wrongs Make a Right"). */
const div255 = (value: number) => (value + 128 + ((value + 128) >>> 8)) >>> 8;

/** Fills the canvas with one opaque colour, 0xRRGGBB. */
export function fill({ data }: Canvas, color: number): void {
	const pixel = Uint8Array.of(color >>> 16, (color >>> 8) & 255, color & 255, 255);
	new Uint32Array(data.buffer, data.byteOffset, data.length / 4).fill(
		new Uint32Array(pixel.buffer)[0]!,
	);
}

/** The part of a picture at (x, y) that lies on the canvas, in the picture's pixels. */
function visible(canvas: Canvas, x: number, y: number, width: number, height: number) {
	return {
		left: Math.max(0, -x),
		top: Math.max(0, -y),
		right: Math.min(width, canvas.width - x),
		bottom: Math.min(height, canvas.height - y),
	};
}

/**
 * Paints a bitmap with straight alpha.
 * @param x left edge on the canvas, a whole number, may be negative
 * @param y top edge
 */
export function paintBitmap(canvas: Canvas, bitmap: Bitmap, x: number, y: number): void {
	const { channels, data: source } = bitmap;
	const target = canvas.data;
	const { left, top, right, bottom } = visible(canvas, x, y, bitmap.width, bitmap.height);
	for (let row = top; row < bottom; row++) {
		let from = (row * bitmap.width + left) * channels;
		let to = ((y + row) * canvas.width + x + left) * 4;
		for (let column = left; column < right; column++, from += channels, to += 4) {
			const alpha = channels === 3 ? 255 : source[from + 3]!;
			if (alpha === 0) continue;
			if (alpha === 255) {
				target[to] = source[from]!;
				target[to + 1] = source[from + 1]!;
				target[to + 2] = source[from + 2]!;
				continue;
			}
			const rest = 255 - alpha;
			target[to] = div255(source[from]! * alpha + target[to]! * rest);
			target[to + 1] = div255(source[from + 1]! * alpha + target[to + 1]! * rest);
			target[to + 2] = div255(source[from + 2]! * alpha + target[to + 2]! * rest);
		}
	}
}

/** Paints premultiplied RGBA pixels, as resvg gives them, at whole pixels within the canvas. */
export function paintPremultiplied(
	canvas: Canvas,
	pixels: Uint8Array,
	x: number,
	y: number,
	width: number,
	height: number,
): void {
	const target = canvas.data;
	const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
	const targetWords = new Uint32Array(target.buffer, target.byteOffset, target.length / 4);
	for (let row = 0, i = 0; row < height; row++) {
		let at = (y + row) * canvas.width + x;
		for (let column = 0; column < width; column++, i++, at++) {
			const word = words[i]!;
			if (word === 0) continue;
			// The alpha is the last byte: on the little-endian machines that Node runs on, the highest.
			const alpha = word >>> 24;
			if (alpha === 255) {
				targetWords[at] = word;
				continue;
			}
			const rest = 255 - alpha;
			const to = at * 4;
			target[to] = (word & 255) + div255(target[to]! * rest);
			target[to + 1] = ((word >>> 8) & 255) + div255(target[to + 1]! * rest);
			target[to + 2] = ((word >>> 16) & 255) + div255(target[to + 2]! * rest);
		}
	}
}

/** Where a row or a column of the canvas lies between two of a coarser picture. */
interface Sample {
	readonly first: number;
	readonly second: number;
	/** Weight of the second, 0..256. */
	readonly weight: number;
}

function samples(from: number, to: number, start: number, size: number, count: number): Sample[] {
	return Array.from({ length: Math.max(0, to - from) }, (_, i) => {
		const at = ((from + i + 0.5 - start) * count) / size - 0.5;
		const first = Math.floor(at);
		return {
			first: Math.min(count - 1, Math.max(0, first)),
			second: Math.min(count - 1, Math.max(0, first + 1)),
			weight: Math.round((at - first) * 256),
		};
	});
}

/** Darkens the canvas through a coarse mask, scaled up bilinearly to a box. */
export function paintShade(
	canvas: Canvas,
	alpha: Uint8Array,
	columns: number,
	rows: number,
	box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
	const left = Math.max(0, Math.round(box.x));
	const right = Math.min(canvas.width, Math.round(box.x + box.width));
	const top = Math.max(0, Math.round(box.y));
	const bottom = Math.min(canvas.height, Math.round(box.y + box.height));
	const across = samples(left, right, box.x, box.width, columns);
	const down = samples(top, bottom, box.y, box.height, rows);
	const line = new Int32Array(columns);
	const target = canvas.data;
	for (const [row, { first, second, weight }] of down.entries()) {
		let any = 0;
		for (let i = 0; i < columns; i++) {
			const value =
				alpha[first * columns + i]! * (256 - weight) + alpha[second * columns + i]! * weight;
			line[i] = value;
			any |= value;
		}
		if (any === 0) continue;
		let to = ((top + row) * canvas.width + left) * 4;
		for (let i = 0; i < across.length; i++, to += 4) {
			const sample = across[i]!;
			const value =
				line[sample.first]! * (256 - sample.weight) + line[sample.second]! * sample.weight;
			const rest = 255 - ((value + 32_768) >>> 16);
			if (rest === 255) continue;
			target[to] = div255(target[to]! * rest);
			target[to + 1] = div255(target[to + 1]! * rest);
			target[to + 2] = div255(target[to + 2]! * rest);
		}
	}
}
