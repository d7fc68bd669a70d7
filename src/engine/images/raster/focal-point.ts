import { onDemand, requirePackage } from "../../../runtime/on-demand.js";
import { type Bitmap, toRgba } from "../bitmap.js";
import type { Focus } from "../need.js";
import sharp from "./sharp.js";

/** A point of a picture, parts of its width and of its height, 0 to 1. */
interface Point {
	readonly x: number;
	readonly y: number;
}

interface Cut {
	readonly width: number;
	readonly height: number;
}

/** RGBA, four bytes a pixel. */
interface Pixels extends Cut {
	readonly data: Uint8Array;
}

/** What is used of smartcrop: its own types are those of a browser. */
interface Smartcrop {
	crop(
		image: Pixels,
		options: Cut & {
			/** Least and greatest share of the cut. */
			readonly minScale: number;
			readonly maxScale: number;
			readonly prescale: false;
			readonly imageOperations: {
				open(image: Pixels): Promise<Pixels>;
				getData(image: Pixels): Promise<Pixels>;
			};
		},
	): Promise<{ readonly topCrop: Cut & Point }>;
}

const smartcrop = onDemand(() => requirePackage("smartcrop") as Smartcrop);

/**
 * Where the middle of a crop belongs. For entropy libvips' smart crop says so. For attention it is
 * smartcrop, which weighs detail, skin and strong colours of each possible crop: of 21 photographs
 * of people, animals and things it shows the subject of 18 in a story's shape, libvips, whose crop
 * lies about the one strongest point, of 11.
 * @param picture a thumbnail, 256 pixels at most
 * @param ratio width / height of the crop
 * @param zoom how many times smaller the crop is than one without zoom, from 1
 */
export async function focalPoint(
	picture: Bitmap,
	ratio: number,
	zoom: number,
	focus: Focus,
): Promise<Point> {
	const { width, height } = picture;
	const isWide = width / height > ratio;
	const cut = {
		width: isWide ? Math.max(1, Math.round(height * ratio)) : width,
		height: isWide ? height : Math.max(1, Math.round(width / ratio)),
	};
	return focus === "attention" ? attention(picture, cut, 1 / zoom) : entropy(picture, cut);
}

async function attention(picture: Bitmap, cut: Cut, scale: number): Promise<Point> {
	const asIs = async (image: Pixels) => image;
	const { topCrop } = await smartcrop().crop(toRgba(picture), {
		...cut,
		minScale: scale,
		maxScale: scale,
		prescale: false,
		imageOperations: { open: asIs, getData: asIs },
	});
	return {
		x: (topCrop.x + (cut.width * scale) / 2) / picture.width,
		y: (topCrop.y + (cut.height * scale) / 2) / picture.height,
	};
}

async function entropy({ data, width, height, channels }: Bitmap, whole: Cut): Promise<Point> {
	const cut = { ...whole };
	// It looks at nothing when there is nothing to cut off; a zoom wants to know all the same.
	if (cut.width === width && cut.height === height && width > 1) cut.width = width - 1;
	const { info } = await sharp(data, { raw: { width, height, channels } })
		.resize({ ...cut, fit: "cover", position: sharp.strategy.entropy })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const { cropOffsetLeft = 0, cropOffsetTop = 0 } = info;
	return {
		x: (cut.width / 2 - cropOffsetLeft) / width,
		y: (cut.height / 2 - cropOffsetTop) / height,
	};
}
