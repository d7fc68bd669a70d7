import { type Bitmap, toRgba } from "../bitmap.js";
import { placed } from "../contain.js";
import { coverPlacement } from "../cover.js";
import type { ImageNeed, PixelRect } from "../need.js";
import { type RasterSource, scaleRaster } from "./scale.js";

/**
 * The region of a picture that covers only a part of its canvas. The rest of the canvas is
 * transparent.
 * @param source the canvas
 * @param frame the part of the canvas that the picture covers
 */
export async function scaleFrame(
	source: RasterSource,
	frame: PixelRect,
	need: ImageNeed,
	threads: number,
): Promise<Bitmap> {
	const { region } = need;
	const { scale, left, top } = coverPlacement(source.width, source.height, need);
	const x = span(frame.left * scale - left, frame.width * scale, region.width);
	const y = span(frame.top * scale - top, frame.height * scale, region.height);
	const empty = new Uint8Array(region.width * region.height * 4);
	if (x.count <= 0 || y.count <= 0)
		return { width: region.width, height: region.height, channels: 4, data: empty };
	const { width, height } = frame;
	const part = await scaleRaster(
		{ ...source, width, height, origin: frame },
		{
			boxWidth: x.length,
			boxHeight: y.length,
			region: { left: x.skipped, top: y.skipped, width: x.count, height: y.count },
			cropX: 50,
			cropY: 50,
		},
		threads,
	);
	return placed(toRgba(part), region, x.start, y.start);
}

/**
 * The position of a scaled frame on one axis of the region, in whole pixels, and its visible part.
 */
function span(at: number, size: number, room: number) {
	const from = Math.round(at);
	const length = Math.max(1, Math.round(at + size) - from);
	const start = Math.max(0, from);
	const end = Math.min(room, from + length);
	return { length, start, skipped: start - from, count: end - start };
}
