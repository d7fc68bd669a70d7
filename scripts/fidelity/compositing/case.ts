/** A painted test case, as paint nodes and as HTML. */
import sharp from "sharp";
import type { Bitmap } from "../../../src/engine/images/bitmap.js";
import type { PaintNode } from "../../../src/engine/paint/node.js";
import type { Rgba } from "../../../src/engine/text/rich/css-color.js";

export const WIDTH = 400;
export const HEIGHT = 400;

export interface Case {
	readonly name: string;
	readonly nodes: readonly PaintNode[];
	/** Content of the body; boxes are positioned absolutely. */
	readonly html: string;
}

export const rgba = (r: number, g: number, b: number, a = 1): Rgba => ({ r, g, b, a });
export const css = ({ r, g, b, a }: Rgba): string => `rgb(${r} ${g} ${b} / ${a})`;

/** Style of an absolutely positioned box. */
export const box = (x: number, y: number, width: number, height: number, more = ""): string =>
	`left:${x}px;top:${y}px;width:${width}px;height:${height}px;${more}`;

/** An image, and the same as a data URL. */
export interface Picture {
	readonly bitmap: Bitmap;
	readonly url: string;
}

/** Smooth waves of colour, similar to a photograph; optionally fading out to the right. */
export async function wavy(width: number, height: number, transparent = false): Promise<Picture> {
	const channels = transparent ? 4 : 3;
	const data = new Uint8Array(width * height * channels);
	for (let y = 0, at = 0; y < height; y++)
		for (let x = 0; x < width; x++) {
			data[at++] = 128 + 120 * Math.sin(x / 17 + y / 41);
			data[at++] = 128 + 120 * Math.sin(y / 23 - x / 57);
			data[at++] = 128 + 120 * Math.sin((x + y) / 31);
			if (transparent) data[at++] = 255 * Math.min(1, Math.max(0, 1.3 - (1.6 * x) / width));
		}
	const png = await sharp(data, { raw: { width, height, channels } }).png().toBuffer();
	return {
		bitmap: { width, height, channels, data },
		url: `data:image/png;base64,${png.toString("base64")}`,
	};
}
