import type { Bitmap } from "../bitmap.js";
import { coverPlacement } from "../cover.js";
import type { ImageNeed, PixelRect } from "../need.js";
import type { ImageFormat } from "../sniff.js";
import sharp, { RASTER_OPTIONS } from "./sharp.js";

/** A raster image whose header was checked; sides in pixels as stored. */
export interface RasterSource {
	readonly bytes: Uint8Array;
	readonly format: Exclude<ImageFormat, "svg">;
	readonly width: number;
	readonly height: number;
	/** 16 bits a channel with a colour profile: sharp leaves such pixels in Display P3. */
	readonly wideGamut: boolean;
}

/** Source pixels kept beyond the edges of a cut, for the resampling kernel to read. */
const MARGIN = 4;
/**
 * Catmull-Rom: as crisp as Lanczos to the eye, without its second lobe of
 * ringing round hard edges, and 4 ms quicker on a 4-megapixel photo.
 */
const KERNEL = "cubic";

type Geometry = Pick<ImageNeed, "boxWidth" | "boxHeight" | "region" | "cropX" | "cropY">;
/** One axis of the cut: source pixels read, their scaled length, the pixels taken from it. */
interface AxisCut {
	readonly from: number;
	readonly count: number;
	readonly scaled: number;
	readonly offset: number;
}

/**
 * Decodes, cuts and scales in one pass; only the region is ever held.
 * JPEG and WebP can be decoded at a smaller size, which sharp does only when
 * nothing is cut before the scaling: they are cut after it when that pays.
 * @param threads a second one scales what the first has decoded: a photograph takes an eighth
 *   less time and the same of the processors, a lone slide with one 4 to 6 % less
 */
export async function scaleRaster(
	source: RasterSource,
	need: Geometry,
	threads: number,
): Promise<Bitmap> {
	const { scale, left, top } = coverPlacement(source.width, source.height, need);
	const { region } = need;
	const whole =
		(source.format === "jpeg" && scale <= 0.5) || (source.format === "webp" && scale < 1);
	const x = axisCut(source.width, scale, left, region.width, whole);
	const y = axisCut(source.height, scale, top, region.height, whole);
	sharp.concurrency(threads);
	const image = sharp(source.bytes, RASTER_OPTIONS);
	if (!whole) image.extract({ left: x.from, top: y.from, width: x.count, height: y.count });
	const taken: PixelRect = {
		left: x.offset,
		top: y.offset,
		width: region.width,
		height: region.height,
	};
	if (source.wideGamut) image.withIccProfile("srgb");
	const { data, info } = await image
		.resize(x.scaled, y.scaled, { fit: "fill", kernel: KERNEL })
		.extract(taken)
		.toColourspace("srgb")
		.raw({ depth: "uchar" })
		.toBuffer({ resolveWithObject: true });
	const { width, height, channels } = info;
	if (channels !== 3 && channels !== 4) throw new Error(`${channels} channels`);
	return { width, height, channels, data };
}

function axisCut(
	size: number,
	scale: number,
	start: number,
	length: number,
	whole: boolean,
): AxisCut {
	const from = whole ? 0 : Math.max(0, Math.floor(start / scale) - MARGIN);
	const to = whole ? size : Math.min(size, Math.ceil((start + length) / scale) + MARGIN);
	const count = Math.max(1, to - from);
	const scaled = Math.max(length, Math.round(count * scale));
	const offset = Math.round(start - from * scale);
	return { from, count, scaled, offset: Math.min(Math.max(0, offset), scaled - length) };
}
