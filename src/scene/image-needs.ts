import type { ImageNeed } from "../images/need.js";
import { type Box, intersect, isEmpty, visibleRegion } from "./geometry.js";
import type { SceneOverlay, ScenePictures } from "./pictures.js";

/** An overlay that is to be seen, snapped to whole pixels. */
export interface VisibleOverlay {
	readonly overlay: SceneOverlay;
	/** The part of the overlay's box that can be seen, whole pixels of the slide. */
	readonly part: Box;
	readonly need: ImageNeed;
}

/** What is needed of the background image: the whole slide, focused on its centre. */
export function backgroundNeed(scene: ScenePictures): ImageNeed | null {
	if (!scene.image) return null;
	return {
		path: scene.image.path,
		boxWidth: scene.width,
		boxHeight: scene.height,
		region: { left: 0, top: 0, width: scene.width, height: scene.height },
		cropX: 50,
		cropY: 50,
		radius: 0,
		color: null,
		opacity: 1,
	};
}

/**
 * The overlays that can be seen and what is needed of their images. Boxes are
 * snapped to whole pixels, as browsers snap images, so that upright ones are
 * drawn without resampling; of a box that reaches out of the slide, only the
 * part within is asked for.
 */
export function visibleOverlays(scene: ScenePictures): VisibleOverlay[] {
	const slide = { x: 0, y: 0, width: scene.width, height: scene.height };
	const visible: VisibleOverlay[] = [];
	for (const overlay of scene.overlays) {
		const { box } = overlay;
		if (isEmpty(box) || overlay.opacity === 0) continue;
		const left = Math.round(box.x);
		const top = Math.round(box.y);
		const width = Math.round(box.x + box.width) - left;
		const height = Math.round(box.y + box.height) - top;
		if (width < 1 || height < 1) continue;
		const snapped = { x: left, y: top, width, height };
		const seen = intersect(snapped, outwards(visibleRegion(box, slide)));
		if (isEmpty(seen)) continue;
		visible.push({
			overlay,
			part: seen,
			need: {
				path: overlay.path,
				fit: overlay.fit,
				boxWidth: width,
				boxHeight: height,
				region: {
					left: seen.x - left,
					top: seen.y - top,
					width: seen.width,
					height: seen.height,
				},
				cropX: overlay.cropX,
				cropY: overlay.cropY,
				radius: overlay.radius,
				color: overlay.color,
				opacity: overlay.opacity,
			},
		});
	}
	return visible;
}

/** Grown to whole pixels, and one more for the edge that a rotation blurs. */
function outwards({ x, y, width, height }: Box): Box {
	const left = Math.floor(x) - 1;
	const top = Math.floor(y) - 1;
	return {
		x: left,
		y: top,
		width: Math.ceil(x + width) + 1 - left,
		height: Math.ceil(y + height) + 1 - top,
	};
}
