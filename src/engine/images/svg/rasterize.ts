import type { Bitmap } from "../bitmap.js";
import { unpremultiply } from "../unpremultiply.js";
import { tooComplex } from "./budget.js";
import { drawSvg } from "./resvg.js";
import type { Size } from "./viewport.js";

/** Draws markup from the writer of this folder at its own size, without fonts and files. */
export function rasterize(markup: string, size: Size): Bitmap {
	let pixels: Buffer;
	try {
		const image = drawSvg(markup);
		if (image.width !== size.width || image.height !== size.height) throw new Error("size");
		pixels = image.pixels;
	} catch (error) {
		throw Object.assign(tooComplex("the renderer refused it"), { cause: error });
	}
	return { width: size.width, height: size.height, channels: 4, data: unpremultiply(pixels) };
}
