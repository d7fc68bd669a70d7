/** Paints on surfaces. The arithmetic is in pixels/assembly; what is outside a surface is left out. */
import { ENUMS } from "../../contract/enums.js";
import type { Bitmap } from "../images/bitmap.js";
import { IDENTITY, inverse, type Matrix } from "../images/svg/matrix.js";
import type { BlendMode } from "../paint/blend-mode.js";
import type { RoundedBox, ShadeNode } from "../paint/node.js";
import {
	kernelMemory,
	kernels,
	releaseMemory,
	reserveMemory,
	stageRows,
} from "../pixels/kernels.js";
import { area, type Box, intersect, mapBox } from "../scene/geometry.js";
import { type BrushFill, isOpaqueFill, setBrush, setNumbers, setPicture } from "./brush.js";
import { type Part, partOf, type Surface, touch, wholeBox } from "./surface.js";
import { isShift } from "./transform.js";

/** An opacity of the kernels that changes nothing. */
const FULL = 65_536;
const opacityOf = (opacity: number): number => Math.round(Math.min(1, opacity) * FULL);

/** Passes the rows of a picture in a box that lie in a part of it. */
function stagePart(
	data: Uint8Array,
	box: Box,
	channels: number,
	part: Part,
	work: (row: number, count: number, from: number) => void,
): void {
	const from = kernels.stagingAddress() + channels * (part.x - box.x);
	const first = part.y - box.y;
	stageRows(data, box.width * channels, first, first + part.height, (row, count) =>
		work(row - first, count, from),
	);
}

/** @param box whole pixels of the slide; `pixels` are premultiplied */
export function paintPixels(surface: Surface, pixels: Uint8Array, box: Box): void {
	const part = partOf(surface, box);
	if (!part) return;
	touch(surface, part);
	const { width: pitch } = surface;
	stagePart(pixels, box, 4, part, (row, count, from) =>
		kernels.overRows(part.at + 4 * row * pitch, pitch, from, box.width, part.width, count, FULL),
	);
}

/** Paints a bitmap with straight alpha. @param x left edge, whole pixels of the slide */
export function paintBitmap(surface: Surface, bitmap: Bitmap, x: number, y: number): void {
	const { data, width, height, channels } = bitmap;
	const box = { x, y, width, height };
	const part = partOf(surface, box);
	if (!part) return;
	touch(surface, part);
	const { width: pitch } = surface;
	const paint = channels === 3 ? kernels.copyRgbRows : kernels.overStraightRows;
	stagePart(data, box, channels, part, (row, count, from) =>
		paint(part.at + 4 * row * pitch, pitch, from, width, part.width, count),
	);
}

/** Paints a surface as one picture. @param source within the other surface */
export function paintSurface(
	surface: Surface,
	source: Surface,
	mode: BlendMode,
	opacity: number,
): void {
	const part = partOf(surface, source);
	if (!part) return;
	touch(surface, part);
	touch(source, part);
	const from = source.address + 4 * ((part.y - source.y) * source.width + part.x - source.x);
	const place = [part.at, surface.width, from, source.width, part.width, part.height] as const;
	if (mode === "normal") kernels.overRows(...place, opacityOf(opacity));
	else kernels.blendRows(...place, ENUMS.blendMode.indexOf(mode), opacityOf(opacity));
}

/** Multiplies a surface by the alphas of another one of the same box. */
export function maskSurface({ address, width, height }: Surface, mask: Surface): void {
	kernels.maskRows(address, width, mask.address, width, width, height);
}

/** Multiplies a surface by the alphas of premultiplied pixels of its box. */
export function maskByPixels(surface: Surface, pixels: Uint8Array): void {
	const { address, width, height } = surface;
	const from = kernels.stagingAddress();
	stageRows(pixels, 4 * width, 0, height, (row, count) =>
		kernels.maskRows(address + 4 * row * width, width, from, width, width, count),
	);
}

/** Replaces the alphas of a surface by the luminance of its pixels. */
export const luminanceToAlpha = (surface: Surface): void =>
	kernels.luminanceRows(surface.address, area(surface));

/** Whether a matrix can be inverted. */
const isFlat = ([a, b, c, d]: Matrix): boolean => !(Math.abs(a * d - b * c) > 1e-12);

function setShape({ x, y, width, height, radii }: RoundedBox, matrix: Matrix): void {
	setNumbers(kernels.shapeAddress(), [...inverse(matrix), x, y, width, height, ...radii]);
}

/**
 * Clips a surface to a box, or to what is outside of it.
 * @param matrix from the space of the box to the slide
 */
export function clipToBox(
	surface: Surface,
	box: RoundedBox,
	matrix: Matrix,
	outside: boolean,
): void {
	const { address, x, y, width, height } = surface;
	if (isFlat(matrix)) {
		if (!outside) kernelMemory().fill(0, address, address + 4 * width * height);
		return;
	}
	setShape(box, matrix);
	kernels.clipToShape(address, width, x, y, width, height, outside);
}

/** @param matrix from the space of the box and the fill to the slide */
export function paintBox(
	surface: Surface,
	box: RoundedBox,
	fill: BrushFill,
	matrix: Matrix = IDENTITY,
): void {
	const part = shapePart(surface, box, matrix);
	if (!part) return;
	const reserved = setBrush(fill, matrix);
	setShape(box, matrix);
	if (
		surface.isCanvas &&
		part.width === surface.width &&
		isOpaqueFill(fill) &&
		covers(box, matrix, part)
	)
		kernels.beforeReplacing(part.y, part.height);
	else touch(surface, part);
	kernels.fillShape(part.at, surface.width, part.x, part.y, part.width, part.height);
	if (reserved !== undefined) releaseMemory(reserved);
}

/**
 * Paints a picture in a box that may have round corners.
 * @param place where the picture is; beyond it, its outermost pixels continue
 * @param box the painted part
 * @param matrix from the space of both to the slide
 */
export function paintPicture(
	surface: Surface,
	bitmap: Bitmap,
	place: Box,
	box: RoundedBox,
	matrix: Matrix,
): void {
	const part = shapePart(surface, box, matrix);
	if (!part) return;
	touch(surface, part);
	const reserved = setPicture(bitmap, place, matrix);
	setShape(box, matrix);
	kernels.fillShape(part.at, surface.width, part.x, part.y, part.width, part.height);
	releaseMemory(reserved);
}

const shapePart = (surface: Surface, box: RoundedBox, matrix: Matrix): Part | undefined =>
	isFlat(matrix) ? undefined : partOf(surface, wholeBox(mapBox(matrix, box), surface));

/** Whether a box covers all pixels of a part. */
function covers(box: RoundedBox, matrix: Matrix, part: Box): boolean {
	if (!isShift(matrix) || box.radii.some((radius) => radius > 0)) return false;
	const seen = intersect({ ...box, x: box.x + matrix[4], y: box.y + matrix[5] }, part);
	return seen.width === part.width && seen.height === part.height;
}

/** Paints an upright shade, except for the part that something covers later. */
export function paintShade(surface: Surface, node: ShadeNode): void {
	const { place, columns, rows, color = "#000000", hidden } = node;
	const [left, top] = [Math.round(place.x), Math.round(place.y)];
	const width = Math.round(place.x + place.width) - left;
	const height = Math.round(place.y + place.height) - top;
	const part = partOf(surface, { x: left, y: top, width, height });
	if (!part) return;
	const { bytes } = node.alpha;
	const mask = reserveMemory(bytes.length);
	kernelMemory().set(bytes, mask);
	kernels.placeMask(place.x, place.y, place.width, place.height);
	const { x, y, width: w, height: h } = hidden ?? { x: 0, y: 0, width: 0, height: 0 };
	kernels.skipPart(Math.ceil(x), Math.floor(x + w), Math.ceil(y), Math.floor(y + h));
	const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
	kernels.shadeRows(
		...([part.at, surface.width, part.x, part.y, part.width, part.height] as const),
		...([mask, columns, rows, r! | (g! << 8) | (b! << 16), surface.isCanvas] as const),
	);
	releaseMemory(mask);
}
