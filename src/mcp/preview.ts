/** Width of a preview, enough to judge a layout by. Pixels. */
const WIDTH = 540;
/** Base64 of a preview: what is left of a result beside its text. Characters. */
const MAX_BASE64 = 56_000;
/** Quality of the JPEG, the best first that is small enough. */
const QUALITIES = [80, 60, 40, 20];

/**
 * A small JPEG of a picture that the service has drawn, for a model to look at.
 * @param picture PNG, JPEG or WebP
 * @returns base64 of the JPEG
 */
export async function previewOf(picture: Buffer): Promise<string> {
	const { default: sharp } = await import("sharp");
	const small = await sharp(picture)
		.resize({ width: WIDTH, withoutEnlargement: true })
		.removeAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	const { width, height, channels } = small.info;
	let smallest = "";
	for (const quality of QUALITIES) {
		const jpeg = await sharp(small.data, { raw: { width, height, channels } })
			.jpeg({ quality, chromaSubsampling: "4:4:4" })
			.toBuffer();
		smallest = jpeg.toString("base64");
		if (smallest.length <= MAX_BASE64) break;
	}
	return smallest;
}
