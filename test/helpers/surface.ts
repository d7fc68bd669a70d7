import { pixelsOf, type Surface, SurfaceMemory } from "../../src/engine/compose/surface.js";
import type { Box } from "../../src/engine/scene/geometry.js";

/** A separate surface. @param pixels premultiplied RGBA; transparent by default */
export function surfaceOf(box: Box, pixels?: Uint8Array): Surface {
	const surface = new SurfaceMemory().open(box);
	if (pixels) pixelsOf(surface).set(pixels);
	return surface;
}

/** A copy of its pixels. */
export const copyOf = (surface: Surface): Uint8Array => pixelsOf(surface).slice();
