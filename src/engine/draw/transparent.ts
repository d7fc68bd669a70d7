/** Slides whose ground lets through what is behind them. */
import type { Surface } from "../compose/surface.js";
import { boxOf, SurfaceMemory } from "../compose/surface.js";
import { type Bitmap, hasTransparency } from "../images/bitmap.js";
import { unpremultiply } from "../images/unpremultiply.js";
import type { Scene } from "../scene/scene.js";
import { compositeTransparent } from "./composite.js";
import type { Step } from "./plan.js";
import type { Drawing, Layer } from "./rasterize.js";
import type { SlidePictures } from "./slide-pictures.js";

/** Whether what is behind a slide shows through its ground. */
export function isTransparent(scene: Scene, { layers }: SlidePictures): boolean {
	if (scene.ground?.kind !== "image") return scene.transparent;
	for (const [path, { image }] of layers)
		if (path.endsWith("/background/src") && !path.includes("/layers/"))
			return "kind" in image || hasTransparency(image);
	return true;
}

/**
 * The pixels of a transparent slide.
 * @param steps everything that is painted on nothing
 * @returns RGBA, the alpha not multiplied into the colours
 * @throws ServiceError too_complex
 */
export async function transparentPixels(
	scene: Scene,
	steps: readonly (Step | Layer | Drawing)[],
): Promise<Bitmap> {
	const surface: Surface = new SurfaceMemory().open(boxOf(scene));
	await compositeTransparent(surface, null, steps);
	const { width, height, data } = surface;
	return { width, height, channels: 4, data: unpremultiply(data) };
}
