/**
 * Loops over pixels that are too slow in JavaScript, compiled from src/engine/pixels/assembly to
 * WebAssembly with SIMD. A process has one instance, which holds the one slide being drawn.
 */
import { readFileSync } from "node:fs";
import { packageRoot } from "../../base/package-root.js";
import { PLATFORMS } from "../../contract/platforms.js";

/** The exports of src/engine/pixels/assembly/index.ts; see its comments for reference. */
export interface Kernels {
	readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
	readonly STAGING_BYTES: { readonly value: number };
	readonly MAX_COLORS: { readonly value: number };
	start(canvasPixels: number, outputBytes: number): void;
	canvasAddress(): number;
	stagingAddress(): number;
	outputAddress(): number;
	beginCanvas(width: number, height: number): void;
	fill(width: number, height: number, pixel: number): void;
	fillAgain(from: number, end: number): void;
	needAllRows(): void;
	beforePainting(at: number, rows: number): void;
	beforeReplacing(row: number, rows: number): void;
	blendRows(
		at: number,
		pitch: number,
		skip: number,
		width: number,
		stagedWidth: number,
		rows: number,
		premultiplied: boolean,
	): void;
	copyRgbRows(
		at: number,
		pitch: number,
		skip: number,
		width: number,
		stagedWidth: number,
		rows: number,
	): void;
	setWeight(distance: number, weight: number): void;
	beginShadow(width: number, shade: number): void;
	shadowRows(count: number): void;
	setColumn(i: number, first: number, second: number, weight: number): void;
	shadeRow(
		at: number,
		width: number,
		maskColumns: number,
		second: number,
		weight: number,
		skipFrom: number,
		skipTo: number,
	): void;
	setFilterValue(i: number, value: number): void;
	filterStaged(pixels: number, channels: number, count: number): void;
	blendModeRow(at: number, pixels: number, mode: number, opacity: number, straight: boolean): void;
	blendModeStaged(pixels: number, mode: number, opacity: number, straight: boolean): void;
	widenStaged(pixels: number): void;
	enlargeRgb(
		from: number,
		width: number,
		height: number,
		to: number,
		columns: number,
		rows: number,
		startX: number,
		stepX: number,
		startY: number,
		stepY: number,
		scratch: number,
	): void;
	unfilterRows(at: number, length: number, rows: number, depth: number): number;
	shrinkRows(
		from: number,
		pitch: number,
		length: number,
		rows: number,
		factor: number,
		to: number,
	): void;
	shrinkColumns(
		from: number,
		pitch: number,
		depth: number,
		columns: number,
		rows: number,
		factor: number,
		to: number,
	): void;
	reduceRows(
		from: number,
		pitch: number,
		length: number,
		rows: number,
		places: number,
		pairs: number,
		results: number,
		to: number,
	): void;
	reduceColumns(
		from: number,
		pitch: number,
		depth: number,
		columns: number,
		rows: number,
		places: number,
		pairs: number,
		results: number,
		to: number,
		scratch: number,
	): void;
	premultiplyDown(at: number, pitch: number, columns: number, rows: number): void;
	unpremultiplyDown(at: number, pitch: number, columns: number, rows: number): void;
	boxBlur(at: number, width: number, height: number, window: number, scratch: number): void;
	setNarrowWeight(distance: number, weight: number): void;
	narrowBlur(at: number, width: number, height: number, scratch: number): void;
	premultiply(at: number, pixels: number): void;
	unpremultiply(at: number, pixels: number): void;
	enlargeRow(
		to: number,
		width: number,
		above: number,
		below: number,
		weight: number,
		columns: number,
		start: number,
		step: number,
	): void;
	linearRows(
		at: number,
		below: number,
		width: number,
		place: number,
		placeBelow: number,
		step: number,
		last: number,
	): void;
	radialRows(
		at: number,
		below: number,
		width: number,
		u: number,
		v: number,
		uBelow: number,
		vBelow: number,
		stepU: number,
		stepV: number,
		last: number,
	): void;
	colorsAddress(): number;
	paletteAddress(): number;
	beginIndexes(width: number): void;
	indexRows(end: number): number;
	beginFlat(width: number, bytes: number): void;
	flatRows(end: number): void;
	endFlat(): number;
	beginPhoto(width: number, height: number, again: boolean): void;
	changePhotoRows(from: number, end: number): void;
	photoRows(end: number): void;
	endPhoto(): number;
	jpegRoom(width: number, height: number): number;
	setJpegStep(chroma: number, i: number, step: number): void;
	beginJpeg(room: number, width: number, height: number): void;
	codeJpegRow(row: number, height: number): void;
	joinJpegRows(): number;
	jpegTablesAddress(): number;
	writeJpeg(address: number): number;
}

/** Pixels of the largest slide. */
export const MAX_PIXELS = Math.max(
	...Object.values(PLATFORMS).map(({ width, height }) => width * height),
);

/** Longest side of a canvas: the kernels have no room for more (canvas-rows.ts). Pixels. */
export const MAX_SIDE = 2_048;

/**
 * Worst case of Deflate: a code of 15 bits for each byte, as in a photo whose counted rows are
 * unlike all others, plus the block headers.
 */
const OUTPUT_BYTES = Math.ceil(MAX_PIXELS * 3 * (15 / 8)) + 1_048_576;

/** The part of the WebAssembly API that is used; TypeScript only has its types for browsers. */
interface WebAssemblyApi {
	readonly Module: new (bytes: Uint8Array) => object;
	readonly Instance: new (module: object) => { readonly exports: object };
}

const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
const module = new Module(readFileSync(new URL("data/kernels.wasm", packageRoot)));

/** Kernels with their own memory; those that work on the canvas must be started first. */
export const newKernels = (): Kernels => new Instance(module).exports as Kernels;

export const kernels = newKernels();
kernels.start(MAX_PIXELS, OUTPUT_BYTES);

const area = (address: number, bytes: number) =>
	new Uint8Array(kernels.memory.buffer, address, bytes);

/** The pixels of the canvas, RGBA. */
export const canvasArea = area(kernels.canvasAddress(), MAX_PIXELS * 4);
/** Input and output of the kernels, in pieces. */
export const stagingArea = area(kernels.stagingAddress(), kernels.STAGING_BYTES.value);
/** All memory of the kernels, by pixel. */
export const pixelMemory = new Uint32Array(kernels.memory.buffer);
/** Where the pixels of the canvas and of the staging area begin in it. */
export const CANVAS_START = kernels.canvasAddress() / 4;
export const STAGING_START = kernels.stagingAddress() / 4;
/** The colour table of gradient rows. */
export const gradientColors = area(kernels.colorsAddress(), 4 * kernels.MAX_COLORS.value);
/** The palette made by indexRows, RGB. */
export const paletteArea = area(kernels.paletteAddress(), 3 * 256);
/** The output of the coders. */
export const outputArea = area(kernels.outputAddress(), OUTPUT_BYTES);

/**
 * Passes rows of bytes to the kernels in pieces that fit in the staging area; rows already there
 * are not copied.
 * @param stride bytes of a row, at most the size of the staging area
 * @param work called with the first row of a piece and its number of rows
 * @throws RangeError if a row is longer than the staging area
 */
export function stageRows(
	data: Uint8Array,
	stride: number,
	from: number,
	to: number,
	work: (first: number, count: number) => void,
): void {
	const most = Math.floor(stagingArea.length / stride);
	if (most === 0) throw new RangeError(`a row of ${stride} bytes`);
	for (let row = from; row < to; row += most) {
		const count = Math.min(most, to - row);
		const piece = data.subarray(row * stride, (row + count) * stride);
		const staged =
			piece.buffer === stagingArea.buffer && piece.byteOffset === stagingArea.byteOffset;
		if (!staged) stagingArea.set(piece);
		work(row, count);
	}
}
