/** Tiles of patterns whose size on the canvas is not whole pixels. */
import type { Drawing } from "./drawing.js";
import { element as makeElement, printElements, type SvgElement } from "./element.js";
import { type Matrix, multiply, printMatrix, printNumber, scaling, translation } from "./matrix.js";
import type { Size } from "./viewport.js";

/** How far the last tile on the canvas may be from its place, pixels. */
const DRIFT = 0.3;
/** Tiles in a row. */
const MAX_TILES = 64;
/** Characters of all tiles of a drawing. */
const MAX_CHARACTERS = 300_000;
const written = new WeakMap<Drawing, number>();

interface Tiles {
	readonly size: Size;
	readonly content: SvgElement[];
}

/**
 * A tile of several tiles, because the renderer rounds the size of one to whole pixels, and many
 * rounded tiles drift away from their place; undefined if one is good enough.
 * @param size of a tile, in the space of the pattern
 * @param matrix from the space of the pattern to the canvas
 * @param most pixels of a side
 */
export function manyTiles(
	drawing: Drawing,
	content: readonly SvgElement[],
	size: Size,
	[a, b, c, d]: Matrix,
	most: number,
): Tiles | undefined {
	if (content.length === 0) return undefined;
	const scale = { x: Math.hypot(a, c), y: Math.hypot(b, d) };
	const { canvas } = drawing;
	const longest = Math.hypot(canvas.width, canvas.height);
	const before = written.get(drawing) ?? 0;
	const { length } = printElements(content);
	const tiles = Math.floor((MAX_CHARACTERS - before) / length);
	const columns = countFor(size.width * scale.x, longest, most, tiles);
	const rows = countFor(size.height * scale.y, longest, most, tiles / columns);
	if (columns === 1 && rows === 1) return undefined;
	written.set(drawing, before + columns * rows * length);
	const box = drawing.layerBox(content);
	const inside =
		box.minX >= 0 && box.minY >= 0 && box.maxX <= size.width && box.maxY <= size.height;
	const result: SvgElement[] = [];
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++) {
			const x = { at: column, side: size.width, scale: scale.x };
			const y = { at: row, side: size.height, scale: scale.y };
			result.push(inside ? moved(content, x, y) : clipped(drawing, content, x, y));
		}
	}
	return { size: { width: size.width * columns, height: size.height * rows }, content: result };
}

interface Axis {
	/** Number of the tile. */
	readonly at: number;
	readonly side: number;
	/** Pixels of the canvas for each unit. */
	readonly scale: number;
}

/** The smallest number of tiles that together are nearly whole pixels, or as near as possible. */
function countFor(pixels: number, canvas: number, most: number, tiles: number): number {
	let best = 1;
	let least = Number.POSITIVE_INFINITY;
	for (let count = 1; count <= Math.min(MAX_TILES, Math.max(1, tiles)); count++) {
		const side = count * pixels;
		if (count > 1 && (side > most || side > 2 * canvas)) break;
		const drift = (Math.abs(Math.round(side) - side) / Math.max(1, side)) * canvas;
		if (drift < least) [best, least] = [count, drift];
		if (least <= DRIFT) break;
	}
	return best;
}

const moved = (content: readonly SvgElement[], x: Axis, y: Axis): SvgElement =>
	makeElement("g", { transform: printMatrix(translation(x.at * x.side, y.at * y.side)) }, content);

/**
 * A tile from one whole pixel to another, stretched by less than one, so that no seam is seen
 * between its content and that of its neighbours.
 */
function clipped(drawing: Drawing, content: readonly SvgElement[], x: Axis, y: Axis): SvgElement {
	const edges = ({ at, side, scale }: Axis): [number, number] => [
		Math.round(at * side * scale) / scale,
		Math.round((at + 1) * side * scale) / scale,
	];
	const [[left, right], [top, bottom]] = [edges(x), edges(y)];
	const matrix = multiply(
		translation(left, top),
		scaling((right - left) / x.side, (bottom - top) / y.side),
	);
	const clip = drawing.define((id) =>
		makeElement("clipPath", { id }, [
			makeElement("rect", {
				x: printNumber(left),
				y: printNumber(top),
				width: printNumber(right - left),
				height: printNumber(bottom - top),
			}),
		]),
	);
	return makeElement("g", { "clip-path": `url(#${clip})` }, [
		makeElement("g", { transform: printMatrix(matrix) }, content),
	]);
}
