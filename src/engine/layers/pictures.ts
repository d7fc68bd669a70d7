/** Finds the pictures of placed layers, and what is needed of each. */
import { widthsOf } from "../images/border.js";
import {
	type ImagePaintInput,
	type PatternPaintInput,
	paintParts,
	type ResolvedPaint,
} from "../paints/paint.js";
import { blurReach } from "../pixels/blur.js";
import { toExport } from "../scene/export-pixels.js";
import {
	type Box,
	grow,
	intersect,
	isEmpty,
	type RotatedBox,
	visibleRegion,
} from "../scene/geometry.js";
import { type VisiblePicture, visiblePicture } from "../scene/image-needs.js";
import { type OutputScale, UNSCALED } from "../scene/output-scale.js";
import { colorAlpha, resolvePicture, type ScenePicture } from "../scene/pictures.js";
import { insetBox } from "../shapes/box.js";
import type { PlacedItem } from "./lay-out.js";
import type { BoxLook, LayerItem } from "./layer.js";

/** A picture that has to be prepared. */
export interface LayerPicture {
	/** JSON pointer of the field that names it. */
	readonly path: string;
	readonly src: string;
	/** It fills an area, so it is prepared as pixels, even if its source is a vector. */
	readonly fills: boolean;
	/**
	 * Whether its pixels decide how something else is painted: it fills an area, or its shadow follows
	 * its transparency.
	 */
	readonly decidesPaint: boolean;
	readonly visible: VisiblePicture;
}

/**
 * Whether the shadow of a picture depends on its pixels. A picture with a border, unless the border
 * is blurred together with it, has the shadow of its box.
 */
export const shadowFollowsPixels = ({ shadows }: BoxLook, { border }: VisiblePicture): boolean =>
	shadows.some(({ inset }) => !inset) && border === null;

/** The box of a placed item, with its rotation. */
export const turnedBox = ({ x, y, width, height, ref }: PlacedItem): RotatedBox => ({
	x,
	y,
	width,
	height,
	rotation: ref.rotation,
	skewX: ref.skewX,
	skewY: ref.skewY,
});

/** The visible part of a placed item's space: also what its blur moves into view. */
export const seenOf = (placed: PlacedItem, viewport: Box): Box =>
	visibleRegion(turnedBox(placed), grow(viewport, blurReach(placed.ref.effects.filter?.blur ?? 0)));

/**
 * @param viewport the visible part of the items' space, pixels
 * @param scale pixels of the image per pixel of that space
 * @returns the pictures of the items and their children, in painting order
 */
export function picturesOfItems(
	items: readonly PlacedItem[],
	viewport: Box,
	scale: OutputScale = UNSCALED,
): LayerPicture[] {
	return items.flatMap((placed) => picturesOfItem(placed, viewport, scale));
}

function picturesOfItem(placed: PlacedItem, viewport: Box, scale: OutputScale): LayerPicture[] {
	const { ref: item } = placed;
	if (item.opacity === 0) return [];
	const seen = seenOf(placed, viewport);
	const own = ownPictures(item, placed, seen, scale);
	const inner = "children" in item && item.clip ? intersect(seen, placed) : seen;
	return [...own, ...(isEmpty(inner) ? [] : picturesOfItems(placed.children, inner, scale))];
}

function ownPictures(
	item: LayerItem,
	placed: PlacedItem,
	seen: Box,
	scale: OutputScale,
): LayerPicture[] {
	const { path, look } = item;
	const pictures: LayerPicture[] = [];
	const add = (at: string, picture: ScenePicture) => {
		const visible = visiblePicture(picture, seen, scale);
		if (!visible) return;
		const decidesPaint = shadowFollowsPixels(look, visible);
		const own = { path: `${at}/src`, src: picture.src, fills: false };
		pictures.push({ ...own, decidesPaint, visible });
	};
	const fill = (at: string, paint: ResolvedPaint | null, box: Box) => {
		if (paint) pictures.push(...paintPictures(paint, at, box, seen, scale));
	};
	fill(`${path}/background`, look.background, insetBox(placed, widthsOf(look.border)));
	if (item.type === "shape") {
		fill(`${path}/fill`, item.fill, placed);
		fill(`${path}/stroke/paint`, item.stroke?.paint ?? null, placed);
	}
	if (item.type === "image") add(path, layerPicture(item, placed));
	fill(`${path}/mask`, item.effects.mask, placed);
	if (item.type === "text") {
		fill(`${path}/textFill`, item.text.textFill, placed.content);
		fill(`${path}/textStroke/paint`, item.text.textStroke?.paint ?? null, placed.content);
	}
	return pictures;
}

/**
 * The pictures of a paint.
 * @param at JSON pointer of the paint
 * @param box that the paint spans
 * @param seen the visible part of the box's space
 */
export function paintPictures(
	paint: ResolvedPaint,
	at: string,
	box: Box,
	seen: Box,
	scale: OutputScale,
): LayerPicture[] {
	return paintParts(paint).flatMap(({ paint: part, path: inside }) => {
		const path = `${at}${inside}/src`;
		if (part.kind !== "image" && part.kind !== "pattern") return [];
		const [picture, region] =
			part.kind === "image"
				? [{ ...fillingPicture(part.image, path, box), flip: part.flip ?? null }, seen]
				: tilePicture(part.pattern, path);
		const visible = visiblePicture(picture, region, scale);
		if (!visible) return [];
		return [{ path, src: picture.src, fills: true, decidesPaint: true, visible }];
	});
}

/** Height of a tile divided by its width, at most; a taller picture is cut off. */
const MAX_TILE_RATIO = 4;

/** One tile of a pattern. @returns the picture, and its box */
function tilePicture(
	{ src, width = 80 }: PatternPaintInput,
	path: string,
): [picture: ScenePicture, box: Box] {
	const side = toExport(width);
	const box = { x: 0, y: 0, width: side, height: MAX_TILE_RATIO * side };
	const picture = fillingPicture({ type: "image", src, cropY: 0 }, path, box);
	return [{ ...picture, fit: "width" }, box];
}

/** The picture of an image layer in its box. */
export function layerPicture(item: Extract<LayerItem, { type: "image" }>, box: Box): ScenePicture {
	const { x, y, width, height } = box;
	return {
		...resolvePicture(item.layer, `${item.path}/src`),
		box: { x, y, width, height, rotation: 0 },
		radius: item.look.radii,
		border: item.look.border,
		opacity: colorAlpha(item.layer.color),
	};
}

/** A picture that fills a box. */
export function fillingPicture(paint: ImagePaintInput, path: string, box: Box): ScenePicture {
	const { x, y, width, height } = box;
	const { src, cropX, cropY, zoom } = paint;
	return {
		...resolvePicture(
			{
				src,
				...(cropX != null && { cropX }),
				...(cropY != null && { cropY }),
				...(zoom != null && { zoom }),
			},
			path,
		),
		box: { x, y, width, height, rotation: 0 },
		radius: 0,
		border: null,
		opacity: 1,
	};
}
