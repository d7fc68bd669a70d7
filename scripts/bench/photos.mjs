import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import sharp from "sharp";

/** Pixels from which a photo counts as large. */
const LARGE_PIXELS = 20e6;

/**
 * @typedef {object} Photos
 * @property {Buffer[]} usual JPEGs of about 4 megapixels
 * @property {Buffer[]} large JPEGs of 20 megapixels and more
 */

/**
 * The JPEG files of a folder; missing kinds are generated.
 * @param {string} [folder]
 * @returns {Promise<Photos>}
 */
export async function loadPhotos(folder) {
	/** @type {Photos} */
	const photos = { usual: [], large: [] };
	for (const name of folder === undefined ? [] : (await readdir(folder)).sort()) {
		if (![".jpg", ".jpeg"].includes(extname(name).toLowerCase())) continue;
		const bytes = await readFile(join(/** @type {string} */ (folder), name));
		const { width, height } = await sharp(bytes).metadata();
		(width * height >= LARGE_PIXELS ? photos.large : photos.usual).push(bytes);
	}
	if (photos.usual.length === 0) photos.usual.push(await makePhoto(2560, 1600));
	if (photos.large.length === 0) photos.large.push(await makePhoto(5472, 3648));
	return photos;
}

/**
 * Generates an image with the properties that make photographs expensive to decode and encode:
 * smooth gradients, edges, texture and sensor noise.
 * @param {number} width
 * @param {number} height
 */
export async function makePhoto(width, height) {
	const random = generator(width * 31 + height);
	const shapes = Array.from({ length: 120 }, () => {
		const [x, y, size] = [random() * 100, 20 + random() * 80, 1 + random() * 9];
		const color = `hsl(${random() * 360} ${20 + random() * 50}% ${15 + random() * 65}%)`;
		return random() < 0.5
			? `<circle cx="${x}" cy="${y}" r="${size}" fill="${color}" fill-opacity=".7"/>`
			: `<path d="M${x} ${y}l${size} ${size * 2}l${-size * 1.6} ${-size / 3}z" fill="${color}" fill-opacity=".8"/>`;
	});
	const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none"><defs><linearGradient id="g" x2=".3" y2="1"><stop stop-color="#27549c"/><stop offset=".5" stop-color="#e7a977"/><stop offset="1" stop-color="#20301f"/></linearGradient></defs><rect width="100" height="100" fill="url(#g)"/>${shapes.join("")}</svg>`;
	const noise = (/** @type {number} */ scale, /** @type {number} */ sigma) =>
		sharp({
			create: {
				width: Math.ceil(width / scale),
				height: Math.ceil(height / scale),
				channels: 3,
				background: "#808080",
				noise: { type: "gaussian", mean: 128, sigma },
			},
		})
			.resize(width, height, { fit: "fill", kernel: "cubic" })
			.png({ compressionLevel: 0 })
			.toBuffer();
	const [fine, coarse] = await Promise.all([noise(1.6, 12), noise(9, 14)]);
	return sharp(Buffer.from(scene))
		.removeAlpha()
		.composite([
			{ input: coarse, blend: "soft-light" },
			{ input: fine, blend: "soft-light" },
		])
		.jpeg({ quality: 80 })
		.toBuffer();
}

/** Park-Miller generator, 0 to 1. @param {number} seed */
function generator(seed) {
	let state = (seed % 2147483646) + 1;
	return () => {
		state = (state * 48271) % 2147483647;
		return state / 2147483647;
	};
}
