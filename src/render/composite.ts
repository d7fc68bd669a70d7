/**
 * Makes the pixels of a slide from its paints. Vectors go through resvg, as few
 * calls as the order of painting allows and only the part of the slide that
 * they touch; upright pictures are blended directly.
 */
import { Resvg, renderAsync } from "@resvg/resvg-js";
import type { Bitmap } from "../images/bitmap.js";
import { type Canvas, openCanvas } from "../pixels/canvas.js";
import { fill, paintBitmap, paintPremultiplied, paintShade } from "../pixels/paint.js";
import { type Box, Extent, intersect, isEmpty } from "../scene/geometry.js";
import type { Scene } from "../scene/scene.js";
import { freeDrawn } from "../svg/native-memory.js";
import {
	asVector,
	type BitmapPaint,
	bitmapOf,
	type Paint,
	type ShadePaint,
	SVG_NAMESPACES,
	type VectorPaint,
} from "../svg/paint.js";
import { encodeBitmap } from "./png.js";

/** resvg asks for images by http(s) URL only; it never fetches one by itself. */
const HREF_PREFIX = "https://image.invalid/";

/** Vectors that one call of resvg draws, with the bitmaps that they refer to. */
interface Group {
	readonly kind: "group";
	readonly paints: readonly VectorPaint[];
	readonly bitmaps: readonly Bitmap[];
}

/** Vectors that are drawn: premultiplied RGBA at whole pixels of the slide. */
interface Layer {
	readonly kind: "layer";
	readonly pixels: Uint8Array;
	readonly region: Box;
	/** Characters of markup that were drawn. */
	readonly drawn: number;
}

/** What is done to the canvas, one after the other. */
export type Step = Group | Layer | BitmapPaint | ShadePaint;

/** The steps that make a slide of its paints: few calls of resvg, the order of painting kept. */
export function planSteps(paints: readonly Paint[]): Step[] {
	const steps: Step[] = [];
	let waiting: VectorPaint[] = [];
	let bitmaps: Bitmap[] = [];
	const flush = () => {
		for (const group of neighbours(waiting)) steps.push({ kind: "group", paints: group, bitmaps });
		waiting = [];
		bitmaps = [];
	};
	for (const paint of paints) {
		if (paint.kind === "vector") {
			waiting.push(paint);
		} else if (paint.place.rotation !== 0) {
			bitmaps.push(bitmapOf(paint));
			waiting.push(asVector(paint.place, `${HREF_PREFIX}${bitmaps.length - 1}`));
		} else {
			// What waits may be painted later as long as the picture does not lie on it.
			if (waiting.some(({ bounds }) => !isEmpty(intersect(bounds, paint.place)))) flush();
			steps.push(paint);
		}
	}
	flush();
	return steps;
}

/** Slides' worth of pixels that are held drawn before the canvas is there. */
const MAX_AHEAD = 3;

/**
 * Draws the vectors of a plan before the canvas is there. What would take much
 * memory stays a group and is drawn in its turn.
 * @param aside draws every other group in a thread meanwhile
 */
export function drawAhead(
	scene: Scene,
	steps: readonly Step[],
	aside: boolean,
): (Step | Promise<Layer>)[] {
	let room = MAX_AHEAD * area(scene);
	let next = aside && steps.filter(({ kind }) => kind === "group").length > 1;
	const ahead = steps.map((step) => {
		if (step.kind !== "group" || room <= 0) return () => step;
		room -= area(regionOf(step, scene));
		const here = !next;
		next = aside && here;
		if (here) return () => rasterize(step, scene);
		const layer = rasterizeAside(step, scene);
		// Its failure is met where the layer is wanted.
		layer.catch(() => undefined);
		return () => layer;
	});
	// The thread has begun before this one is busy.
	return ahead.map((draw) => draw());
}

/**
 * @returns the process's one canvas: it is drawn on again by the next call,
 * which must not begin before this one's result is used
 */
export async function composite(
	scene: Scene,
	background: Bitmap | null,
	steps: readonly (Step | Promise<Layer>)[],
): Promise<Canvas> {
	const canvas = openCanvas(scene.width, scene.height);
	if (!background || background.channels === 4)
		fill(canvas, Number.parseInt(scene.backgroundColor.slice(1), 16));
	if (background) paintBitmap(canvas, background, 0, 0);
	let drawn = 0;
	for (const next of steps) {
		const step = await next;
		if (step.kind === "bitmap") paintBitmap(canvas, step.bitmap, step.place.x, step.place.y);
		else if (step.kind === "shade")
			paintShade(canvas, step.alpha, step.columns, step.rows, step.place);
		else {
			const layer = step.kind === "layer" ? step : rasterize(step, scene);
			const { x, y, width, height } = layer.region;
			paintPremultiplied(canvas, layer.pixels, x, y, width, height);
			drawn = await freeDrawn(drawn + layer.drawn);
		}
	}
	return canvas;
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

const area = ({ width, height }: Size) => width * height;

function union(a: Box, b: Box): Box {
	const extent = new Extent();
	for (const { x, y, width, height } of [a, b]) extent.include(x, y, x + width, y + height);
	return extent.box;
}

const OPTIONS = { font: { loadSystemFonts: false } };
const NOTHING: Layer = {
	kind: "layer",
	pixels: new Uint8Array(0),
	region: { x: 0, y: 0, width: 0, height: 0 },
	drawn: 0,
};

/** The part of the slide that a group touches, and one pixel around. */
function regionOf({ paints }: Group, slide: Size): Box {
	const extent = new Extent();
	for (const { bounds } of paints)
		extent.include(bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height);
	return wholePixels(extent.box, slide);
}

function documentOf({ paints }: Group, { x, y, width, height }: Box): string {
	const body = paints.map(({ markup }) => markup).join("");
	return `<svg ${SVG_NAMESPACES} width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${body}</svg>`;
}

/** Draws a group in a thread; bitmaps can be handed over in this one only. */
async function rasterizeAside(group: Group, slide: Size): Promise<Layer> {
	const region = regionOf(group, slide);
	if (group.bitmaps.length > 0 || isEmpty(region)) return rasterize(group, slide);
	const svg = documentOf(group, region);
	const { pixels } = await renderAsync(svg, OPTIONS);
	return { kind: "layer", pixels, region, drawn: svg.length };
}

function rasterize(group: Group, slide: Size): Layer {
	const region = regionOf(group, slide);
	if (isEmpty(region)) return NOTHING;
	const svg = documentOf(group, region);
	const resvg = new Resvg(svg, OPTIONS);
	for (const href of resvg.imagesToResolve() as string[]) {
		const bitmap = group.bitmaps[Number(href.slice(HREF_PREFIX.length))];
		if (bitmap) resvg.resolveImage(href, encodeBitmap(bitmap, 0));
	}
	return { kind: "layer", pixels: resvg.render().pixels, region, drawn: svg.length };
}

/** In pixels. */
interface Size {
	readonly width: number;
	readonly height: number;
}

function wholePixels(box: Box, slide: Size): Box {
	const left = Math.floor(box.x) - 1;
	const top = Math.floor(box.y) - 1;
	const grown = {
		x: left,
		y: top,
		width: Math.ceil(box.x + box.width) + 1 - left,
		height: Math.ceil(box.y + box.height) + 1 - top,
	};
	return intersect(grown, { x: 0, y: 0, width: slide.width, height: slide.height });
}
