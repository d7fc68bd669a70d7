import sharp, { type Sharp } from "sharp";

/** A raster image of a format that is decoded. */
export interface SampleImage {
	readonly name: string;
	readonly type: string;
	readonly bytes: Buffer;
}

const WIDTH = 48;
const HEIGHT = 32;

/** Colours in all directions, and half of it translucent. */
function pixels(channels: 3 | 4): Buffer {
	const data = Buffer.alloc(WIDTH * HEIGHT * channels);
	for (let i = 0; i < WIDTH * HEIGHT; i++) {
		const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
		data.set(
			[(x * 5) % 256, (y * 7) % 256, (x * y) % 256, x < 24 ? 255 : 128].slice(0, channels),
			i * channels,
		);
	}
	return data;
}

const from = (channels: 3 | 4) =>
	sharp(pixels(channels), { raw: { width: WIDTH, height: HEIGHT, channels } });

/** One small picture in each format, as encoders write it. */
export async function sampleImages(): Promise<SampleImage[]> {
	const make = async (name: string, type: string, image: Sharp): Promise<SampleImage> => ({
		name,
		type: `image/${type}`,
		bytes: await image.toBuffer(),
	});
	return Promise.all([
		make("PNG", "png", from(4).png()),
		make("palette PNG", "png", from(3).png({ palette: true, colours: 16 })),
		make("16-bit PNG", "png", from(4).toColourspace("rgb16").png()),
		make("interlaced PNG", "png", from(4).png({ progressive: true })),
		make("grey PNG", "png", from(3).greyscale().toColourspace("b-w").png()),
		make("JPEG", "jpeg", from(3).jpeg()),
		make("progressive JPEG", "jpeg", from(3).jpeg({ progressive: true })),
		make("CMYK JPEG", "jpeg", from(3).toColourspace("cmyk").jpeg()),
		make("turned JPEG", "jpeg", from(3).jpeg().withMetadata({ orientation: 6 })),
		make("WebP", "webp", from(4).webp()),
		make("lossless WebP", "webp", from(4).webp({ lossless: true })),
		make("AVIF", "avif", from(4).avif({ effort: 0 })),
		make("GIF", "gif", from(4).gif()),
	]);
}

/** As the src of an image. */
export const dataUrl = (bytes: Uint8Array, type = "image/png"): string =>
	`data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
