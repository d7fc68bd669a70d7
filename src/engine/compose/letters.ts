/**
 * Letters, each of which resvg draws once for its size, and which are then copied. As in browsers, a
 * letter stands at a quarter of a pixel. Where it stands, and what was drawn before, changes nothing
 * about it: each is drawn in a picture of its own.
 */
import type { Matrix } from "../images/svg/matrix.js";
import { drawSvg } from "../images/svg/resvg.js";
import type { PathNode } from "../paint/node.js";
import { SVG_NAMESPACES } from "../paint/svg-writer.js";
import {
	type Kernels,
	kernelMemory,
	kernels,
	LETTER_BYTES,
	LETTERS,
	releaseMemory,
	reserveMemory,
} from "../pixels/kernels.js";
import {
	area,
	type Box,
	grow,
	intersect,
	isEmpty,
	mapBox,
	wholePixels,
} from "../scene/geometry.js";
import type { GlyphShape } from "../text/layout/glyph-path.js";
import { type BrushFill, isBrush, setBrush } from "./brush.js";
import { partOf, type Surface, touch, wholeBox } from "./surface.js";

/** The letters of a path, filled without a rasteriser. */
export interface LetterRun {
	readonly kind: "letters";
	readonly node: PathNode;
	readonly fill: BrushFill;
	/** From the space of the letters and the fill to the slide: it moves, and scales evenly. */
	readonly matrix: Matrix;
	readonly bounds: Box;
}

/** Places of a letter in a pixel, across and down. */
const PLACES = 4;
/** Larger letters seldom recur. Pixels. */
const MAX_SIDE = 128;
/** Points of an outline are rounded to hundredths of a pixel. */
const ROUNDING = 0.02;
/** Bytes of the coverage of a run; what is larger is painted in parts. */
const RUN_BYTES = 1024 * 1024;

/**
 * The letters of a path; undefined if they must be drawn as an outline.
 * @param matrix from the space of the path to the slide
 */
export function letterRun(node: PathNode, matrix: Matrix): LetterRun | undefined {
	const { letters, fill, stroke } = node;
	if (!letters || stroke || fill === null || !isBrush(fill)) return undefined;
	const [scale, b, c, d] = matrix;
	if (b !== 0 || c !== 0 || d !== scale || !(scale > 0)) return undefined;
	const isLarge = ({ width, height }: Box) => Math.max(width, height) * scale > MAX_SIDE;
	if (letters().some(({ shape }) => isLarge(shape.ink))) return undefined;
	return { kind: "letters", node, fill, matrix, bounds: mapBox(matrix, node.bounds) };
}

/** @returns characters of markup that were drawn: see `DrawnMemory` */
export function paintLetters(surface: Surface, { node, fill, matrix, bounds }: LetterRun): number {
	const part = partOf(surface, wholeBox(grow(bounds, 1), surface));
	const letters = node.letters?.() ?? [];
	if (!part) return 0;
	touch(surface, part);
	const { x, y, width, height } = part;
	const brush = setBrush(fill, matrix);
	const most = Math.min(height, Math.max(1, Math.floor(RUN_BYTES / width)));
	const cover = reserveMemory(width * most);
	const held = atlas();
	const [scale] = matrix;
	let drawn = 0;
	for (let row = 0; row < height; row += most) {
		const shown = { x, y: y + row, width, height: Math.min(most, height - row) };
		kernelMemory().fill(0, cover, cover + area(shown) + 16);
		for (const { x, y, shape } of letters) {
			const [left, column] = placeOf(scale * x + matrix[4]);
			const [top, line] = placeOf(scale * y + matrix[5]);
			const known = held.find(shape, scale, column, line);
			const mask = known ?? held.draw(shape, scale, column, line);
			if (known === undefined) drawn += shape.outline.length;
			addMask({ ...mask, x: left + mask.x, y: top + mask.y }, cover, shown);
		}
		const at = part.at + 4 * row * surface.width;
		kernels.fillMask(at, surface.width, x, shown.y, width, shown.height, cover);
	}
	releaseMemory(brush ?? cover);
	return drawn;
}

/** The whole pixel of a coordinate, and the place in it. */
function placeOf(value: number): [pixel: number, place: number] {
	const places = Math.round(value * PLACES);
	const pixel = Math.floor(places / PLACES);
	return [pixel, places - pixel * PLACES];
}

/** The coverage of a letter, in the memory of the kernels. Its place is relative to its origin. */
interface LetterMask extends Box {
	readonly address: number;
}

/** Adds what lies in a box to the coverage of that box. */
function addMask(mask: LetterMask, cover: number, shown: Box): void {
	const part = intersect(mask, shown);
	if (isEmpty(part)) return;
	const to = cover + (part.y - shown.y) * shown.width + part.x - shown.x;
	const from = mask.address + (part.y - mask.y) * mask.width + part.x - mask.x;
	kernels.addMask(to, shown.width, from, mask.width, part.width, part.height);
}

/** Holds letters until there is no room for another one; then it is emptied. */
class LetterAtlas {
	readonly kernels: Kernels;
	/** By scale, outline and place. */
	readonly #masks = new Map<number, Map<string, LetterMask[]>>();
	#used = 0;

	constructor(kernels: Kernels) {
		this.kernels = kernels;
	}

	/** @param column of a quarter of a pixel */
	find(
		{ outline }: GlyphShape,
		scale: number,
		column: number,
		line: number,
	): LetterMask | undefined {
		return this.#masks.get(scale)?.get(outline)?.[line * PLACES + column];
	}

	/** Draws a letter that is not held. */
	draw({ outline, ink }: GlyphShape, scale: number, column: number, line: number): LetterMask {
		const [right, down] = [column / PLACES, line / PLACES];
		const box = wholePixels(grow(mapBox([scale, 0, 0, scale, right, down], ink), ROUNDING));
		const { x, y, width, height } = box;
		const { pixels } = drawSvg(
			`<svg ${SVG_NAMESPACES} width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"><path transform="matrix(${scale} 0 0 ${scale} ${right} ${down})" d="M0 0${outline}"/></svg>`,
		);
		if (this.#used + area(box) > LETTER_BYTES) {
			this.#masks.clear();
			this.#used = 0;
		}
		const mask = { ...box, address: LETTERS + this.#used };
		this.#used += area(box);
		const memory = kernelMemory();
		for (let i = 0; i < area(box); i++) memory[mask.address + i] = pixels[4 * i + 3]!;
		let shapes = this.#masks.get(scale);
		if (shapes === undefined) {
			shapes = new Map();
			this.#masks.set(scale, shapes);
		}
		const places = shapes.get(outline) ?? [];
		places[line * PLACES + column] = mask;
		shapes.set(outline, places);
		return mask;
	}
}

let latest = new LetterAtlas(kernels);

/** The letters in the memory of the current kernels. */
function atlas(): LetterAtlas {
	if (latest.kernels !== kernels) latest = new LetterAtlas(kernels);
	return latest;
}
