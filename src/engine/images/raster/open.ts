import type { Metadata } from "sharp";
import { LIMITS } from "../../../contract/limits.js";
import type { Bitmap } from "../bitmap.js";
import { ImageFault } from "../image-fault.js";
import type { ImageNeed } from "../need.js";
import type { OpenImage } from "../open-image.js";
import type { ImageFormat } from "../sniff.js";
import { partialFrame } from "./gif-frame.js";
import { orient, swapsSides, toOrientation, toStored } from "./orientation.js";
import { plainJpeg, plainPng } from "./plain-header.js";
import { pngColour, toSrgb } from "./png-colour.js";
import { scaleRaster } from "./scale.js";
import { scaleFrame } from "./scale-frame.js";
import sharp, { RASTER_OPTIONS } from "./sharp.js";

/** Decoding and scaling a pixel of the source. Nanoseconds, for the slowest kind of each format. */
const DECODING: Readonly<Record<Exclude<ImageFormat, "svg">, number>> = {
	jpeg: 20,
	png: 30,
	webp: 30,
	gif: 30,
	avif: 50,
};

/** Converting the colours of a pixel to sRGB. Nanoseconds. */
const CONVERTING = 20;

/** The values of a header that are used here; those that a plain header lacks are the usual ones. */
type Header = Pick<Metadata, "format" | "width" | "height" | "hasAlpha"> &
	Partial<
		Pick<Metadata, "orientation" | "depth" | "hasProfile" | "space" | "channels" | "compression">
	>;

/**
 * Reads and checks the header of a raster image, without decoding pixels.
 * @throws ImageFault not_an_image, too_many_pixels
 */
export async function openRaster(
	bytes: Uint8Array,
	format: Exclude<ImageFormat, "svg">,
): Promise<OpenImage> {
	const plain = format === "png" ? plainPng(bytes) : undefined;
	const header: Header =
		plain ??
		(format === "jpeg" ? plainJpeg(bytes) : undefined) ??
		(await guarded(() => sharp(bytes, { ...RASTER_OPTIONS, limitInputPixels: false }).metadata()));
	checkHeader(header, format);
	const orientation = toOrientation(header.orientation);
	const alpha = header.hasAlpha;
	const frame = format === "gif" && !alpha ? partialFrame(bytes) : undefined;
	const colour = format === "png" ? pngColour(bytes) : undefined;
	return {
		size: swapsSides(orientation)
			? { width: header.height, height: header.width }
			: { width: header.width, height: header.height },
		vector: false,
		price: ({ region }) =>
			header.width * header.height * DECODING[format] +
			(colour ? region.width * region.height * CONVERTING : 0),
		async draw(need: ImageNeed, threads: number): Promise<Bitmap> {
			const { width, height } = header;
			const wideGamut = header.depth === "ushort" && header.hasProfile === true;
			const plainInks = header.space === "cmyk" && !header.hasProfile && header.channels === 4;
			const source = {
				bytes,
				format,
				width,
				height,
				wideGamut,
				plainInks,
				opaque: !alpha,
				plain: plain !== undefined,
			};
			const stored = await guarded(() =>
				frame === undefined
					? scaleRaster(source, toStored(need, orientation), threads)
					: scaleFrame(source, frame, need, threads),
			);
			if (colour) toSrgb(stored.data, stored.channels, colour);
			return orient(stored, orientation);
		},
		async hasTransparency(): Promise<boolean> {
			if (!alpha) return frame !== undefined;
			const values = await guarded(() =>
				sharp(bytes, RASTER_OPTIONS).extractChannel("alpha").raw().toBuffer(),
			);
			return values.some((value) => value !== 255);
		},
	};
}

function checkHeader(header: Header, format: Exclude<ImageFormat, "svg">): void {
	const found = header.format === "heif" && header.compression === "av1" ? "avif" : header.format;
	if (found !== format) throw new ImageFault("not_an_image", `${format} that is ${found}`);
	if (!(header.width > 0 && header.height > 0)) throw new ImageFault("not_an_image", "no size");
	if (header.width * header.height > LIMITS.maxImagePixels) {
		const { width, height } = header;
		throw new ImageFault("too_many_pixels", `${width} x ${height}`, undefined, {
			pixels: width * height,
			width,
			height,
			maxPixels: LIMITS.maxImagePixels,
		});
	}
}

/**
 * Anything that sharp refuses is not an image; anything above its pixel limit has too many pixels.
 */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		const reason = /pixel limit/i.test(message) ? "too_many_pixels" : "not_an_image";
		throw new ImageFault(reason, message, error);
	}
}
