/** Compares two renderings of a slide. */
import sharp from "sharp";

export interface Picture {
	readonly width: number;
	readonly height: number;
	/** RGB. */
	readonly data: Uint8Array;
}

export interface PictureDifference {
	/** Mean absolute difference over the ink of either image, percent of the full range. */
	readonly mean: number;
	/** Pixels that differ more than antialiasing can explain, percent of the ink. */
	readonly off: number;
	/** Mean absolute difference of all channels of all pixels, percent of the full range. */
	readonly whole: number;
	/** Pixels that visibly differ, percent of all. */
	readonly visible: number;
}

/** Antialiasing explains no difference above a quarter of the full range. */
const LIMIT = 0.25 * 255;
/** Smaller differences in a plain area are not seen. */
const VISIBLE = 0.05 * 255;

export async function decodePicture(png: Buffer): Promise<Picture> {
	const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
	return { width: info.width, height: info.height, data };
}

const channelDistance = (a: Uint8Array, i: number, b: Uint8Array, j: number) =>
	Math.max(
		Math.abs(a[i]! - b[j]!),
		Math.abs(a[i + 1]! - b[j + 1]!),
		Math.abs(a[i + 2]! - b[j + 2]!),
	);

/**
 * Ink is every pixel that differs from the slide's colour (its top left pixel) in either image. A
 * pixel counts as off if one of its channels is more than 25 % outside the range of the same pixel
 * and its neighbours in the other image: subpixel shifts of edges are ignored, missing or moved
 * strokes are not.
 */
export function comparePictures(ours: Picture, theirs: Picture): PictureDifference {
	const { width, height } = ours;
	if (width !== theirs.width || height !== theirs.height) throw new Error("sizes differ");
	let ink = 0;
	let sum = 0;
	let off = 0;
	let whole = 0;
	let visible = 0;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const i = (y * width + x) * 3;
			const distance = channelDistance(ours.data, i, theirs.data, i);
			if (distance === 0 && channelDistance(ours.data, i, ours.data, 0) === 0) continue;
			ink++;
			sum += distance;
			for (let k = i; k < i + 3; k++) whole += Math.abs(ours.data[k]! - theirs.data[k]!);
			const beyond = (limit: number) =>
				distance > limit && (isOff(ours, theirs, x, y, limit) || isOff(theirs, ours, x, y, limit));
			if (beyond(LIMIT)) off++;
			if (beyond(VISIBLE)) visible++;
		}
	}
	return ink === 0
		? { mean: 0, off: 0, whole: 0, visible: 0 }
		: {
				mean: (100 * sum) / ink / 255,
				off: (100 * off) / ink,
				whole: (100 * whole) / (width * height * 3) / 255,
				visible: (100 * visible) / (width * height),
			};
}

/** Whether a pixel is outside the range of the surrounding pixels in the other image. */
function isOff(from: Picture, to: Picture, x: number, y: number, limit: number): boolean {
	const { width, height } = to;
	for (let channel = 0; channel < 3; channel++) {
		let least = 255;
		let most = 0;
		for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
			for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
				const value = to.data[(v * width + u) * 3 + channel]!;
				least = Math.min(least, value);
				most = Math.max(most, value);
			}
		}
		const value = from.data[(y * width + x) * 3 + channel]!;
		if (value < least - limit || value > most + limit) return true;
	}
	return false;
}

/** Black where the images are equal, brighter where they differ more. */
export async function differencePicture(ours: Picture, theirs: Picture): Promise<Buffer> {
	const data = Uint8Array.from(ours.data, (value, i) => Math.abs(value - theirs.data[i]!));
	const { width, height } = ours;
	return sharp(data, { raw: { width, height, channels: 3 } })
		.png({ compressionLevel: 3 })
		.toBuffer();
}
