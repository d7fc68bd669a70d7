import { onDemand, requirePackage } from "../../../base/on-demand.js";
import { type Bitmap, toRgba } from "../bitmap.js";
import type { Focus } from "../need.js";
import { type FaceBox, findFaces } from "./find-faces.js";
import sharp from "./sharp.js";

/** A point of a picture, as fractions of its width and height, 0 to 1. */
interface Point {
	readonly x: number;
	readonly y: number;
}

interface Cut {
	readonly width: number;
	readonly height: number;
}

/** RGBA, four bytes per pixel. */
interface Pixels extends Cut {
	readonly data: Uint8Array;
}

/** The part of smartcrop that is used; its own types are for browsers. */
interface Smartcrop {
	crop(
		image: Pixels,
		options: Cut & {
			/** Smallest and largest scale of a crop. */
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
 * Chooses the middle of a crop. Entropy uses the smart crop of libvips. Attention looks for
 * faces; without one it uses smartcrop, which scores detail, skin and strong colours of each possible crop: in the shape of a story, it
 * showed the subject of 18 of 21 photos of people, animals and things. The attention crop of
 * libvips, which centres on the single strongest point, showed 11.
 * @param picture a thumbnail of at most 256 pixels
 * @param ratio width / height of the crop
 * @param zoom how many times smaller the crop is than without zoom, at least 1
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
	const pixels = toRgba(picture);
	const face = faceWithin(findFaces(pixels), {
		width: (cut.width * scale) / picture.width,
		height: (cut.height * scale) / picture.height,
	});
	if (face !== undefined) return face;
	const { topCrop } = await smartcrop().crop(pixels, {
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

/** Where the middle of a face is in a crop, as a fraction of its height. */
const EYE_HEIGHT = 0.42;

/**
 * The middle of a crop with all faces, or with the most likely one if they do not fit.
 * @param crop its size, as fractions of the picture's
 */
function faceWithin(faces: readonly FaceBox[], crop: Cut): Point | undefined {
	const [best] = faces;
	if (best === undefined) return undefined;
	const all = {
		left: Math.min(...faces.map(({ left }) => left)),
		top: Math.min(...faces.map(({ top }) => top)),
		right: Math.max(...faces.map(({ right }) => right)),
		bottom: Math.max(...faces.map(({ bottom }) => bottom)),
	};
	const fits = all.right - all.left <= crop.width && all.bottom - all.top <= crop.height;
	const { left, top, right, bottom } = fits ? all : best;
	return {
		x: (left + right) / 2,
		y: (top + bottom) / 2 + (0.5 - EYE_HEIGHT) * crop.height,
	};
}

async function entropy({ data, width, height, channels }: Bitmap, whole: Cut): Promise<Point> {
	const cut = { ...whole };
	// libvips does not choose a point if there is nothing to cut off, but a zoom needs one.
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
