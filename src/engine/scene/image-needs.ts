import { type Border, isEven, widthsOf, withWidths } from "../images/border.js";
import { type Corners, fittingCorners } from "../images/corners.js";
import { mapColor } from "../images/filter/color-maps.js";
import type { ImageNeed, PictureFilter } from "../images/need.js";
import { blurReach } from "../pixels/blur.js";
import { insetBox, type Sides } from "../shapes/box.js";
import { innerRadii, scaleRadii } from "../shapes/rounded-rectangle.js";
import type { Rgba } from "../text/rich/css-color.js";
import { type Box, grow, intersect, isEmpty, visibleRegion, wholePixels } from "./geometry.js";
import { fromOutput, isUnscaled, type OutputScale, toOutput, UNSCALED } from "./output-scale.js";
import type { SceneOverlay, ScenePicture, ScenePictures } from "./pictures.js";

/** A visible picture, snapped to whole pixels. */
export interface VisiblePicture {
	/** The box with its border, whole pixels of the slide. */
	readonly box: Box;
	/**
	 * The part of the slide that the picture's bitmap covers: within the box, or also the area around
	 * it that a blur reaches.
	 */
	readonly part: Box;
	readonly need: ImageNeed;
	/**
	 * The border to draw around the picture, in its colour after the filter; null if there is none,
	 * or if the bitmap includes it.
	 */
	readonly border: Border | null;
	/** Radii of the box's corners, at the outer edge of the border. */
	readonly corners: Corners;
}

/** A visible overlay. */
export interface VisibleOverlay extends VisiblePicture {
	readonly overlay: SceneOverlay;
}

/** What is needed of the background image, which covers the whole slide. */
export function backgroundNeed(
	scene: ScenePictures,
	scale: OutputScale = UNSCALED,
): ImageNeed | null {
	const { image } = scene;
	if (!image) return null;
	const width = Math.round(scene.width * scale.x);
	const height = Math.round(scene.height * scale.y);
	const { cropX, cropY, zoom, flip, focus } = image;
	const filter = scaledFilter(image.filter, scale);
	return {
		path: image.path,
		...laidOutAt(scale),
		boxWidth: width,
		boxHeight: height,
		region: { left: 0, top: 0, width, height },
		cropX,
		cropY,
		zoom,
		flip,
		focus,
		filter,
		radius: 0,
		color: null,
		opacity: 1,
	};
}

/** The visible overlays, and what is needed of their images. */
export function visibleOverlays(
	scene: ScenePictures,
	scale: OutputScale = UNSCALED,
): VisibleOverlay[] {
	const slide = { x: 0, y: 0, width: scene.width, height: scene.height };
	return scene.overlays.flatMap((overlay) => {
		const visible = visiblePicture(overlay, slide, scale);
		return visible === undefined ? [] : [{ overlay, ...visible }];
	});
}

/**
 * What is needed of a picture. Boxes are snapped to whole pixels, as in browsers, so that upright
 * pictures are drawn without resampling. If a box extends beyond the visible part, only the visible
 * part is needed.
 * @param viewport the visible part, in the space of the picture's box
 * @param scale pixels of the image per pixel of the slide; the need is in pixels of the image,
 * everything else in those of the slide
 * @returns undefined if the picture is not visible
 */
export function visiblePicture(
	picture: ScenePicture,
	viewport: Box,
	scale: OutputScale = UNSCALED,
): VisiblePicture | undefined {
	if (isUnscaled(scale)) return visibleAt(picture, viewport);
	const visible = visibleAt(scaledPicture(picture, scale), toOutput(viewport, scale));
	if (visible === undefined) return undefined;
	const { border, corners } = visible;
	const mean = meanOf(scale);
	return {
		...visible,
		need: { ...visible.need, ...laidOutAt(scale) },
		box: fromOutput(visible.box, scale),
		part: fromOutput(visible.part, scale),
		border: border && withWidths(border, (width) => width / mean),
		corners: scaleRadii(corners, 1 / mean),
	};
}

/** The scale of a need, for vectors. */
const laidOutAt = (scale: OutputScale): Pick<ImageNeed, "scale"> =>
	isUnscaled(scale) ? {} : { scale: meanOf(scale) };

/** Scale of lengths that have no direction. */
const meanOf = ({ x, y }: OutputScale): number => (x + y) / 2;

const scaledFilter = (filter: PictureFilter | null, scale: OutputScale): PictureFilter | null =>
	filter && { ...filter, blur: filter.blur * meanOf(scale) };

function scaledPicture(picture: ScenePicture, scale: OutputScale): ScenePicture {
	const { box, radius, border, filter } = picture;
	const mean = meanOf(scale);
	return {
		...picture,
		box: { ...toOutput(box, scale), rotation: box.rotation },
		radius: typeof radius === "number" ? radius * mean : scaleRadii(radius, mean),
		border: border && withWidths(border, (width) => width * mean),
		filter: scaledFilter(filter, scale),
	};
}

function visibleAt(picture: ScenePicture, viewport: Box): VisiblePicture | undefined {
	const { box, filter, border } = picture;
	if (isEmpty(box) || picture.opacity === 0) return undefined;
	const snapped = snap(box);
	if (isEmpty(snapped)) return undefined;
	const blur = filter?.blur ?? 0;
	const seen = intersect(grow(snapped, blurReach(blur)), outwards(visibleRegion(box, viewport)));
	if (isEmpty(seen)) return undefined;
	const corners = fittingCorners(picture.radius, snapped.width, snapped.height);
	const shown = border && wholeBorder(border, snapped);
	const widths = widthsOf(shown);
	const lined = widths.some((width) => width > 0);
	const inner = insetBox(snapped, widths);
	const baked = lined && blur > 0;
	const part = !lined || baked ? seen : partOf(inner, seen);
	const origin = baked || !lined ? snapped : inner;
	return {
		box: snapped,
		part,
		need: {
			path: picture.path,
			fit: picture.fit,
			boxWidth: inner.width,
			boxHeight: inner.height,
			region: {
				left: part.x - origin.x,
				top: part.y - origin.y,
				width: part.width,
				height: part.height,
			},
			cropX: picture.cropX,
			cropY: picture.cropY,
			zoom: picture.zoom,
			flip: picture.flip,
			focus: picture.focus,
			filter,
			border: baked ? shown : null,
			radius: lined && !baked ? innerRadii(corners, widths) : picture.radius,
			color: picture.color,
			opacity: picture.opacity,
		},
		border: shown === null || !lined || baked ? null : filtered(shown, filter),
		corners,
	};
}

/** The part of a box in another one; if only its border is there, the nearest pixel of the box. */
function partOf(box: Box, seen: Box): Box {
	const part = intersect(box, seen);
	if (!isEmpty(part)) return part;
	const near = (from: number, length: number, at: number) =>
		Math.max(from, Math.min(from + length - 1, at));
	const x = near(box.x, box.width, part.x);
	const y = near(box.y, box.height, part.y);
	return { x, y, width: Math.max(1, part.width), height: Math.max(1, part.height) };
}

/** In CSS, filters change an element with its border. */
const filtered = (border: Border, filter: PictureFilter | null): Border =>
	filter === null
		? border
		: {
				...border,
				colors: border.colors.map((color) =>
					filteredColor(color, filter.maps),
				) as unknown as Border["colors"],
			};

function filteredColor({ r, g, b, a }: Rgba, maps: PictureFilter["maps"]): Rgba {
	const [red, green, blue] = mapColor([r, g, b], maps);
	return { r: red, g: green, b: blue, a };
}

/**
 * A border in whole pixels: browsers round widths down, but to at least one. One that leaves no space
 * inside fills the whole box except for one pixel.
 */
function wholeBorder(border: Border, { width, height }: Box): Border {
	const whole = (side: number) => (side > 0 ? Math.max(1, Math.floor(side)) : 0);
	const [top, right, bottom, left] = border.widths.map(whole) as unknown as Sides;
	if (isEven(border)) {
		const most = Math.floor((Math.min(width, height) - 1) / 2);
		return withWidths(border, () => Math.min(top, most));
	}
	const fit = (side: number, opposite: number, room: number) =>
		side + opposite < room ? side : Math.floor((side * (room - 1)) / (side + opposite));
	const widths: Sides = [
		fit(top, bottom, height),
		fit(right, left, width),
		fit(bottom, top, height),
		fit(left, right, width),
	];
	return { ...border, widths };
}

function snap(box: Box): Box {
	const x = Math.round(box.x);
	const y = Math.round(box.y);
	return {
		x,
		y,
		width: Math.round(box.x + box.width) - x,
		height: Math.round(box.y + box.height) - y,
	};
}

/** Extended to whole pixels, and by one more pixel for the edge that a rotation blurs. */
const outwards = (box: Box): Box => grow(wholePixels(box), 1);
