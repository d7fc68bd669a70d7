/**
 * The pictures of a slide and their positions, with every default filled in. They are separate from
 * the rest of the scene because the code that fetches pictures needs nothing else, and resolving 20
 * slides of Han text takes 0.1 s.
 */

import { canvasShape } from "../../base/canvas-shape.js";
import type { ImageOptions } from "../../contract/document/picture.js";
import type { OverlayFit } from "../../contract/enums.js";
import { canvasSize, type SizedCanvas } from "../../contract/platforms.js";
import type { ImageOverlay, Slide } from "../../contract/render-request.js";
import type { Border } from "../images/border.js";
import type { Corners } from "../images/corners.js";
import { cssColor, hexOf } from "./colors.js";
import { toExport } from "./export-pixels.js";
import type { RotatedBox } from "./geometry.js";
import { isLeftOut } from "./omitted.js";
import { type PictureLook, resolveCorners, resolveLook } from "./picture-look.js";
import { isPlainOverlay, type PlainOverlay } from "./plain.js";

export interface SceneSource {
	/** JSON pointer of the field that named the image. */
	readonly path: string;
	readonly src: string;
}

/** A picture with its crop and filter. */
export interface SceneImage extends SceneSource, PictureLook {
	/** Focal point, percent. */
	readonly cropX: number;
	readonly cropY: number;
}

/** A picture in a box. */
export interface ScenePicture extends SceneImage {
	readonly box: RotatedBox;
	/** Of the box's corners, pixels. */
	readonly radius: number | Corners;
	readonly border: Border | null;
	/** #rrggbb; its alpha is part of the opacity. */
	readonly color: string | null;
	readonly opacity: number;
	/** width: as wide as the box, and as high as the picture then is, but not higher than the box. */
	readonly fit: OverlayFit | "width";
}

export interface SceneOverlay extends ScenePicture {
	/** Its position in the list. */
	readonly index: number;
	/** Alternative text; "" for decoration. */
	readonly alt: string;
}

/** In export pixels, without optional fields. */
export interface ScenePictures {
	readonly width: number;
	readonly height: number;
	readonly image: SceneImage | null;
	readonly overlays: readonly SceneOverlay[];
}

export interface PicturesInput extends SizedCanvas {
	readonly slide: Slide;
	/** 0-based position among all slides of the request. */
	readonly slideIndex: number;
}

/** Lengths are at most 150,000 preview pixels, and larger ones count as that. */
export function resolvePictures({ slide, slideIndex, ...canvas }: PicturesInput): ScenePictures {
	const { width, height } = canvasSize(canvas);
	const base = `/slides/${slideIndex}`;
	return {
		width,
		height,
		image:
			slide.image == null
				? null
				: { path: `${base}/image`, src: slide.image, ...resolveOptions(slide.imageOptions ?? {}) },
		overlays: (slide.imageOverlays ?? []).flatMap((overlay, index) =>
			isPlainOverlay(overlay) && !isLeftOut(overlay, canvasShape(width, height))
				? {
						...resolveOverlay(overlay, `${base}/imageOverlays/${index}/src`),
						index,
						alt: overlay.alt ?? "",
					}
				: [],
		),
	};
}

const resolveOptions = (options: ImageOptions) => ({
	cropX: options.cropX ?? 50,
	cropY: options.cropY ?? 50,
	...resolveLook(options),
});

function resolveOverlay(overlay: PlainOverlay, path: string): ScenePicture {
	const box = {
		x: toExport(overlay.x ?? 50),
		y: toExport(overlay.y ?? 50),
		width: toExport(overlay.width ?? 180),
		height: toExport(overlay.height ?? 180),
		rotation: overlay.rotation ?? 0,
	};
	return {
		...resolvePicture(overlay, path),
		box,
		radius: resolveCorners(overlay.borderRadius),
		border: null,
		opacity: (overlay.opacity ?? 1) * colorAlpha(overlay.color),
	};
}

/** Opacity of the colour that replaces those of a picture; 1 if there is none. */
export const colorAlpha = (color: string | null | undefined): number =>
	color == null ? 1 : cssColor(color).a;

/** The fields that overlays and image layers have for their picture, whatever its box is. */
type PictureFields = Pick<ImageOverlay, "src" | "cropX" | "cropY" | "color" | "fit"> &
	Parameters<typeof resolveLook>[0];

/**
 * A picture with every default filled in, to be placed in a box.
 * @param path JSON pointer of its `src`
 */
export function resolvePicture(
	fields: PictureFields,
	path: string,
): Omit<ScenePicture, "box" | "radius" | "border" | "opacity"> {
	return {
		path,
		src: fields.src,
		cropX: fields.cropX ?? 50,
		cropY: fields.cropY ?? 50,
		color: fields.color == null ? null : hexOf(cssColor(fields.color)),
		fit: fields.fit ?? "cover",
		...resolveLook(fields),
	};
}
