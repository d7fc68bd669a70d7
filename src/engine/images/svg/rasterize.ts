import { Resvg } from "@resvg/resvg-js";
import type { Bitmap } from "../bitmap.js";
import { unpremultiply } from "../unpremultiply.js";
import { malformed } from "./budget.js";
import { RESVG_OPTIONS } from "./resvg-options.js";
import type { Size } from "./viewport.js";

/** Draws markup from the writer of this folder at its own size, without fonts and files. */
export function rasterize(markup: string, size: Size): Bitmap {
	let pixels: Buffer;
	try {
		const image = new Resvg(markup, { ...RESVG_OPTIONS, logLevel: "off" }).render();
		if (image.width !== size.width || image.height !== size.height) throw new Error("size");
		pixels = image.pixels;
	} catch (error) {
		throw Object.assign(malformed("not drawn"), { cause: error });
	}
	return { width: size.width, height: size.height, channels: 4, data: unpremultiply(pixels) };
}
