/** Slides that cannot use the canvas of the process: transparent ones, and large ones. */
import { paintBox } from "../compose/paint.js";
import { boxOf, pixelsOf, SurfaceMemory } from "../compose/surface.js";
import { type Bitmap, hasTransparency } from "../images/bitmap.js";
import { solid } from "../paint/fill.js";
import { kernels } from "../pixels/kernels.js";
import { area, type Size } from "../scene/geometry.js";
import type { Scene } from "../scene/scene.js";
import { NO_RADII } from "../shapes/rounded-rectangle.js";
import { paintAll } from "./composite.js";
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
 * @returns RGBA, straight alpha; valid until the next slide is drawn
 * @throws ServiceError too_complex
 */
export async function transparentPixels(
	image: Size,
	steps: readonly (Step | Layer | Drawing)[],
): Promise<Bitmap> {
	const surface = new SurfaceMemory().open(boxOf(image));
	await paintAll(surface, null, steps);
	kernels.unpremultiply(surface.address, area(image));
	return { width: image.width, height: image.height, channels: 4, data: pixelsOf(surface) };
}

/**
 * The pixels of a slide that is too large for the canvas of the process.
 * @param image its size, pixels
 * @param color of the background, #rrggbb
 * @param background covers the slide
 * @returns opaque RGBA; valid until the next slide is drawn
 * @throws ServiceError too_complex
 */
export async function opaquePixels(
	image: Size,
	color: string,
	background: Bitmap | null,
	steps: readonly (Step | Layer | Drawing)[],
): Promise<Bitmap> {
	const surface = new SurfaceMemory().open(boxOf(image));
	const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
	const box = { ...boxOf(image), radii: NO_RADII };
	paintBox(surface, box, solid({ r: r!, g: g!, b: b!, a: 1 }));
	await paintAll(surface, background, steps);
	return { width: image.width, height: image.height, channels: 4, data: pixelsOf(surface) };
}
