import { SVG_LIMITS, type SvgBudget, tooComplex } from "../budget.js";
import type { SvgDrawing, SvgElement } from "../element.js";
import { IDENTITY, type Matrix, multiply } from "../matrix.js";
import type { Outline } from "../outline.js";
import { SHAPE_NAMES } from "../shapes.js";
import { readViewBox, type Size, viewBoxTransform } from "../viewport.js";
import { Boxer, isGroup, matrixOf, regionOf } from "./boxes.js";
import { Coverage, StrokeCoverage } from "./coverage.js";
import {
	areaOf,
	type Box,
	boxMatrix,
	boxOf,
	intersection,
	trace,
	transformBox,
} from "./outline.js";
import { Paints } from "./paints.js";
import { PRIMITIVE_RATES, RATES, SMALL_BLUR, SMALL_BLUR_RATE } from "./rates.js";

/** Bytes of memory that the renderer uses per character of markup. */
const BYTES_PER_CHARACTER = 20;
const BYTES_PER_PIXEL = 4;

/** Where something is drawn. */
interface Surface {
	/** From user space to pixels of the canvas. */
	readonly matrix: Matrix;
	/** The available pixels: the canvas, or the surrounding layer. */
	readonly pixels: Box;
	/** Bytes of all open layers. */
	readonly bytes: number;
	/** Inside a clip path, where a layer is as large as the clipped element. */
	readonly clipping: boolean;
}

/**
 * Estimates the renderer's cost of a sanitised document, and adds it to the budget. It follows the
 * drawing layer by layer like the renderer, but without pixels.
 * @param length characters of its markup
 * @throws ImageFault too_complex
 */
export function priceDrawing(
	{ drawing, definitions, outlines }: SvgDrawing,
	length: number,
	canvas: Size,
	budget: SvgBudget,
): void {
	budget.spend("nanoseconds", length * RATES.character);
	const bytes = length * BYTES_PER_CHARACTER;
	budget.hold(bytes);
	const byId = new Map(definitions.map((node) => [node.attributes.get("id") ?? "", node]));
	const pricer = new Pricer(canvas, outlines, byId, budget);
	const pixels = { minX: 0, minY: 0, maxX: canvas.width, maxY: canvas.height };
	pricer.children({ children: [drawing] }, new Paints(byId), {
		matrix: [1, 0, 0, 1, 0, 0],
		pixels,
		bytes: bytes + areaOf(pixels) * BYTES_PER_PIXEL,
		clipping: false,
	});
}

/** Pixels of a limit within which a layer counts as beyond it. */
const EDGE = 6;
const FREE = { spend: () => undefined, hold: () => undefined };

/**
 * The layers of a drawing of which nothing is within the limits of their surface: resvg panics if it
 * has to draw one.
 */
export function unseenLayers(
	{ drawing, definitions, outlines }: SvgDrawing,
	{ width, height }: Size,
): ReadonlySet<SvgElement> {
	const byId = new Map(definitions.map((node) => [node.attributes.get("id") ?? "", node]));
	const unseen = new Set<SvgElement>();
	const pricer = new Pricer({ width, height }, outlines, byId, FREE, unseen);
	pricer.children({ children: [drawing] }, new Paints(byId), {
		matrix: IDENTITY,
		pixels: { minX: 0, minY: 0, maxX: width, maxY: height },
		bytes: 0,
		clipping: false,
	});
	return unseen;
}

class Pricer {
	/** Layers that were met and are not drawn; without it, the drawing is only priced. */
	readonly #unseen: Set<SvgElement> | undefined;
	readonly #canvas: Size;
	readonly #byId: ReadonlyMap<string, SvgElement>;
	readonly #boxer: Boxer;
	readonly #budget: Pick<SvgBudget, "spend" | "hold">;

	constructor(
		canvas: Size,
		outlines: ReadonlyMap<string, Outline>,
		byId: ReadonlyMap<string, SvgElement>,
		budget: Pick<SvgBudget, "spend" | "hold">,
		unseen?: Set<SvgElement>,
	) {
		this.#unseen = unseen;
		this.#canvas = canvas;
		this.#byId = byId;
		this.#boxer = new Boxer(outlines, byId);
		this.#budget = budget;
	}

	children(node: Pick<SvgElement, "children">, paints: Paints, surface: Surface): void {
		for (const child of node.children) {
			if (isGroup(child) || SHAPE_NAMES.has(child.name) || child.name === "image")
				this.#element(child, paints, surface);
		}
	}

	#spend(nanoseconds: number): void {
		this.#budget.spend("nanoseconds", nanoseconds);
	}

	#element(node: SvgElement, inherited: Paints, outer: Surface): void {
		this.#spend(RATES.element);
		const paints = inherited.of(node);
		let surface: Surface = { ...outer, matrix: multiply(outer.matrix, matrixOf(node)) };
		if (needsLayer(node)) {
			const layer = this.#layer(node, inherited, outer, surface);
			if (layer === undefined) {
				this.#unseen?.add(node);
				return;
			}
			surface = layer;
		}
		if (isGroup(node)) this.children(node, paints, surface);
		else if (node.name === "image") this.#image(node, surface);
		else this.#shape(node, paints, surface);
	}

	/** @returns the surface for the element; undefined if it is not visible */
	#layer(node: SvgElement, inherited: Paints, outer: Surface, inner: Surface): Surface | undefined {
		const boxes = this.#boxer.boxes(node, inherited);
		const pixels = outer.clipping
			? outer.pixels
			: this.#layerPixels(transformBox(outer.matrix, boxes.layer), outer.pixels);
		const area = areaOf(pixels);
		if (area === 0 || (this.#unseen && isAtEdge(pixels, outer.pixels, this.#canvas)))
			return undefined;
		const blends = node.attributes.has("mix-blend-mode");
		const seen = areaOf(intersection(pixels, outer.pixels));
		this.#spend(area * RATES.layer + seen * (blends ? RATES.blend : RATES.layer));
		const surface = { ...inner, pixels, bytes: this.#hold(outer, area) };
		const object = this.#boxer.local(node, inherited).object;
		const filter = this.#boxer.named(node, "filter");
		if (filter !== undefined) this.#filter(filter, surface, area);
		const clip = this.#boxer.named(node, "clip-path");
		if (clip !== undefined) this.#clip(clip, surface, object, area);
		const mask = this.#boxer.named(node, "mask");
		if (mask !== undefined) this.#mask(mask, surface, object, area);
		return surface;
	}

	/**
	 * A layer is limited to two canvases around the corner of its parent, and to the size of four.
	 */
	#layerPixels(box: Box, { minX, minY }: Box): Box {
		const { width, height } = this.#canvas;
		return intersection(
			{
				minX: Math.floor(box.minX) - 2,
				minY: Math.floor(box.minY) - 2,
				maxX: Math.ceil(box.maxX) + 2,
				maxY: Math.ceil(box.maxY) + 2,
			},
			{
				minX: minX - 2 * width,
				minY: minY - 2 * height,
				maxX: minX + 2 * width,
				maxY: minY + 2 * height,
			},
		);
	}

	/** Counts the memory of some images of this number of pixels. */
	#hold({ bytes }: Surface, pixels: number, images = 1): number {
		const held = bytes + pixels * BYTES_PER_PIXEL * images;
		this.#budget.hold(held);
		return held;
	}

	#filter(filter: SvgElement, surface: Surface, area: number): void {
		const scale = Math.max(...surface.matrix.slice(0, 4).map(Math.abs));
		let rate = 0;
		for (const primitive of filter.children) {
			rate += PRIMITIVE_RATES[primitive.name] ?? 0;
			rate += primitive.children.length * (PRIMITIVE_RATES[primitive.children[0]?.name ?? ""] ?? 0);
			const deviations = primitive.attributes.get("stdDeviation")?.split(" ").map(Number) ?? [];
			if (deviations.some((deviation) => deviation > 0 && deviation * scale < SMALL_BLUR))
				rate += SMALL_BLUR_RATE;
			rate += windowRate(primitive, scale);
		}
		this.#spend(area * rate);
		// Each result is kept until the last primitive is done, and a primitive works on copies.
		this.#hold(surface, area, filter.children.length + 4);
	}

	#clip(clip: SvgElement, surface: Surface, object: Box, area: number): void {
		this.#spend(area * RATES.clip);
		const bytes = this.#hold(surface, area, 2);
		let matrix = multiply(surface.matrix, matrixOf(clip));
		if (clip.attributes.get("clipPathUnits") === "objectBoundingBox")
			matrix = multiply(matrix, boxMatrix(object));
		const paints = new Paints(this.#byId).of(clip);
		this.children(clip, paints, { matrix, pixels: surface.pixels, bytes, clipping: true });
		const outer = this.#boxer.named(clip, "clip-path");
		if (outer !== undefined) this.#clip(outer, { ...surface, bytes }, object, area);
	}

	#mask(mask: SvgElement, surface: Surface, object: Box, area: number): void {
		this.#spend(area * RATES.mask);
		const bytes = this.#hold(surface, area, 2);
		const relative = mask.attributes.get("maskContentUnits") === "objectBoundingBox";
		const matrix = relative ? multiply(surface.matrix, boxMatrix(object)) : surface.matrix;
		const paints = new Paints(this.#byId).of(mask);
		this.children(mask, paints, { ...surface, matrix, bytes, clipping: false });
		const outer = this.#boxer.named(mask, "mask");
		if (outer !== undefined) this.#mask(outer, { ...surface, bytes }, object, area);
	}

	#image(node: SvgElement, surface: Surface): void {
		const box = transformBox(surface.matrix, boxOf(this.#boxer.outline(node)));
		this.#spend(areaOf(intersection(surface.pixels, box)) * RATES.pattern);
	}

	#shape(node: SvgElement, paints: Paints, surface: Surface): void {
		const outline = this.#boxer.outline(node);
		const object = boxOf(outline);
		const box = transformBox(surface.matrix, object);
		const fill = paints.paint("fill");
		if (fill !== undefined) {
			const coverage = new Coverage(surface.pixels, box);
			trace(outline, surface.matrix, coverage);
			this.#spend(coverage.segments * RATES.segment + coverage.edgeCost);
			this.#paint(fill, coverage.pixels, object, surface);
		}
		const stroke = paints.paint("stroke");
		const width = paints.strokeWidth * stretchOf(surface.matrix);
		if (stroke !== undefined && width > 0) this.#stroke(outline, object, paints, surface);
	}

	#stroke(outline: Outline, object: Box, paints: Paints, surface: Surface): void {
		const width = paints.strokeWidth * stretchOf(surface.matrix);
		const box = transformBox(surface.matrix, object);
		const coverage = new StrokeCoverage(surface.pixels, box, width, paints.round);
		trace(outline, surface.matrix, coverage);
		const { segments, pieces } = coverage;
		const dashes = dashCount(outline, paints);
		// The two ends of each dash add edges.
		const rows = Math.min(width, surface.pixels.maxY - surface.pixels.minY);
		this.#spend(
			segments * (paints.round ? RATES.roundSegment : RATES.strokeSegment) +
				pieces * RATES.strokePiece +
				dashes * (RATES.dash + (paints.round ? 10 : 4) * 4 * rows * RATES.edge),
		);
		this.#spend(width <= 1 ? coverage.length * RATES.hairPixel : coverage.edgeCost);
		this.#paint(paints.paint("stroke")!, coverage.pixels, object, surface);
	}

	/** The cost of painting pixels with a colour, a gradient or a pattern. */
	#paint(
		{ server, opaque }: { server: SvgElement | undefined; opaque: boolean },
		pixels: number,
		object: Box,
		surface: Surface,
	): void {
		if (server === undefined) {
			this.#spend(pixels * (opaque ? RATES.opaque : RATES.translucent));
		} else if (server.name === "pattern") {
			this.#spend(pixels * RATES.pattern);
			this.#tile(server, object, surface);
		} else {
			const stops = server.children.length;
			this.#spend(pixels * (RATES.gradient + stops * RATES.stop) + stops * 100);
		}
	}

	/** The tile of a pattern is drawn again for each shape. */
	#tile(pattern: SvgElement, object: Box, surface: Surface): void {
		const [a, b, c, d] = multiply(surface.matrix, matrixOf(pattern, "patternTransform"));
		const scaleX = Math.max(Math.hypot(a, b), Math.hypot(a, c));
		const scaleY = Math.max(Math.hypot(c, d), Math.hypot(b, d));
		const region = regionOf(pattern, "patternUnits", object);
		const size = { width: region.maxX - region.minX, height: region.maxY - region.minY };
		const pixels = {
			minX: 0,
			minY: 0,
			maxX: Math.round(size.width * scaleX),
			maxY: Math.round(size.height * scaleY),
		};
		const area = areaOf(pixels);
		this.#spend(area * RATES.opaque * 2);
		const bytes = this.#hold(surface, area);
		const viewBox = readViewBox(pattern.attributes.get("viewBox"));
		let matrix: Matrix = [scaleX, 0, 0, scaleY, 0, 0];
		if (viewBox !== undefined)
			matrix = multiply(
				matrix,
				viewBoxTransform(viewBox, size, pattern.attributes.get("preserveAspectRatio")),
			);
		else if (pattern.attributes.get("patternContentUnits") === "objectBoundingBox")
			matrix = multiply(matrix, [object.maxX - object.minX, 0, 0, object.maxY - object.minY, 0, 0]);
		const paints = new Paints(this.#byId).of(pattern);
		this.children(pattern, paints, { matrix, pixels, bytes, clipping: false });
	}
}

/** The cost of a primitive's window or octaves for each pixel. Nanoseconds. */
function windowRate({ name, attributes }: SvgElement, scale: number): number {
	const numbers = (key: string) => attributes.get(key)?.split(" ").map(Number) ?? [];
	if (name === "feTurbulence") return (numbers("numOctaves")[0] ?? 1) * RATES.octave;
	if (name === "feMorphology") {
		const [x = 0, y = x] = numbers("radius").map((radius) => Math.ceil(radius * scale));
		return x * y * RATES.morphed;
	}
	const [columns = 3, rows = columns] = name === "feConvolveMatrix" ? numbers("order") : [0];
	return columns * rows * RATES.convolved;
}

/** Whether a layer might lie beyond the limits of its surface, because boxes are estimates. */
function isAtEdge(layer: Box, { minX, minY }: Box, { width, height }: Size): boolean {
	return (
		layer.maxX < minX - 2 * width + EDGE ||
		layer.maxY < minY - 2 * height + EDGE ||
		layer.minX > minX + 2 * width - EDGE ||
		layer.minY > minY + 2 * height - EDGE
	);
}

const stretchOf = ([a, b, c, d]: Matrix): number => Math.max(Math.hypot(a, b), Math.hypot(c, d));

/** Whether an element is painted as a layer. */
export const needsLayer = ({ attributes }: SvgElement): boolean =>
	(attributes.get("opacity") ?? "1") !== "1" ||
	["filter", "clip-path", "mask"].some((name) => attributes.get(name)?.startsWith("url(")) ||
	attributes.has("mix-blend-mode") ||
	attributes.has("isolation");

/** Dashes and their gaps along an outline. */
function dashCount(outline: Outline, paints: Paints): number {
	const { dashes } = paints;
	const period = dashes.reduce((sum, length) => sum + length, 0);
	if (!(period > 0)) return 0;
	let length = 0;
	trace(outline, [1, 0, 0, 1, 0, 0], {
		piece: (x0, y0, x1, y1) => {
			length += Math.hypot(x1 - x0, y1 - y0);
		},
	});
	const count = (length / period) * dashes.length;
	if (count > SVG_LIMITS.dashes) throw tooComplex(`dashes: ${count}`);
	return count;
}
