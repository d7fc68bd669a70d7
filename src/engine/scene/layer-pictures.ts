/** Finds the pictures that layers and paints of a slide name, and the fields that name them. */
import { COMMON_LISTS, commonLists } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import type { Paint, SinglePaint } from "../../contract/document/paint.js";
import type { CanvasShape } from "../../contract/enums.js";
import type { CommonLayers, Slide, TextBlock } from "../../contract/render-request.js";

import { isLeftOut } from "./omitted.js";

/** A field of a document that names a picture. */
export interface PictureField {
	/** JSON pointer. */
	readonly path: string;
	readonly src: string;
	/** Another source, or `NO_PICTURE`, if the picture cannot be had. */
	readonly fallback?: string;
	/** JSON pointer of the fallback. */
	readonly fallbackPath: string;
}

/** The fallback of a picture that is left out if it cannot be had. */
export const NO_PICTURE = "none";

/** A new name for a picture; "" leaves it out. */
type Rename = (src: string, fallback: string | undefined) => string;

/**
 * A copy of a slide in which each picture has a new name and no fallback.
 * @param rename called with each `src`, also of layers that are left out
 */
export function renamePictures(slide: Slide, rename: Rename): Slide {
	const named: Slide = { ...slide };
	if (slide.imageOptions?.fallback != null) {
		const { fallback: _, ...options } = slide.imageOptions;
		named.imageOptions = options;
	}
	if (slide.image != null)
		named.image = rename(slide.image, slide.imageOptions?.fallback ?? undefined) || null;
	if (slide.background !== undefined) setPaint(named, "background", slide.background, rename);
	if (slide.imageOverlays !== undefined)
		named.imageOverlays = slide.imageOverlays.map(({ fallback, ...overlay }) => {
			const src = rename(overlay.src, fallback ?? undefined);
			return src === "" ? { ...overlay, hideIf: "true" } : { ...overlay, src };
		});
	if (slide.textBlocks?.some(hasPaint))
		named.textBlocks = slide.textBlocks.map((block) =>
			hasPaint(block) ? inTextPaints(block, rename) : block,
		);
	if (slide.layers !== undefined) named.layers = inLayers(slide.layers, rename);
	return named;
}

export function renameCommonPictures(common: CommonLayers, rename: Rename): CommonLayers {
	const named: CommonLayers = {};
	for (const list of COMMON_LISTS) if (common[list]) named[list] = inLayers(common[list], rename);
	return named;
}

/**
 * The pictures of a slide that is drawn on a canvas, without those of layers that are left out.
 * @param path JSON pointer of the slide
 * @param shape of the canvas; without it, `only` leaves no layer out
 */
export function picturesOfSlide(slide: Slide, path: string, shape?: CanvasShape): PictureField[] {
	const fields: PictureField[] = [];
	if (slide.image != null)
		fields.push({
			path: `${path}/image`,
			src: slide.image,
			...fallbackOf(slide.imageOptions ?? {}, `${path}/imageOptions`),
		});
	for (const [i, overlay] of (slide.imageOverlays ?? []).entries())
		if (!isLeftOut(overlay, shape)) pictureIn(fields)(`${path}/imageOverlays/${i}`, overlay);
	return [...fields, ...layerPicturesOf(slide, path, shape)];
}

/** The part of `picturesOfSlide` that layers and paints name, and that the layout places. */
export function layerPicturesOf(slide: Slide, path: string, shape?: CanvasShape): PictureField[] {
	const fields: PictureField[] = [];
	const add = pictureIn(fields);
	if (slide.background !== undefined) ofPaint(slide.background, `${path}/background`, add);
	for (const [i, block] of (slide.textBlocks ?? []).entries())
		if (hasPaint(block) && !isLeftOut(block, shape))
			ofTextPaints(block, `${path}/textBlocks/${i}`, add);
	ofLayers(slide.layers ?? [], `${path}/layers`, add, shape);
	return fields;
}

/** The pictures of the common layers; see `picturesOfSlide`. */
export function picturesOfCommon(common: CommonLayers, shape?: CanvasShape): PictureField[] {
	const fields: PictureField[] = [];
	const add = pictureIn(fields);
	for (const [path, layers] of commonLists(common)) ofLayers(layers, path, add, shape);
	return fields;
}

/** A layer, overlay or paint with a picture. */
interface Pictured {
	readonly src: string;
	readonly fallback?: string | undefined;
}

type Add = (path: string, picture: Pictured) => void;

const pictureIn =
	(fields: PictureField[]): Add =>
	(path, picture) =>
		fields.push({ path: `${path}/src`, src: picture.src, ...fallbackOf(picture, path) });

const fallbackOf = ({ fallback }: { readonly fallback?: string | undefined }, path: string) => ({
	...(fallback != null && { fallback }),
	fallbackPath: `${path}/fallback`,
});

const hasPaint = ({ background, textFill, textStroke }: TextBlock) =>
	background !== undefined || textFill !== undefined || textStroke?.paint !== undefined;

type TextPaints = Pick<TextBlock, "background" | "textFill" | "textStroke">;

function ofLayers(layers: readonly Layer[], path: string, add: Add, shape?: CanvasShape): void {
	for (const [i, layer] of layers.entries())
		if (!isLeftOut(layer, shape)) ofLayer(layer, `${path}/${i}`, add, shape);
}

function ofLayer(layer: Layer, path: string, add: Add, shape?: CanvasShape): void {
	if (layer.type !== "barcode" && layer.mask !== undefined)
		ofPaint(layer.mask, `${path}/mask`, add);
	if (layer.type === "image" && layer.src !== "") add(path, layer);
	else if (layer.type === "text") ofTextPaints(layer, path, add);
	else if (layer.type === "shape") {
		if (layer.fill !== undefined) ofPaint(layer.fill, `${path}/fill`, add);
		if (layer.stroke?.paint !== undefined) ofPaint(layer.stroke.paint, `${path}/stroke/paint`, add);
	} else if (layer.type === "stack" || layer.type === "grid") {
		if (layer.background !== undefined) ofPaint(layer.background, `${path}/background`, add);
		ofLayers(layer.children ?? [], `${path}/children`, add, shape);
	}
}

function ofTextPaints(
	{ background, textFill, textStroke }: TextPaints,
	path: string,
	add: Add,
): void {
	if (background !== undefined) ofPaint(background, `${path}/background`, add);
	if (textFill !== undefined) ofPaint(textFill, `${path}/textFill`, add);
	if (textStroke?.paint !== undefined) ofPaint(textStroke.paint, `${path}/textStroke/paint`, add);
}

function ofPaint(paint: Paint, path: string, add: Add): void {
	if (typeof paint === "string") return;
	if (paint.type === "layers")
		for (const [i, one] of paint.paints.entries()) ofPaint(one, `${path}/paints/${i}`, add);
	else if (paint.type === "image" || paint.type === "pattern") add(path, paint);
}

const inLayers = (layers: readonly Layer[], rename: Rename): Layer[] =>
	layers.map((layer) => inLayer(layer, rename));

function inLayer(layer: Layer, rename: Rename): Layer {
	const named = { ...inContent(layer, rename) };
	if (named.type !== "barcode" && named.mask !== undefined)
		setPaint(named, "mask", named.mask, rename);
	return named;
}

function inContent(layer: Layer, rename: Rename): Layer {
	switch (layer.type) {
		case "image": {
			const { fallback, ...rest } = layer;
			return rest.src === "" ? rest : { ...rest, src: rename(rest.src, fallback) };
		}
		case "text":
			return inTextPaints(layer, rename);
		case "shape": {
			const named = { ...layer };
			// Without a fill, a shape would be white.
			if (layer.fill !== undefined) named.fill = inPaint(layer.fill, rename);
			if (layer.stroke?.paint !== undefined) {
				named.stroke = { ...layer.stroke };
				setPaint(named.stroke, "paint", layer.stroke.paint, rename);
			}
			return named;
		}
		case "barcode":
			return layer;
		case "stack":
		case "grid": {
			const named = { ...layer };
			if (layer.background !== undefined) setPaint(named, "background", layer.background, rename);
			if (layer.children) named.children = inLayers(layer.children, rename);
			return named;
		}
	}
}

function inTextPaints<T extends TextPaints>(text: T, rename: Rename): T {
	const named = { ...text };
	if (text.background !== undefined) setPaint(named, "background", text.background, rename);
	if (text.textFill !== undefined) setPaint(named, "textFill", text.textFill, rename);
	// A line without its picture is not painted.
	if (text.textStroke?.paint !== undefined)
		named.textStroke = { ...text.textStroke, paint: inPaint(text.textStroke.paint, rename) };
	return named;
}

/** Sets a field to a paint with new names, or removes it if its picture is left out. */
function setPaint<F extends string>(
	target: { [field in F]?: Paint | undefined },
	field: F,
	paint: Paint,
	rename: Rename,
): void {
	const named = inPaint(paint, rename);
	if (typeof paint !== "string" && named === NOTHING) delete target[field];
	else target[field] = named;
}

/** What a paint without its picture paints. */
const NOTHING = "transparent";

function inPaint(paint: Paint, rename: Rename): Paint {
	if (typeof paint === "string") return paint;
	if (paint.type === "layers")
		return { ...paint, paints: paint.paints.map((one) => inPaint(one, rename) as SinglePaint) };
	if (paint.type !== "image" && paint.type !== "pattern") return paint;
	const { fallback, ...rest } = paint;
	const src = rename(rest.src, fallback);
	return src === "" ? NOTHING : { ...rest, src };
}
