/**
 * Makes the pixels of a slide from its paints. Vectors go through resvg, as few
 * calls as the order of painting allows and only the part of the slide that
 * they touch; upright pictures are blended directly.
 */
import { Resvg } from "@resvg/resvg-js";
import type { Bitmap } from "../images/bitmap.js";
import { type Box, Extent, intersect, isEmpty } from "../scene/geometry.js";
import type { Scene } from "../scene/scene.js";
import { freeDrawn } from "../svg/native-memory.js";
import { asVector, bitmapOf, type Paint, SVG_NAMESPACES, type VectorPaint } from "../svg/paint.js";
import { type Canvas, fill, paintBitmap, paintPremultiplied, paintShade } from "./blend.js";
import { expandRgb } from "./pixels.js";
import { encodeBitmap } from "./png.js";

/** resvg asks for images by http(s) URL only; it never fetches one by itself. */
const HREF_PREFIX = "https://image.invalid/";

/**
 * @returns the process's one canvas: it is drawn on again by the next call,
 * which must not begin before this one's result is used
 */
export async function composite(
	scene: Scene,
	background: Bitmap | null,
	paints: readonly Paint[],
): Promise<Canvas> {
	const canvas = canvasOf(scene.width, scene.height);
	if (!background || background.channels === 4)
		fill(canvas, Number.parseInt(scene.backgroundColor.slice(1), 16));
	if (background) paintBackground(canvas, background);

	let waiting: VectorPaint[] = [];
	const bitmaps: Bitmap[] = [];
	let drawn = 0;
	const flush = async () => {
		for (const group of neighbours(waiting)) {
			drawn += rasterize(canvas, group, bitmaps);
			drawn = await freeDrawn(drawn);
		}
		waiting = [];
		bitmaps.length = 0;
	};
	for (const paint of paints) {
		if (paint.kind === "vector") {
			waiting.push(paint);
			continue;
		}
		if (paint.place.rotation !== 0) {
			bitmaps.push(bitmapOf(paint));
			waiting.push(asVector(paint.place, `${HREF_PREFIX}${bitmaps.length - 1}`));
			continue;
		}
		// What waits may be painted later as long as the picture does not lie on it.
		if (waiting.some(({ bounds }) => !isEmpty(intersect(bounds, paint.place)))) await flush();
		if (paint.kind === "bitmap") paintBitmap(canvas, paint.bitmap, paint.place.x, paint.place.y);
		else paintShade(canvas, paint.alpha, paint.columns, paint.rows, paint.place);
	}
	await flush();
	return canvas;
}

function paintBackground(canvas: Canvas, background: Bitmap): void {
	if (background.channels === 4) {
		paintBitmap(canvas, background, 0, 0);
		return;
	}
	expandRgb(background.data, canvas.data);
}

/**
 * Pixels that cost as much as one more call of resvg: it takes about 0.2 ms
 * for a call and 3 ns for each pixel of its picture, drawn on or not.
 */
const CALL_IN_PIXELS = 65_000;

/** Characters of markup for one call: resvg takes some twenty times as many bytes for them. */
const MAX_MARKUP = 1_000_000;

/** Groups of paints in their order, each drawn by one call without much empty room. */
function neighbours(paints: readonly VectorPaint[]): VectorPaint[][] {
	const groups: VectorPaint[][] = [];
	let last: { group: VectorPaint[]; box: Box; length: number } | undefined;
	for (const paint of paints) {
		const { bounds, markup } = paint;
		const box = last && union(last.box, bounds);
		if (
			last &&
			box &&
			last.length + markup.length <= MAX_MARKUP &&
			area(box) <= area(last.box) + area(bounds) + CALL_IN_PIXELS
		) {
			last.group.push(paint);
			last.box = box;
			last.length += markup.length;
		} else {
			last = { group: [paint], box: bounds, length: markup.length };
			groups.push(last.group);
		}
	}
	return groups;
}

const area = ({ width, height }: Box) => width * height;

function union(a: Box, b: Box): Box {
	const extent = new Extent();
	for (const { x, y, width, height } of [a, b]) extent.include(x, y, x + width, y + height);
	return extent.box;
}

/**
 * Draws vectors on the canvas: the part of it that they touch, and one pixel around.
 * @returns how much markup was drawn, characters
 */
function rasterize(
	canvas: Canvas,
	paints: readonly VectorPaint[],
	bitmaps: readonly Bitmap[],
): number {
	const extent = new Extent();
	for (const { bounds } of paints)
		extent.include(bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height);
	const region = wholePixels(extent.box, canvas);
	if (isEmpty(region)) return 0;
	const { x, y, width, height } = region;
	const body = paints.map(({ markup }) => markup).join("");
	const resvg = new Resvg(
		`<svg ${SVG_NAMESPACES} width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${body}</svg>`,
		{ font: { loadSystemFonts: false } },
	);
	for (const href of resvg.imagesToResolve() as string[]) {
		const bitmap = bitmaps[Number(href.slice(HREF_PREFIX.length))];
		if (bitmap) resvg.resolveImage(href, encodeBitmap(bitmap, 0));
	}
	paintPremultiplied(canvas, resvg.render().pixels, x, y, width, height);
	return body.length;
}

function wholePixels(box: Box, canvas: Canvas): Box {
	const left = Math.floor(box.x) - 1;
	const top = Math.floor(box.y) - 1;
	const grown = {
		x: left,
		y: top,
		width: Math.ceil(box.x + box.width) + 1 - left,
		height: Math.ceil(box.y + box.height) + 1 - top,
	};
	return intersect(grown, { x: 0, y: 0, width: canvas.width, height: canvas.height });
}

let memory = new Uint8Array(0);

/** A process draws one slide at a time, and fresh pages are dear: the memory is used again. */
function canvasOf(width: number, height: number): Canvas {
	const bytes = width * height * 4;
	if (memory.length !== bytes) memory = new Uint8Array(bytes);
	return { width, height, data: memory };
}
