/** Where painting goes: the opaque canvas of the slide, or a separate surface. */
import type { Bitmap } from "../images/bitmap.js";
import type { BlendMode } from "../paint/blend-mode.js";
import type { ShadeNode } from "../paint/node.js";
import { blendOntoCanvas, blendOntoLayer } from "../pixels/blend.js";
import type { Canvas } from "../pixels/canvas.js";
import { beginReplacing, paintBitmap, paintPremultiplied, paintShade } from "../pixels/paint.js";
import { type Box, intersect, isEmpty } from "../scene/geometry.js";
import type { FillRows } from "./gradient-rows.js";
import { shadePixels } from "./shade-pixels.js";
import { bandsOf, boxOf, div255, fade, overSurface, type Surface } from "./surface.js";

export interface Target {
	/** Whole pixels of the slide. */
	readonly region: Box;
	/** @param box within the region; `pixels` are premultiplied */
	over(pixels: Uint8Array, box: Box): void;
	/**
	 * Lets opaque pixels be written to the target's own memory; not every target can. Without this, a
	 * gradient that covers the slide takes 1.4 times as long.
	 * @param box within the region
	 * @param write called with the part of the box that is painted
	 */
	replace?(box: Box, write: FillRows["write"]): void;
	/** @param x whole pixels */
	picture(bitmap: Bitmap, x: number, y: number): void;
	/** An upright one. */
	shade(node: ShadeNode): void;
	/** @param surface within the region */
	blend(surface: Surface, mode: BlendMode, opacity: number): void;
}

export const canvasTarget = (canvas: Canvas): Target => ({
	region: boxOf(canvas),
	over: (pixels, { x, y, width, height }) =>
		paintPremultiplied(canvas, pixels, x, y, width, height),
	replace(box, write) {
		const { from, end } = canvas.rows;
		const rows = intersect(box, { ...boxOf(canvas), y: from, height: end - from });
		if (isEmpty(rows)) return;
		write({ start: beginReplacing(canvas, rows), pitch: canvas.width }, rows);
	},
	picture: (bitmap, x, y) => paintBitmap(canvas, bitmap, x, y),
	shade: ({ alpha, columns, rows, place, color, hidden }) =>
		paintShade(canvas, alpha.bytes, columns, rows, place, color, hidden),
	blend(surface, mode, opacity) {
		const { data, x, y, width, height } = surface;
		if (mode === "normal") paintPremultiplied(canvas, faded(data, opacity), x, y, width, height);
		else blendOntoCanvas(canvas, surface, x, y, { mode, opacity, straight: false });
	},
});

export const surfaceTarget = (surface: Surface): Target => ({
	region: surface,
	over: (pixels, box) => overSurface(surface, pixels, box),
	picture(bitmap, x, y) {
		const box = { x, y, width: bitmap.width, height: bitmap.height };
		const seen = intersect(box, surface);
		if (!isEmpty(seen)) paintBitmapOn(surface, bitmap, box, seen);
	},
	shade(node) {
		const box = intersect(roundedBox(node.place), surface);
		for (const band of bandsOf(box)) overSurface(surface, shadePixels(node, band), band);
	},
	blend(source, mode, opacity) {
		if (mode === "normal") overSurface(surface, faded(source.data, opacity), source);
		else
			blendOntoLayer(surface, source, source.x - surface.x, source.y - surface.y, {
				mode,
				opacity,
				straight: false,
			});
	},
});

/** The pixels that paintShade paints. */
const roundedBox = ({ x, y, width, height }: Box): Box => {
	const [left, top] = [Math.round(x), Math.round(y)];
	return {
		x: left,
		y: top,
		width: Math.round(x + width) - left,
		height: Math.round(y + height) - top,
	};
};

/** The same pixels, less opaque. */
function faded(data: Uint8Array, opacity: number): Uint8Array {
	if (opacity < 1) fade(data, opacity);
	return data;
}

/** Paints the visible part of a bitmap in a box. */
function paintBitmapOn(surface: Surface, bitmap: Bitmap, box: Box, seen: Box): void {
	const { data, width, channels } = bitmap;
	const to = surface.data;
	for (let row = 0; row < seen.height; row++) {
		let from = ((seen.y - box.y + row) * width + seen.x - box.x) * channels;
		let at = ((seen.y - surface.y + row) * surface.width + seen.x - surface.x) * 4;
		for (const end = at + 4 * seen.width; at < end; at += 4, from += channels) {
			const alpha = channels === 4 ? data[from + 3]! : 255;
			if (alpha === 0) continue;
			if (alpha === 255) {
				to[at] = data[from]!;
				to[at + 1] = data[from + 1]!;
				to[at + 2] = data[from + 2]!;
				to[at + 3] = 255;
				continue;
			}
			const rest = 255 - alpha;
			to[at] = div255(data[from]! * alpha + to[at]! * rest);
			to[at + 1] = div255(data[from + 1]! * alpha + to[at + 1]! * rest);
			to[at + 2] = div255(data[from + 2]! * alpha + to[at + 2]! * rest);
			to[at + 3] = alpha + div255(to[at + 3]! * rest);
		}
	}
}
