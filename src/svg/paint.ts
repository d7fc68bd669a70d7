/**
 * What a slide consists of, in the order of painting. One list serves both
 * outputs: written down, it is the SVG document; composited, the PNG.
 */
import type { Bitmap } from "../images/bitmap.js";
import { type Box, turnedBounds } from "../scene/geometry.js";
import { num, rotation } from "./markup.js";

/** Vector markup, and the box that holds all its ink, pixels of the slide. */
export interface VectorPaint {
	readonly kind: "vector";
	readonly markup: string;
	readonly bounds: Box;
}

/** Where a picture stands: a box turned clockwise about a point. */
export interface Placement extends Box {
	/** Degrees. */
	readonly rotation: number;
	readonly centerX: number;
	readonly centerY: number;
}

export interface BitmapPaint {
	readonly kind: "bitmap";
	readonly bitmap: Bitmap;
	readonly place: Placement;
}

/** One colour of varying opacity, coarser than the slide: scaled up smoothly to its place. */
export interface ShadePaint {
	readonly kind: "shade";
	/** #rrggbb; black unless it is given. */
	readonly color?: string;
	readonly alpha: Uint8Array;
	readonly columns: number;
	readonly rows: number;
	readonly place: Placement;
}

export type Paint = VectorPaint | BitmapPaint | ShadePaint;

/** An upright placement. */
export const upright = (box: Box): Placement => ({
	...box,
	rotation: 0,
	centerX: 0,
	centerY: 0,
});

/** The pixels of a picture as a bitmap: what an `<image>` of it has to show. */
export function bitmapOf(paint: BitmapPaint | ShadePaint): Bitmap {
	if (paint.kind === "bitmap") return paint.bitmap;
	const data = new Uint8Array(paint.alpha.length * 4);
	const rgb = Number.parseInt((paint.color ?? "#000000").slice(1), 16);
	for (let i = 0; i < paint.alpha.length; i++) {
		data[i * 4] = rgb >> 16;
		data[i * 4 + 1] = (rgb >> 8) & 255;
		data[i * 4 + 2] = rgb & 255;
		data[i * 4 + 3] = paint.alpha[i]!;
	}
	return { width: paint.columns, height: paint.rows, channels: 4, data };
}

/** Attributes of the root element. Inkscape 1.2 knows images by the XLink attribute of SVG 1.1 only. */
export const SVG_NAMESPACES =
	'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

export function imageMarkup(place: Placement, href: string): string {
	const { x, y, width, height } = place;
	const turn = rotation(place.rotation, place.centerX, place.centerY);
	return `<image x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" preserveAspectRatio="none"${turn} xlink:href="${href}"/>`;
}

/** A picture as vector markup that refers to it. */
export const asVector = (place: Placement, href: string): VectorPaint => ({
	kind: "vector",
	markup: imageMarkup(place, href),
	bounds: turnedBounds(place, place.rotation, place.centerX, place.centerY),
});
