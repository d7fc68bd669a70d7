/** A picture beyond its edges, where what it fills leaves its box. */
import { mirroredPlace } from "../numbers.js";
import { type Box, union } from "../scene/geometry.js";
import type { FillPicture } from "./fill-of.js";

/** Whether a box leaves a picture. */
export function leaves({ part }: FillPicture, reach: Box): boolean {
	const whole = union(part, reach);
	return whole.width > part.width || whole.height > part.height;
}

/** The picture with its mirror images around it, so that it also covers a box. */
export function mirroredAround({ bitmap, part }: FillPicture, reach: Box): FillPicture {
	const { width, height, channels, data } = bitmap;
	const whole = union(part, reach);
	const [across, down] = [width / part.width, height / part.height];
	const left = Math.ceil((part.x - whole.x) * across);
	const top = Math.ceil((part.y - whole.y) * down);
	const columns = left + width + Math.ceil((whole.x + whole.width - part.x - part.width) * across);
	const rows = top + height + Math.ceil((whole.y + whole.height - part.y - part.height) * down);
	const pixels = new Uint8Array(columns * rows * channels);
	const sources = Int32Array.from(
		{ length: columns },
		(_, x) => mirroredPlace(x - left, width) * channels,
	);
	for (let y = 0; y < rows; y++) {
		const row = mirroredPlace(y - top, height) * width * channels;
		let to = y * columns * channels;
		for (let x = 0; x < columns; x++)
			for (let from = row + sources[x]!, end = from + channels; from < end; from++)
				pixels[to++] = data[from]!;
	}
	return {
		bitmap: { width: columns, height: rows, channels, data: pixels },
		part: {
			x: part.x - left / across,
			y: part.y - top / down,
			width: columns / across,
			height: rows / down,
		},
	};
}
