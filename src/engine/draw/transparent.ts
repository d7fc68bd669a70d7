/** Slides that cannot use the canvas of the process: transparent ones, and large ones. */
import type { Surface } from "../compose/surface.js";
import { boxOf, SurfaceMemory } from "../compose/surface.js";
import { type Bitmap, hasTransparency } from "../images/bitmap.js";
import { unpremultiply } from "../images/unpremultiply.js";
import type { Size } from "../scene/geometry.js";
import type { Scene } from "../scene/scene.js";
import { compositeTransparent } from "./composite.js";
import type { Step } from "./plan.js";
import type { Drawing, Layer } from "./rasterize.js";
import type { SlidePictures } from "./slide-pictures.js";

/** Whether the background of a slide is transparent. */
export function isTransparent(scene: Scene, { layers }: SlidePictures): boolean {
	if (scene.ground?.kind !== "image") return scene.transparent;
	for (const [path, { image }] of layers)
		if (path.endsWith("/background/src") && !path.includes("/layers/"))
			return "kind" in image || hasTransparency(image);
	return true;
}

/**
 * The pixels of a transparent slide.
 * @param image its size, pixels
 * @param steps everything that is painted
 * @returns RGBA, straight alpha
 * @throws ServiceError too_complex
 */
export async function transparentPixels(
	image: Size,
	steps: readonly (Step | Layer | Drawing)[],
): Promise<Bitmap> {
	const surface: Surface = new SurfaceMemory().open(boxOf(image));
	await compositeTransparent(surface, null, steps);
	const { width, height, data } = surface;
	return { width, height, channels: 4, data: unpremultiply(data) };
}

/**
 * The pixels of a slide that is too large for the canvas of the process.
 * @param image its size, pixels
 * @param color of the background, #rrggbb
 * @param background covers the slide
 * @returns opaque RGBA
 * @throws ServiceError too_complex
 */
export async function opaquePixels(
	image: Size,
	color: string,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Drawing)[],
): Promise<Bitmap> {
	const surface: Surface = new SurfaceMemory().open(boxOf(image));
	const rgb = Number.parseInt(color.slice(1), 16);
	const pixel = Uint8Array.of(rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255);
	const { width, height, data } = surface;
	new Uint32Array(data.buffer, data.byteOffset, data.length / 4).fill(
		new Uint32Array(pixel.buffer)[0]!,
	);
	await compositeTransparent(surface, background, steps);
	return { width, height, channels: 4, data };
}
