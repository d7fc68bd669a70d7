/**
 * Finds the entries of the old lists, `textBlocks` and `imageOverlays`, whose position is given in
 * numbers alone and that have no box. They are placed without layout; all others are laid out as
 * layers.
 */
import type { ImageOverlay, TextBlock } from "../../contract/render-request.js";

type Numbers<T, K extends keyof T> = Omit<T, K> & { [Key in K]?: number | undefined };

export type PlainText = Numbers<TextBlock, "x" | "y" | "width" | "height" | "maxWidth">;
export type PlainOverlay = Numbers<ImageOverlay, "x" | "y" | "width" | "height">;

/** Fields that need layout, or a box around the content. */
const LAID_OUT = [
	"right",
	"bottom",
	"minWidth",
	"minHeight",
	"maxHeight",
	"aspectRatio",
	"within",
	"blendMode",
	"border",
	"shadow",
] as const;

export const isPlainText = (block: TextBlock): block is TextBlock & PlainText =>
	[block.x, block.y, block.width, block.height, block.maxWidth].every(isNumber) &&
	block.background === undefined &&
	!needsBox(block.textFill) &&
	!needsBox(block.textStroke?.paint) &&
	block.onPath == null &&
	block.padding === undefined &&
	block.opacity === undefined &&
	LAID_OUT.every((field) => block[field] === undefined);

export const isPlainOverlay = (overlay: ImageOverlay): overlay is ImageOverlay & PlainOverlay =>
	[overlay.x, overlay.y, overlay.width, overlay.height].every(isNumber) &&
	overlay.maxWidth === undefined &&
	LAID_OUT.every((field) => overlay[field] === undefined);

/** The picture has to be cropped to the box of the text. */
const needsBox = (paint: TextBlock["textFill"]) =>
	typeof paint === "object" && ["image", "pattern", "layers"].includes(paint?.type);

/** A number, or absent; in a document that was not validated, absent may be null. */
const isNumber = (value: unknown) => value == null || typeof value === "number";
