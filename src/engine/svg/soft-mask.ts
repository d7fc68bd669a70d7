/** The opacities of a soft shadow: what casts it is drawn small, and then blurred. */
import type { BoxFill } from "../compose/box-fill.js";
import { paintBox } from "../compose/paint.js";
import { pixelsOf, SurfaceMemory } from "../compose/surface.js";
import { drawSvg, drawSvgAside } from "../images/svg/resvg.js";
import type { Opacities } from "../paint/node.js";
import { softAlpha } from "../pixels/shadow.js";
import { alphaOnGrid, type PlacedPixels, type ShadowGrid } from "../pixels/soft-shadow.js";
import { spreadAlpha } from "../pixels/spread.js";
import { markupOfPixels } from "./native-memory.js";

/** A smaller deviation is not blurred. Cells of the grid. */
const LEAST_DEVIATION = 0.05;

/** What casts a shadow, and how soft it is. Lengths are cells of the grid. */
export interface SoftMaskParts {
	readonly grid: ShadowGrid;
	/** The drawing that casts the shadow; its viewBox is the part of the slide under the grid. */
	readonly body: string;
	readonly viewBox: string;
	/** Boxes that cast it too, in the space of the grid. */
	readonly boxes?: readonly BoxFill[];
	/** Bitmaps that cast the shadow of their opaque parts. */
	readonly pictures?: readonly PlacedPixels[];
	/** Enlarges what casts the shadow; default 0. */
	readonly spread?: number;
	/** Standard deviation of the blur. */
	readonly deviation: number;
	/** 0 to 1, where the shadow is darkest. */
	readonly opacity: number;
}

/**
 * Draws the opacities when they are first read, or before in a thread. All fields that decide them
 * are public, so that the masks of two slides can be compared without drawing them.
 */
export class SoftMask implements Opacities {
	readonly parts: SoftMaskParts;
	#cast: Uint8Array | undefined;
	#bytes: Uint8Array | undefined;

	constructor(parts: SoftMaskParts) {
		this.parts = parts;
	}

	get bytes(): Uint8Array {
		this.#bytes ??= this.#blurred(this.#cast ?? this.#draw());
		this.#cast = undefined;
		return this.#bytes;
	}

	/** Bytes of pixels that it holds. */
	get heldBytes(): number {
		return this.#bytes?.length ?? 0;
	}

	/** Characters of its markup. */
	get characters(): number {
		return this.parts.body.length;
	}

	/**
	 * Lets a thread draw what casts the shadow, which takes most of the time. If `bytes` is read
	 * before this has ended, it is drawn twice.
	 */
	async drawAside(): Promise<void> {
		const { pixels } = await drawSvgAside(this.#svg);
		this.#cast = pixels;
	}

	get #svg(): string {
		const { grid, body, viewBox } = this.parts;
		return `<svg xmlns="http://www.w3.org/2000/svg" width="${grid.columns}" height="${grid.rows}" viewBox="${viewBox}" preserveAspectRatio="none">${body}</svg>`;
	}

	#draw(): Uint8Array {
		const { grid, body } = this.parts;
		if (body === "") return new Uint8Array(grid.columns * grid.rows * 4);
		return drawSvg(this.#svg).pixels;
	}

	/** @param drawn RGBA of the grid; only alpha is used */
	#blurred(drawn: Uint8Array): Uint8Array {
		const { grid, boxes = [], pictures = [], spread = 0, deviation, opacity } = this.parts;
		const { columns, rows } = grid;
		const pixels = boxes.length > 0 ? withBoxes(drawn, boxes, grid) : drawn;
		for (const picture of pictures) addPicture(pixels, picture, grid);
		if (spread !== 0) spreadPixels(pixels, grid, spread);
		return deviation < LEAST_DEVIATION
			? faded(pixels, opacity)
			: softAlpha(pixels, columns, rows, deviation, opacity);
	}
}

/** What drawing opacities leaves in memory: see DrawnMemory. */
export function drawnBy(alpha: Opacities): number {
	if (!(alpha instanceof SoftMask)) return 0;
	const { columns, rows } = alpha.parts.grid;
	return alpha.characters + markupOfPixels(4 * columns * rows);
}

/** A copy of the pixels of a grid with boxes on them. */
function withBoxes(
	drawn: Uint8Array,
	boxes: readonly BoxFill[],
	{ columns: width, rows: height }: ShadowGrid,
): Uint8Array {
	const memory = new SurfaceMemory();
	const surface = memory.open({ x: 0, y: 0, width, height });
	pixelsOf(surface).set(drawn);
	for (const { box, fill, matrix } of boxes) paintBox(surface, box, fill, matrix);
	const pixels = pixelsOf(surface).slice();
	memory.close(surface);
	return pixels;
}

function addPicture(pixels: Uint8Array, picture: PlacedPixels, grid: ShadowGrid): void {
	const cast = alphaOnGrid(picture, grid);
	for (let i = 0, at = 3; i < cast.length; i++, at += 4)
		pixels[at] = cast[i]! + Math.round((pixels[at]! * (255 - cast[i]!)) / 255);
}

function spreadPixels(pixels: Uint8Array, { columns, rows }: ShadowGrid, by: number): void {
	const alpha = Uint8Array.from({ length: columns * rows }, (_, i) => pixels[i * 4 + 3]!);
	const grown = spreadAlpha(alpha, columns, rows, by);
	for (let i = 0; i < grown.length; i++) pixels[i * 4 + 3] = grown[i]!;
}

const faded = (pixels: Uint8Array, opacity: number): Uint8Array =>
	Uint8Array.from({ length: pixels.length / 4 }, (_, i) =>
		Math.round(pixels[i * 4 + 3]! * opacity),
	);
