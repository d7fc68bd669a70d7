/** Reads drawn pictures: where a colour is, in preview pixels. */
import sharp from "sharp";

const PREVIEW_SCALE = 0.375;

export interface Drawn {
	/** x, y, width and height of all pixels of a colour, whole preview pixels; undefined: there are none. */
	box(rgb: readonly [number, number, number]): readonly number[] | undefined;
	/** Red, green, blue and alpha at a point, preview pixels. */
	at(x: number, y: number): readonly number[];
}

/** How far a channel may be from the colour that is looked for. */
const NEAR = 8;

export async function readDrawn(png: Buffer): Promise<Drawn> {
	const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	const { width, height } = info;
	return {
		box(rgb) {
			let [left, top, right, bottom] = [width, height, -1, -1];
			for (let i = 0; i < width * height; i++) {
				if (data[4 * i + 3]! < 200) continue;
				if (rgb.some((value, channel) => Math.abs(data[4 * i + channel]! - value) > NEAR)) continue;
				const [x, y] = [i % width, Math.floor(i / width)];
				left = Math.min(left, x);
				right = Math.max(right, x + 1);
				top = Math.min(top, y);
				bottom = Math.max(bottom, y + 1);
			}
			if (right < 0) return undefined;
			return [left, top, right - left, bottom - top].map((v) => Math.round(v * PREVIEW_SCALE));
		},
		at(x, y) {
			const i = 4 * (Math.round(y / PREVIEW_SCALE) * width + Math.round(x / PREVIEW_SCALE));
			return [...data.subarray(i, i + 4)];
		},
	};
}
