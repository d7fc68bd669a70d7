/** Sets the brush that fills shapes: a colour, a gradient, or a picture. */

import { type Bitmap, toRgba } from "../images/bitmap.js";
import { inverse, type Matrix, multiply } from "../images/svg/matrix.js";
import type { Fill, Gradient, GradientStop, PatternFill, SolidFill } from "../paint/fill.js";
import { kernelMemory, kernels, MAX_COLORS, reserveMemory, stageRows } from "../pixels/kernels.js";
import type { Box } from "../scene/geometry.js";

/** Entries of the colour table per pixel of the gradient, because of stops at the same place. */
const PER_PIXEL = 4;
const MIN_ENTRIES = 512;

/** A fill that a brush supports. */
export type BrushFill = SolidFill | Gradient | PatternFill;

/** Gradients as the kernels number them. */
const GRADIENTS = { linear: 1, radial: 2, conic: 3 } as const;

/** Whether a brush supports a fill: not a gradient whose focus is not its centre. */
export const isBrush = (fill: Fill): fill is BrushFill =>
	fill.kind === "solid" ||
	fill.kind === "linear" ||
	fill.kind === "conic" ||
	fill.kind === "pattern" ||
	(fill.kind === "radial" && (fill.fx ?? fill.cx) === fill.cx && (fill.fy ?? fill.cy) === fill.cy);

/** Whether every pixel of a fill is opaque. */
export const isOpaqueFill = (fill: BrushFill): boolean =>
	fill.kind === "solid"
		? fill.color.a === 1
		: fill.kind !== "pattern" && fill.stops.every(({ color }) => color.a === 1);

/**
 * @param matrix from the space of the fill to the slide
 * @returns address of the reserved memory, to be released when the shape is filled; undefined: none
 */
export function setBrush(fill: BrushFill, matrix: Matrix): number | undefined {
	if (fill.kind === "pattern") return setPattern(fill, matrix);
	if (fill.kind === "solid") setColor(fill.color);
	else setGradient(fill, matrix);
	return undefined;
}

function setPattern({ bitmap, tile, matrix: own }: PatternFill, outer: Matrix): number {
	const { width, height } = bitmap;
	const address = reserveMemory(4 * (width + 1) * (height + 1));
	const rgba = toRgba(bitmap).data;
	const memory = kernelMemory();
	const pitch = 4 * (width + 1);
	for (let y = 0; y <= height; y++) {
		const row = (y % height) * 4 * width;
		memory.set(rgba.subarray(row, row + 4 * width), address + y * pitch);
		memory.set(rgba.subarray(row, row + 4), address + y * pitch + 4 * width);
	}
	kernels.premultiply(address, (width + 1) * (height + 1));
	const toPixels: Matrix = [
		...([width / tile.width, 0, 0, height / tile.height] as const),
		...([(-tile.x * width) / tile.width, (-tile.y * height) / tile.height] as const),
	];
	const matrix = own ? multiply(outer, own) : outer;
	setNumbers(kernels.brushAddress(), multiply(toPixels, inverse(matrix)));
	kernels.setPattern(address, width, height);
	return address;
}

function setColor({ r, g, b, a }: SolidFill["color"]): void {
	const channel = (value: number) => Math.round(value * a);
	const bytes = [channel(r), channel(g), channel(b), Math.round(255 * a)];
	kernels.setColor(bytes[0]! | (bytes[1]! << 8) | (bytes[2]! << 16) | (bytes[3]! << 24));
}

function setGradient(gradient: Gradient, outer: Matrix): void {
	const own = gradient.matrix ? multiply(outer, gradient.matrix) : outer;
	const [a, b, c, d, e, f] = inverse(own);
	if (gradient.kind === "linear") {
		const { x1, y1, x2, y2, stops } = gradient;
		const [dx, dy] = [x2 - x1, y2 - y1];
		const squared = dx * dx + dy * dy;
		const across = withoutRest((a * dx + b * dy) / squared);
		const down = withoutRest((c * dx + d * dy) / squared);
		const first = ((e - x1) * dx + (f - y1) * dy) / squared;
		const count = writeColors(stops, 1 / Math.hypot(across, down));
		setNumbers(kernels.brushAddress(), [first * count, across * count, down * count]);
		kernels.setGradient(GRADIENTS.linear, count - 1, isOpaqueFill(gradient));
		return;
	}
	if (gradient.kind === "conic") {
		const { cx, cy, stops } = gradient;
		const count = writeColors(stops, MAX_COLORS / PER_PIXEL);
		setNumbers(kernels.brushAddress(), [e - cx, a, c, f - cy, b, d]);
		kernels.setGradient(GRADIENTS.conic, count - 1, isOpaqueFill(gradient));
		return;
	}
	const { cx, cy, r, stops } = gradient;
	const count = writeColors(stops, r / Math.min(Math.hypot(a, b), Math.hypot(c, d)));
	const axes = [e - cx, a, c, f - cy, b, d];
	setNumbers(
		kernels.brushAddress(),
		axes.map((value) => (value * count) / r),
	);
	kernels.setGradient(GRADIENTS.radial, count - 1, isOpaqueFill(gradient));
}

/** Angles such as 180 leave a step of 1e-16 in the other direction. */
const withoutRest = (step: number): number => (Math.abs(step) < 1e-12 ? 0 : step);

/** Writes numbers in double precision. */
export function setNumbers(address: number, numbers: readonly number[]): void {
	new Float64Array(kernels.memory.buffer, address, numbers.length).set(numbers);
}

/**
 * Writes the colours of equal parts of the gradient, each sampled in its middle and interpolated as
 * in SVG: premultiplied, with 8 fractional bits. Between two stops of the same colour they are whole
 * numbers, which dithering does not change.
 * @param length of the gradient, pixels
 * @returns number of entries
 */
function writeColors(stops: readonly GradientStop[], length: number): number {
	const wanted = Math.ceil(length * PER_PIXEL);
	const count = Math.min(MAX_COLORS, Math.max(MIN_ENTRIES, wanted || MIN_ENTRIES));
	const table = new Uint16Array(kernels.memory.buffer, kernels.colorsAddress(), 4 * count);
	let i = 0;
	for (let next = 0; next <= stops.length; next++) {
		// Entries from the stop before this one up to this one; beyond both ends there is only one.
		const { at: from, color: start } = stops[Math.max(0, next - 1)]!;
		const { at: to, color: end } = stops[Math.min(stops.length - 1, next)]!;
		const { r, g, b, a } = start;
		const [dr, dg, db, da] = [end.r - r, end.g - g, end.b - b, end.a - a];
		const isFlat = !(to > from && next > 0) || (dr === 0 && dg === 0 && db === 0 && da === 0);
		const put = isFlat
			? (value: number) => 256 * Math.round(value)
			: (value: number) => Math.round(256 * value);
		for (; i < count; i++) {
			const at = (i + 0.5) / count;
			if (next < stops.length && stops[next]!.at <= at) break;
			const share = isFlat ? 0 : (at - from) / (to - from);
			const alpha = a + da * share;
			table[4 * i] = put((r + dr * share) * alpha);
			table[4 * i + 1] = put((g + dg * share) * alpha);
			table[4 * i + 2] = put((b + db * share) * alpha);
			table[4 * i + 3] = put(255 * alpha);
		}
	}
	return count;
}

/**
 * Sets a picture as the brush. If it is shown at less than half its size, it is halved first, so
 * that every pixel contributes.
 * @param place box of the picture, before the matrix
 * @returns address of the reserved memory, to be released when the shape is filled
 */
export function setPicture(bitmap: Bitmap, place: Box, matrix: Matrix): number {
	const address = reserveMemory(4 * Math.max(2, bitmap.width) * Math.max(2, bitmap.height));
	copyBitmap(bitmap, address);
	let { width, height } = bitmap;
	const [across, down] = [
		Math.hypot(matrix[0], matrix[1]) * place.width,
		Math.hypot(matrix[2], matrix[3]) * place.height,
	];
	while (width > 3 && height > 3 && Math.max(across / width, down / height) <= 0.5) {
		kernels.halvePicture(address, width, height);
		width >>= 1;
		height >>= 1;
	}
	const toPixels: Matrix = [
		width / place.width,
		0,
		0,
		height / place.height,
		(-place.x * width) / place.width,
		(-place.y * height) / place.height,
	];
	const own = multiply(toPixels, inverse(matrix));
	setNumbers(kernels.brushAddress(), own);
	const size = [Math.max(2, width), Math.max(2, height)] as const;
	kernels.setBitmap(address, ...size, bitmap.channels === 3);
	return address;
}

/** Copies a picture as premultiplied RGBA; a single row or column becomes two. */
function copyBitmap({ data, width, height, channels }: Bitmap, address: number): void {
	const columns = Math.max(2, width);
	if (channels === 4 && columns === width) kernelMemory().set(data, address);
	else {
		const from = kernels.stagingAddress();
		const copy = channels === 3 ? kernels.copyRgbRows : kernels.overStraightRows;
		kernelMemory().fill(0, address, address + 4 * columns * height);
		stageRows(data, width * channels, 0, height, (row, count) => {
			const to = address + 4 * row * columns;
			copy(to, columns, from, width, width, count);
			if (columns > width) copy(to + 4, columns, from, width, width, count);
		});
	}
	if (channels === 4 && columns === width) kernels.premultiply(address, width * height);
	if (height === 1)
		kernelMemory().copyWithin(address + 4 * columns, address, address + 4 * columns);
}
