/** Divides the alpha out of the colours of RGBA pixels, in place: resvg multiplies it in. */
export function unpremultiply(pixels: Uint8Array): Uint8Array {
	for (let i = 0; i < pixels.length; i += 4) {
		const alpha = pixels[i + 3]!;
		if (alpha === 255 || alpha === 0) continue;
		const factor = 255 / alpha;
		pixels[i] = Math.min(255, Math.round(pixels[i]! * factor));
		pixels[i + 1] = Math.min(255, Math.round(pixels[i + 1]! * factor));
		pixels[i + 2] = Math.min(255, Math.round(pixels[i + 2]! * factor));
	}
	return pixels;
}
