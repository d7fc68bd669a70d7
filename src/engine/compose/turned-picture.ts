import type { Bitmap } from "../images/bitmap.js";
import { type Matrix, multiply } from "../images/svg/matrix.js";
import type { Box } from "../scene/geometry.js";
import { inverse } from "./inverse.js";

/**
 * The pixels of a picture that a matrix rotates or stretches: premultiplied, bilinearly
 * interpolated, with antialiased edges. A picture that is shown at less than half its size is
 * halved first, so that every pixel contributes.
 * @param place box of the picture, before the matrix
 * @param region whole pixels of the slide
 */
export function turnedPicture(bitmap: Bitmap, place: Box, matrix: Matrix, region: Box): Uint8Array {
	const scaleOf = (one: Bitmap) => ({
		x: (Math.hypot(matrix[0], matrix[1]) * place.width) / one.width,
		y: (Math.hypot(matrix[2], matrix[3]) * place.height) / one.height,
	});
	let source = bitmap;
	for (let scale = scaleOf(source); Math.max(scale.x, scale.y) <= 0.5; scale = scaleOf(source)) {
		if (source.width < 2 || source.height < 2) break;
		source = halved(source);
	}
	const scale = scaleOf(source);
	const { width, height, channels, data } = source;
	const toPixels: Matrix = [
		width / place.width,
		0,
		0,
		height / place.height,
		(-place.x * width) / place.width,
		(-place.y * height) / place.height,
	];
	const [a, b, c, d, e, f] = multiply(toPixels, inverse(matrix));
	const pixels = new Uint8Array(4 * region.width * region.height);
	for (let row = 0; row < region.height; row++) {
		let x = a * (region.x + 0.5) + c * (region.y + row + 0.5) + e;
		let y = b * (region.x + 0.5) + d * (region.y + row + 0.5) + f;
		let to = row * region.width * 4;
		for (let i = 0; i < region.width; i++, to += 4, x += a, y += b) {
			// Distance from the nearest edge, pixels of the slide.
			const across = Math.min(x, width - x) * scale.x + 0.5;
			const down = Math.min(y, height - y) * scale.y + 0.5;
			if (across <= 0 || down <= 0) continue;
			const covered = Math.min(1, across) * Math.min(1, down);
			const sx = Math.min(width - 1, Math.max(0, x - 0.5));
			const sy = Math.min(height - 1, Math.max(0, y - 0.5));
			const left = sx | 0;
			const top = sy | 0;
			const right = sx - left;
			const under = sy - top;
			const nextX = left + 1 < width ? channels : 0;
			const nextY = top + 1 < height ? channels * width : 0;
			const at = (top * width + left) * channels;
			let w00 = (1 - right) * (1 - under);
			let w10 = right * (1 - under);
			let w01 = (1 - right) * under;
			let w11 = right * under;
			let alpha = 1;
			if (channels === 4) {
				w00 *= data[at + 3]! / 255;
				w10 *= data[at + nextX + 3]! / 255;
				w01 *= data[at + nextY + 3]! / 255;
				w11 *= data[at + nextX + nextY + 3]! / 255;
				alpha = w00 + w10 + w01 + w11;
				if (alpha === 0) continue;
			}
			for (let k = 0; k < 3; k++) {
				const value =
					data[at + k]! * w00 +
					data[at + nextX + k]! * w10 +
					data[at + nextY + k]! * w01 +
					data[at + nextX + nextY + k]! * w11;
				pixels[to + k] = value * covered + 0.5;
			}
			pixels[to + 3] = 255 * alpha * covered + 0.5;
		}
	}
	return pixels;
}

/** A picture of half the width and height. Each pixel is the mean of four. */
function halved({ width, height, channels, data }: Bitmap): Bitmap {
	const [columns, rows] = [width >> 1, height >> 1];
	const half = new Uint8Array(columns * rows * channels);
	let to = 0;
	for (let y = 0; y < rows; y++) {
		for (let x = 0; x < columns; x++) {
			const first = (2 * y * width + 2 * x) * channels;
			const four = [first, first + channels, first + width * channels, 0];
			four[3] = four[2]! + channels;
			const alphas = four.map((at) => (channels === 4 ? data[at + 3]! : 255));
			const total = alphas[0]! + alphas[1]! + alphas[2]! + alphas[3]!;
			for (let k = 0; k < 3; k++) {
				let sum = 0;
				for (let i = 0; i < 4; i++) sum += data[four[i]! + k]! * alphas[i]!;
				half[to + k] = total === 0 ? 0 : Math.round(sum / total);
			}
			if (channels === 4) half[to + 3] = Math.round(total / 4);
			to += channels;
		}
	}
	return { width: columns, height: rows, channels, data: half };
}
