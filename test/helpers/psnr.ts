import sharp from "sharp";

/** Peak signal-to-noise ratio of two encoded pictures of one size. Decibels; Infinity: they are the same. */
export async function psnr(one: Buffer, other: Buffer): Promise<number> {
	const pixels = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
	const [a, b] = [await pixels(one), await pixels(other)];
	if (a.length !== b.length) throw new Error("pictures of two sizes");
	let squares = 0;
	for (let i = 0; i < a.length; i++) squares += (a[i]! - b[i]!) ** 2;
	return 10 * Math.log10(255 ** 2 / (squares / a.length));
}
