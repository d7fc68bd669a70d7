/**
 * Loops over pixels that are too slow in JavaScript, compiled from src/engine/pixels/assembly to
 * WebAssembly with SIMD. A process has one instance, which holds the one slide being drawn.
 */
import { readFileSync } from "node:fs";
import { packageRoot } from "../../base/package-root.js";
import { PLATFORMS } from "../../contract/platforms.js";

/** Rows of a rectangle: addresses, and pixels from one row to the next. */
type CopyRows = (
	to: number,
	pitch: number,
	from: number,
	fromPitch: number,
	width: number,
	rows: number,
) => void;

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
	beforePainting(row: number, rows: number): void;
	beforeReplacing(row: number, rows: number): void;
	overRows(
		to: number,
		pitch: number,
		from: number,
		fromPitch: number,
		width: number,
		rows: number,
		opacity: number,
	): void;
	overStraightRows: CopyRows;
	copyRgbRows: CopyRows;
	maskRows: CopyRows;
	luminanceRows(at: number, pixels: number): void;
	blendRows(
		to: number,
		pitch: number,
		from: number,
		fromPitch: number,
		width: number,
		rows: number,
		mode: number,
		opacity: number,
	): void;
	shapeAddress(): number;
	clipToShape(
		at: number,
		pitch: number,
		x: number,
		y: number,
		width: number,
		rows: number,
		outside: boolean,
	): void;
	brushAddress(): number;
	setColor(pixel: number): void;
	setGradient(kind: number, last: number, isOpaque: boolean): void;
	setPattern(from: number, width: number, height: number): void;
	setBitmap(from: number, width: number, height: number, isOpaque: boolean): void;
	halvePicture(at: number, width: number, height: number): void;
	fillShape(at: number, pitch: number, x: number, y: number, width: number, rows: number): void;
	fillMask(
		at: number,
		pitch: number,
		x: number,
		y: number,
		width: number,
		rows: number,
		mask: number,
	): void;
	addMask: CopyRows;
	placeMask(x: number, y: number, width: number, height: number): void;
	skipPart(fromX: number, endX: number, fromY: number, endY: number): void;
	shadeRows(
		at: number,
		pitch: number,
		x: number,
		y: number,
		width: number,
		rows: number,
		mask: number,
		columns: number,
		maskRows: number,
		color: number,
		onCanvas: boolean,
	): void;
	setWeight(distance: number, weight: number): void;
	beginShadow(width: number, shade: number): void;
	shadowRows(count: number): void;
	setFilterValue(i: number, value: number): void;
	filterStaged(pixels: number, channels: number, count: number): void;
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

const PAGE_BYTES = 65_536;

/** Bytes of the letters that stay drawn: a letter of 40 pixels has about 1,000. */
export const LETTER_BYTES = 8 * 1024 * 1024;

function begin(): Kernels {
	const begun = newKernels();
	begun.start(MAX_PIXELS, OUTPUT_BYTES);
	begun.memory.grow(LETTER_BYTES / PAGE_BYTES);
	return begun;
}

/** Replaced when its memory has grown too much; see `releaseMemory`. */
export let kernels = begin();

/** Bytes of the areas that the kernels reserve at their start. */
const OWN_BYTES = kernels.memory.buffer.byteLength;
/** Bytes that may stay after a slide; new memory costs more than clearing old memory. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Where the letters that stay drawn begin. */
export const LETTERS = OWN_BYTES - LETTER_BYTES;

/** Where the free memory after the areas begins. */
let top = OWN_BYTES;

/**
 * Reserves memory after the areas of the kernels. What is reserved last is released first.
 * @returns its address, a multiple of 16; 16 more bytes may be read and written
 */
export function reserveMemory(bytes: number): number {
	const at = top;
	top += Math.ceil(bytes / 16) * 16 + 16;
	const missing = top - kernels.memory.buffer.byteLength;
	if (missing > 0) kernels.memory.grow(Math.ceil(missing / PAGE_BYTES));
	return at;
}

/** Releases memory that was reserved from an address on; without one, all of it. */
export function releaseMemory(from = OWN_BYTES): void {
	top = from;
}

/**
 * Call between two slides. Memory of WebAssembly cannot shrink, so if much was reserved, the kernels
 * are replaced.
 * @returns whether they were: then the canvas and what the coders have kept are lost
 */
export function renewMemory(): boolean {
	top = OWN_BYTES;
	if (kernels.memory.buffer.byteLength <= OWN_BYTES + KEPT_BYTES) return false;
	kernels = begin();
	globalThis.gc?.();
	return true;
}

let whole = new Uint8Array(kernels.memory.buffer);

/** All memory of the kernels. A view is only valid until memory is reserved. */
export function kernelMemory(): Uint8Array {
	const { buffer } = kernels.memory;
	if (whole.buffer !== buffer) whole = new Uint8Array(buffer);
	return whole;
}

const area = (address: number, bytes: number) =>
	new Uint8Array(kernels.memory.buffer, address, bytes);

/** The pixels of the canvas, RGBA. */
export const canvasArea = () => area(kernels.canvasAddress(), MAX_PIXELS * 4);
const STAGING_BYTES = kernels.STAGING_BYTES.value;
/** Input and output of the kernels, in pieces. */
export const stagingArea = () => area(kernels.stagingAddress(), STAGING_BYTES);
/** Entries of the colour table of gradients. */
export const MAX_COLORS = kernels.MAX_COLORS.value;
/** The palette made by indexRows, RGB. */
export const paletteArea = () => area(kernels.paletteAddress(), 3 * 256);
/** The output of the coders. */
export const outputArea = () => area(kernels.outputAddress(), OUTPUT_BYTES);

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
	const staging = stagingArea();
	const most = Math.floor(staging.length / stride);
	if (most === 0) throw new RangeError(`a row of ${stride} bytes`);
	for (let row = from; row < to; row += most) {
		const count = Math.min(most, to - row);
		const piece = data.subarray(row * stride, (row + count) * stride);
		const staged = piece.buffer === staging.buffer && piece.byteOffset === staging.byteOffset;
		if (!staged) staging.set(piece);
		work(row, count);
	}
}
