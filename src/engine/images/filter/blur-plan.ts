import {
	type Blur,
	type BlurGeometry,
	blurOf,
	blurReach,
	boxVariance,
	boxWindow,
} from "../../pixels/blur.js";
import type { PixelRect } from "../need.js";

/** How a box is drawn at a smaller size, blurred, and scaled up again. */
export interface BlurPlan {
	/** The size at which the whole box is drawn. Pixels. */
	readonly boxWidth: number;
	readonly boxHeight: number;
	/** The part of it that has to be drawn; undefined if nothing of it reaches the region. */
	readonly part: PixelRect | undefined;
	readonly blur: Blur;
	readonly geometry: BlurGeometry;
}

/** Above this standard deviation, the picture is drawn at a smaller size. Pixels. */
const WHOLE_SIZE = 8;
/** Standard deviation in the smaller picture. Pixels. */
const SMALL_DEVIATION = 5;
/** Largest standard deviation of a picture that is not reduced. Pixels. */
const LARGEST_DEVIATION = 120;
/** Shortest side of the smaller picture; shorter sides would be rounded too much. Pixels. */
const SHORTEST_SIDE = 48;
/** Average variance that bilinear scaling adds. Square pixels. */
const ENLARGED_VARIANCE = 1 / 6;

/**
 * A blurred picture has no fine detail. If the standard deviation is large, it is drawn small,
 * which costs less than drawing it sharp.
 * @param region the requested part of the box; may extend beyond it
 * @param deviation pixels, more than 0
 */
export function planBlur(
	boxWidth: number,
	boxHeight: number,
	region: PixelRect,
	deviation: number,
): BlurPlan {
	const factor = shrinkFactor(boxWidth, boxHeight, deviation);
	const width = Math.max(1, Math.round(boxWidth / factor));
	const height = Math.max(1, Math.round(boxHeight / factor));
	const stepX = width / boxWidth;
	const stepY = height / boxHeight;
	const { blur, reach } = smallBlur(deviation, factor);
	const wanted = {
		left: Math.floor(region.left * stepX) - 1,
		top: Math.floor(region.top * stepY) - 1,
		right: Math.ceil((region.left + region.width) * stepX) + 1,
		bottom: Math.ceil((region.top + region.height) * stepY) + 1,
	};
	const left = Math.max(0, wanted.left - reach);
	const top = Math.max(0, wanted.top - reach);
	const right = Math.min(width, wanted.right + reach);
	const bottom = Math.min(height, wanted.bottom + reach);
	const isSeen = right > left && bottom > top;
	const groundLeft = isSeen ? Math.min(left, wanted.left) : wanted.left;
	const groundTop = isSeen ? Math.min(top, wanted.top) : wanted.top;
	return {
		boxWidth: width,
		boxHeight: height,
		part: isSeen ? { left, top, width: right - left, height: bottom - top } : undefined,
		blur,
		geometry: {
			width: Math.max(right, wanted.right) - groundLeft,
			height: Math.max(bottom, wanted.bottom) - groundTop,
			left: left - groundLeft,
			top: top - groundTop,
			startX: (region.left + 0.5) * stepX - 0.5 - groundLeft,
			startY: (region.top + 0.5) * stepY - 0.5 - groundTop,
			stepX,
			stepY,
			columns: region.width,
			rows: region.height,
		},
	};
}

function shrinkFactor(boxWidth: number, boxHeight: number, deviation: number): number {
	if (deviation <= WHOLE_SIZE) return 1;
	const wanted = deviation / SMALL_DEVIATION;
	const most = Math.max(1, Math.min(boxWidth, boxHeight) / SHORTEST_SIDE);
	return Math.max(Math.min(wanted, most), deviation / LARGEST_DEVIATION);
}

/** The box sizes whose variance is closest to that of the browser's box blur, scaled down. */
function smallBlur(deviation: number, factor: number): { blur: Blur; reach: number } {
	if (factor === 1) return { blur: blurOf(deviation), reach: blurReach(deviation) };
	const variance = boxVariance(boxWindow(deviation)) / factor ** 2 - ENLARGED_VARIANCE;
	const near = Math.max(1, Math.floor(Math.sqrt(4 * variance + 1)) - 1);
	const window = [near, near + 1, near + 2].reduce((best, other) =>
		Math.abs(boxVariance(other) - variance) < Math.abs(boxVariance(best) - variance) ? other : best,
	);
	return { blur: { window }, reach: Math.ceil(1.5 * window) + 1 };
}
