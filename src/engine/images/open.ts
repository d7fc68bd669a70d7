import type { FontLibrary } from "../text/fonts/library.js";
import { ImageFault } from "./image-fault.js";
import type { OpenImage } from "./open-image.js";
import { sniffImage } from "./sniff.js";
import { type OpenSvg, openSvg } from "./svg/open.js";

/**
 * Opens an image by its first bytes.
 * @param fonts for text in an SVG
 * @throws ImageFault not_an_image, too_many_pixels, too_complex
 */
export async function openImage(bytes: Uint8Array, fonts?: FontLibrary): Promise<OpenImage> {
	const format = sniffImage(bytes);
	if (format === undefined) throw new ImageFault("not_an_image", "unknown signature");
	if (format === "svg") return openVector(bytes, fonts);
	// libvips takes a tenth of a second to load, and text does not need it.
	const { openRaster } = await import("./raster/open.js");
	return openRaster(bytes, format);
}

/**
 * Opens an SVG. An SVG within it may have no images of its own.
 * @throws ImageFault not_an_image, too_complex
 */
export const openVector = (bytes: Uint8Array, fonts?: FontLibrary): Promise<OpenSvg> =>
	openSvg(bytes, {
		fonts,
		open: (inner) =>
			sniffImage(inner) === "svg" ? openSvg(inner, { fonts }) : openImage(inner, fonts),
	});
