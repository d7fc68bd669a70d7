/** Finds the pictures that layers and paints of a slide name, and the fields that name them. */
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
}

/**
 * A copy of a slide in which each picture has a new name.
 * @param rename called with each `src`, also of layers that are left out
 */
export function renamePictures(slide: Slide, rename: (src: string) => string): Slide {
	const named: Slide = { ...slide };
	if (slide.image != null) named.image = rename(slide.image);
	if (slide.background !== undefined) named.background = inPaint(slide.background, rename);
	if (slide.imageOverlays !== undefined)
		named.imageOverlays = slide.imageOverlays.map((overlay) => ({
			...overlay,
			src: rename(overlay.src),
		}));
	if (slide.textBlocks?.some(hasPaint))
		named.textBlocks = slide.textBlocks.map((block) =>
			hasPaint(block) ? inTextPaints(block, rename) : block,
		);
	if (slide.layers !== undefined) named.layers = inLayers(slide.layers, rename);
	return named;
}

export function renameCommonPictures(
	{ behind, front }: CommonLayers,
	rename: (src: string) => string,
): CommonLayers {
	return {
		...(behind && { behind: inLayers(behind, rename) }),
		...(front && { front: inLayers(front, rename) }),
	};
}

/**
 * The pictures of a slide that is drawn on a canvas, without those of layers that are left out.
 * @param path JSON pointer of the slide
 * @param shape of the canvas; without it, `only` leaves no layer out
 */
export function picturesOfSlide(slide: Slide, path: string, shape?: CanvasShape): PictureField[] {
	const fields: PictureField[] = [];
	if (slide.image != null) fields.push({ path: `${path}/image`, src: slide.image });
	for (const [i, overlay] of (slide.imageOverlays ?? []).entries())
		if (!isLeftOut(overlay, shape))
			fields.push({ path: `${path}/imageOverlays/${i}/src`, src: overlay.src });
	return [...fields, ...layerPicturesOf(slide, path, shape)];
}

/** The part of `picturesOfSlide` that layers and paints name, and that the layout places. */
export function layerPicturesOf(slide: Slide, path: string, shape?: CanvasShape): PictureField[] {
	const fields: PictureField[] = [];
	const add = (at: string, src: string) => fields.push({ path: at, src });
	if (slide.background !== undefined) ofPaint(slide.background, `${path}/background`, add);
	for (const [i, block] of (slide.textBlocks ?? []).entries())
		if (hasPaint(block) && !isLeftOut(block, shape))
			ofTextPaints(block, `${path}/textBlocks/${i}`, add);
	ofLayers(slide.layers ?? [], `${path}/layers`, add, shape);
	return fields;
}

/** The pictures of the common layers; see `picturesOfSlide`. */
export function picturesOfCommon(
	{ behind = [], front = [] }: CommonLayers,
	shape?: CanvasShape,
): PictureField[] {
	const fields: PictureField[] = [];
	const add = (path: string, src: string) => fields.push({ path, src });
	ofLayers(behind, "/common/behind", add, shape);
	ofLayers(front, "/common/front", add, shape);
	return fields;
}

type Add = (path: string, src: string) => void;

const hasPaint = ({ background, textFill }: TextBlock) =>
	background !== undefined || textFill !== undefined;

function ofLayers(layers: readonly Layer[], path: string, add: Add, shape?: CanvasShape): void {
	for (const [i, layer] of layers.entries())
		if (!isLeftOut(layer, shape)) ofLayer(layer, `${path}/${i}`, add, shape);
}

function ofLayer(layer: Layer, path: string, add: Add, shape?: CanvasShape): void {
	if (layer.type !== "barcode" && layer.mask !== undefined)
		ofPaint(layer.mask, `${path}/mask`, add);
	if (layer.type === "image" && layer.src !== "") add(`${path}/src`, layer.src);
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
	{ background, textFill }: Pick<TextBlock, "background" | "textFill">,
	path: string,
	add: Add,
): void {
	if (background !== undefined) ofPaint(background, `${path}/background`, add);
	if (textFill !== undefined) ofPaint(textFill, `${path}/textFill`, add);
}

function ofPaint(paint: Paint, path: string, add: Add): void {
	if (typeof paint === "string") return;
	if (paint.type === "layers")
		for (const [i, one] of paint.paints.entries()) ofPaint(one, `${path}/paints/${i}`, add);
	else if (paint.type === "image" || paint.type === "pattern") add(`${path}/src`, paint.src);
}

const inLayers = (layers: readonly Layer[], rename: (src: string) => string): Layer[] =>
	layers.map((layer) => inLayer(layer, rename));

function inLayer(layer: Layer, rename: (src: string) => string): Layer {
	const named = inContent(layer, rename);
	return named.type === "barcode" || named.mask === undefined
		? named
		: { ...named, mask: inPaint(named.mask, rename) };
}

function inContent(layer: Layer, rename: (src: string) => string): Layer {
	switch (layer.type) {
		case "image":
			return layer.src === "" ? layer : { ...layer, src: rename(layer.src) };
		case "text":
			return inTextPaints(layer, rename);
		case "shape":
			return {
				...layer,
				...(layer.fill !== undefined && { fill: inPaint(layer.fill, rename) }),
				...(layer.stroke?.paint !== undefined && {
					stroke: { ...layer.stroke, paint: inPaint(layer.stroke.paint, rename) },
				}),
			};
		case "barcode":
			return layer;
		case "stack":
		case "grid":
			return {
				...layer,
				...(layer.background !== undefined && { background: inPaint(layer.background, rename) }),
				...(layer.children && { children: inLayers(layer.children, rename) }),
			};
	}
}

function inTextPaints<T extends Pick<TextBlock, "background" | "textFill">>(
	text: T,
	rename: (src: string) => string,
): T {
	const { background, textFill } = text;
	return {
		...text,
		...(background !== undefined && { background: inPaint(background, rename) }),
		...(textFill !== undefined && { textFill: inPaint(textFill, rename) }),
	};
}

function inPaint(paint: Paint, rename: (src: string) => string): Paint {
	if (typeof paint === "string") return paint;
	if (paint.type === "layers")
		return { ...paint, paints: paint.paints.map((one) => inPaint(one, rename) as SinglePaint) };
	return paint.type === "image" || paint.type === "pattern"
		? { ...paint, src: rename(paint.src) }
		: paint;
}
