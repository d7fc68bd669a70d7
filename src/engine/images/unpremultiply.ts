/**
 * Divides the colours of RGBA pixels by their alpha, in place, because resvg returns premultiplied
 * pixels.
 */
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
