/**
 * Where a slide shows pictures, with every default filled in. Apart from the rest of
 * the scene, as who fetches them needs no more: to resolve 20 slides of Han takes 0.1 s.
 */
import type { OverlayFit } from "../contract/enums.js";
import { PLATFORMS, type PlatformId } from "../contract/platforms.js";
import type { ImageOverlay, Slide } from "../contract/render-request.js";
import { toExport } from "./export-pixels.js";
import type { RotatedBox } from "./geometry.js";

export interface SceneImage {
	/** JSON pointer of the field that named the image. */
	readonly path: string;
	readonly src: string;
}

export interface SceneOverlay extends SceneImage {
	readonly box: RotatedBox;
	readonly radius: number;
	/** Focal point, percent. */
	readonly cropX: number;
	readonly cropY: number;
	readonly color: string | null;
	readonly opacity: number;
	readonly fit: OverlayFit;
}

/** In export pixels, no optional fields. */
export interface ScenePictures {
	readonly width: number;
	readonly height: number;
	readonly image: SceneImage | null;
	readonly overlays: readonly SceneOverlay[];
}

export interface PicturesInput {
	readonly slide: Slide;
	/** 0-based position among all slides of the request. */
	readonly slideIndex: number;
	readonly platform: PlatformId;
}

/** Lengths beyond 1e7 preview pixels are taken as that. */
export function resolvePictures({ slide, slideIndex, platform }: PicturesInput): ScenePictures {
	const { width, height } = PLATFORMS[platform];
	const base = `/slides/${slideIndex}`;
	return {
		width,
		height,
		image: slide.image == null ? null : { path: `${base}/image`, src: slide.image },
		overlays: (slide.imageOverlays ?? []).map((overlay, index) =>
			resolveOverlay(overlay, `${base}/imageOverlays/${index}/src`),
		),
	};
}

function resolveOverlay(overlay: ImageOverlay, path: string): SceneOverlay {
	const left = toExport(overlay.x ?? 50);
	const top = toExport(overlay.y ?? 50);
	return {
		path,
		src: overlay.src,
		box: {
			x: left,
			y: top,
			width: toExport(overlay.width ?? 180),
			height: toExport(overlay.height ?? 180),
			rotation: overlay.rotation ?? 0,
		},
		radius: toExport(overlay.borderRadius ?? 0),
		cropX: overlay.cropX ?? 50,
		cropY: overlay.cropY ?? 50,
		color: overlay.color ?? null,
		opacity: overlay.opacity ?? 1,
		fit: overlay.fit ?? "cover",
	};
}
