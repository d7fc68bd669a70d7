/**
 * Fills the shape of spans.ts with a brush: a colour, a gradient or a picture. A brush makes the
 * pixels of a row, premultiplied.
 */
import { COLORS } from "./areas";
import { channelThresholds } from "./dither";
import { ALPHA, over, scaled, spread } from "./pixels";
import {
	beginShape,
	COVER,
	coverageOf,
	coverEnd,
	coverFrom,
	fullEnd,
	fullFrom,
	MAX_WIDTH,
} from "./spans";

const SOLID: i32 = 0;
const LINEAR: i32 = 1;
const RADIAL: i32 = 2;
const CONIC: i32 = 3;
const BITMAP: i32 = 4;
const PATTERN: i32 = 5;

/**
 * The brush's numbers. Linear: the place in the colour table, in entries, of pixel (0, 0), and its
 * steps from one pixel to the next across and down. Radial and conic: the same for two axes. Bitmap
 * and pattern: the matrix from pixels of the slide to those of the picture.
 */
const brush = new StaticArray<f64>(6);
/** The pixels of a row that are not covered completely. */
const line = new StaticArray<i32>(MAX_WIDTH + 8);
const LINE: usize = changetype<usize>(line);

let kind: i32 = SOLID;
/** Whether all of its pixels are opaque. */
let opaque: bool = false;
let color: i32 = 0;
/** Last entry of the colour table. */
let lastColor: i32 = 0;
let bitmap: usize = 0;
let bitmapWidth: i32 = 0;
let bitmapHeight: i32 = 0;

export function brushAddress(): usize {
	return changetype<usize>(brush);
}

/** @param pixel premultiplied */
export function setColor(pixel: i32): void {
	kind = SOLID;
	color = pixel;
	opaque = (pixel & ALPHA) == ALPHA;
}

/**
 * @param gradient LINEAR, RADIAL or CONIC
 * @param last entry of the colour table at COLORS: 8 bytes each, 8 fractional bits for a channel
 */
export function setGradient(gradient: i32, last: i32, isOpaque: bool): void {
	kind = gradient;
	lastColor = last;
	opaque = isOpaque;
}

/** @param from premultiplied RGBA, at least 2 × 2 pixels */
export function setBitmap(from: usize, width: i32, height: i32, isOpaque: bool): void {
	kind = BITMAP;
	bitmap = from;
	bitmapWidth = width;
	bitmapHeight = height;
	opaque = isOpaque;
}

/**
 * A picture that is repeated.
 * @param from premultiplied RGBA; at its right and bottom edge its first column and row come again
 * @param width without that column; from 1
 */
export function setPattern(from: usize, width: i32, height: i32): void {
	kind = PATTERN;
	bitmap = from;
	bitmapWidth = width;
	bitmapHeight = height;
	opaque = false;
}

/**
 * Fills the shape.
 * @param at address of the first pixel of the painted rectangle, which is (x, y) on the slide
 * @param pitch pixels from one row of the surface to the next
 */
export function fillShape(at: usize, pitch: i32, x: i32, y: i32, width: i32, rows: i32): void {
	beginShape();
	for (let row = 0; row < rows; row++) {
		const to = at + ((<usize>(row * pitch)) << 2);
		coverageOf(x, width, y + row);
		if (coverEnd <= coverFrom) continue;
		fillPart(to, x, y + row, coverFrom, fullFrom, true);
		fillPart(to, x, y + row, fullFrom, fullEnd, false);
		fillPart(to, x, y + row, fullEnd, coverEnd, true);
	}
}

function fillPart(row: usize, x: i32, y: i32, from: i32, end: i32, partly: bool): void {
	if (end <= from) return;
	const to = row + ((<usize>from) << 2);
	if (opaque && !partly) {
		writeBrush(to, x + from, y, end - from);
		return;
	}
	writeBrush(LINE, x + from, y, end - from);
	blendLine(to, end - from, COVER + <usize>from, partly);
}

/** Blends pixels of LINE with those of a row. @param cover address of their coverage, if partly */
function blendLine(to: usize, count: i32, cover: usize, partly: bool): void {
	let i = 0;
	for (; i + 4 <= count; i += 4) {
		const offset = (<usize>i) << 2;
		let above = v128.load(LINE + offset);
		if (partly) above = scaled(above, spread(v128.load32_zero(cover + <usize>i)));
		v128.store(to + offset, over(v128.load(to + offset), above));
	}
	for (; i < count; i++) {
		const offset = (<usize>i) << 2;
		let above = v128.load32_zero(LINE + offset);
		if (partly) above = scaled(above, i8x16.splat(load<i8>(cover + <usize>i)));
		v128.store32_lane(to + offset, over(v128.load32_zero(to + offset), above), 0);
	}
}

/**
 * Fills what a mask covers.
 * @param at as for fillShape
 * @param mask coverage of the painted rectangle; 16 more bytes may be read
 */
export function fillMask(
	at: usize,
	pitch: i32,
	x: i32,
	y: i32,
	width: i32,
	rows: i32,
	mask: usize,
): void {
	for (let row = 0; row < rows; row++) {
		const to = at + ((<usize>(row * pitch)) << 2);
		const cover = mask + <usize>(row * width);
		for (let i = 0; i < width; i += 16) {
			const count = min<i32>(16, width - i);
			if (!v128.any_true(v128.load(cover + <usize>i))) continue;
			writeBrush(LINE, x + i, y + row, count);
			blendLine(to + ((<usize>i) << 2), count, cover + <usize>i, true);
		}
	}
}

/** Adds the coverage of a mask to another one, up to full coverage. The pitches are bytes. */
export function addMask(
	to: usize,
	pitch: i32,
	from: usize,
	fromPitch: i32,
	width: i32,
	rows: i32,
): void {
	for (let row = 0; row < rows; row++) {
		const above = to + <usize>(row * pitch);
		const own = from + <usize>(row * fromPitch);
		let i: usize = 0;
		for (; i + 16 <= <usize>width; i += 16)
			v128.store(above + i, i8x16.add_sat_u(v128.load(above + i), v128.load(own + i)));
		for (; i < <usize>width; i++)
			store<u8>(above + i, min<u32>(255, <u32>load<u8>(above + i) + <u32>load<u8>(own + i)));
	}
}

/** Makes pixels of the brush. @param x of the first pixel on the slide */
function writeBrush(to: usize, x: i32, y: i32, width: i32): void {
	if (kind == SOLID) fillRow(to, color, width);
	else if (kind == LINEAR) writeLinear(to, x, y, width);
	else if (kind == RADIAL) writeRadial(to, x, y, width);
	else if (kind == CONIC) writeConic(to, x, y, width);
	else if (kind == BITMAP) writeBitmap(to, x, y, width);
	else writePattern(to, x, y, width);
}

function fillRow(to: usize, pixel: i32, width: i32): void {
	const four = i32x4.splat(pixel);
	const end = to + ((<usize>width) << 2);
	for (; to + 16 <= end; to += 16) v128.store(to, four);
	for (; to < end; to += 4) store<i32>(to, pixel);
}

function value(i: i32): f64 {
	return unchecked(brush[i]);
}

/** The four numbers from 0 on. */
function steps(first: f64, step: f64): v128 {
	return f32x4.add(f32x4.splat(<f32>first), f32x4.mul(f32x4.splat(<f32>step), f32x4(0, 1, 2, 3)));
}

/**
 * Across the direction of the gradient its colours are the same, and dithering along it is enough:
 * rows of one colour and rows like the one above compress to almost nothing.
 */
function writeLinear(to: usize, x: i32, y: i32, width: i32): void {
	const first = value(0) + value(2) * (<f64>y + 0.5);
	if (value(1) == 0) {
		lookUp(to, f32x4.splat(<f32>first), 0, y, 1);
		fillRow(to, load<i32>(to), width);
		return;
	}
	const row = value(2) == 0 ? 0 : y;
	for (let i = 0; i < width; i += 4) {
		const places = steps(first + value(1) * (<f64>(x + i) + 0.5), value(1));
		lookUp(to + ((<usize>i) << 2), places, x + i, row, width - i);
	}
}

function writeRadial(to: usize, x: i32, y: i32, width: i32): void {
	const u = value(0) + value(2) * (<f64>y + 0.5);
	const v = value(3) + value(5) * (<f64>y + 0.5);
	for (let i = 0; i < width; i += 4) {
		const us = steps(u + value(1) * (<f64>(x + i) + 0.5), value(1));
		const vs = steps(v + value(4) * (<f64>(x + i) + 0.5), value(4));
		const places = f32x4.sqrt(f32x4.add(f32x4.mul(us, us), f32x4.mul(vs, vs)));
		lookUp(to + ((<usize>i) << 2), places, x + i, y, width - i);
	}
}

/** A polynomial of the arc tangent of 0 to 1, whose error is below 0.00001. */
function arcTangent(x: v128): v128 {
	const s = f32x4.mul(x, x);
	let sum = f32x4.splat(-0.0117212);
	sum = f32x4.add(f32x4.mul(sum, s), f32x4.splat(0.05265332));
	sum = f32x4.add(f32x4.mul(sum, s), f32x4.splat(-0.11643287));
	sum = f32x4.add(f32x4.mul(sum, s), f32x4.splat(0.19354346));
	sum = f32x4.add(f32x4.mul(sum, s), f32x4.splat(-0.33262347));
	sum = f32x4.add(f32x4.mul(sum, s), f32x4.splat(0.99997726));
	return f32x4.mul(sum, x);
}

const PI: f32 = <f32>Math.PI;

/** The angle from the top, clockwise. */
function writeConic(to: usize, x: i32, y: i32, width: i32): void {
	const u = value(0) + value(2) * (<f64>y + 0.5);
	const v = value(3) + value(5) * (<f64>y + 0.5);
	const share = f32x4.splat(<f32>(lastColor + 1) / (2 * PI));
	for (let i = 0; i < width; i += 4) {
		const sines = steps(u + value(1) * (<f64>(x + i) + 0.5), value(1));
		const cosines = f32x4.neg(steps(v + value(4) * (<f64>(x + i) + 0.5), value(4)));
		const across = f32x4.abs(sines);
		const along = f32x4.abs(cosines);
		const longer = f32x4.max(f32x4.max(across, along), f32x4.splat(1e-20));
		let angle = arcTangent(f32x4.div(f32x4.min(across, along), longer));
		const isSteep = f32x4.gt(across, along);
		angle = v128.bitselect(f32x4.sub(f32x4.splat(PI / 2), angle), angle, isSteep);
		const isDown = f32x4.lt(cosines, f32x4.splat(0));
		angle = v128.bitselect(f32x4.sub(f32x4.splat(PI), angle), angle, isDown);
		const isLeft = f32x4.lt(sines, f32x4.splat(0));
		angle = v128.bitselect(f32x4.sub(f32x4.splat(2 * PI), angle), angle, isLeft);
		lookUp(to + ((<usize>i) << 2), f32x4.mul(angle, share), x + i, y, width - i);
	}
}

/** Address of an entry of the colour table. */
function entry(i: i32): usize {
	return COLORS + ((<usize>i) << 3);
}

/** Writes up to four pixels with the dithered colours at places of the table. */
function lookUp(to: usize, places: v128, x: i32, y: i32, count: i32): void {
	const most = f32x4.splat(<f32>lastColor);
	const inside = f32x4.pmin(f32x4.pmax(places, f32x4.splat(0)), most);
	const entries = i32x4.trunc_sat_f32x4_u(inside);
	let left = v128.load64_zero(entry(i32x4.extract_lane(entries, 0)));
	left = v128.load64_lane(entry(i32x4.extract_lane(entries, 1)), left, 1);
	let right = v128.load64_zero(entry(i32x4.extract_lane(entries, 2)));
	right = v128.load64_lane(entry(i32x4.extract_lane(entries, 3)), right, 1);
	left = i16x8.shr_u(i16x8.add(left, channelThresholds(x, y)), 8);
	right = i16x8.shr_u(i16x8.add(right, channelThresholds(x + 2, y)), 8);
	const pixels = i8x16.narrow_i16x8_u(left, right);
	if (count >= 4) {
		v128.store(to, pixels);
		return;
	}
	v128.store32_lane(to, pixels, 0);
	if (count > 1) v128.store32_lane(to, pixels, 1, 4);
	if (count > 2) v128.store32_lane(to, pixels, 2, 8);
}

/** Samples the repeated picture bilinearly. */
function writePattern(to: usize, x: i32, y: i32, width: i32): void {
	const py = <f64>y + 0.5;
	const u = value(2) * py + value(4) - 0.5;
	const v = value(3) * py + value(5) - 0.5;
	const across = <f64>bitmapWidth;
	const down = <f64>bitmapHeight;
	const pitch = (<usize>(bitmapWidth + 1)) << 2;
	for (let i = 0; i < width; i++, to += 4) {
		const px = <f64>(x + i) + 0.5;
		let sx = u + value(0) * px;
		let sy = v + value(1) * px;
		sx -= across * Math.floor(sx / across);
		sy -= down * Math.floor(sy / down);
		sample(
			to,
			sx,
			sy,
			min<i32>(<i32>sx, bitmapWidth - 1),
			min<i32>(<i32>sy, bitmapHeight - 1),
			pitch,
		);
	}
}

/** Samples the picture bilinearly; beyond its edges, its outermost pixels continue. */
function writeBitmap(to: usize, x: i32, y: i32, width: i32): void {
	const py = <f64>y + 0.5;
	const u = value(2) * py + value(4) - 0.5;
	const v = value(3) * py + value(5) - 0.5;
	const pitch = (<usize>bitmapWidth) << 2;
	const right = <f64>(bitmapWidth - 1);
	const bottom = <f64>(bitmapHeight - 1);
	for (let i = 0; i < width; i++, to += 4) {
		const px = <f64>(x + i) + 0.5;
		const sx = min<f64>(right, max<f64>(0, u + value(0) * px));
		const sy = min<f64>(bottom, max<f64>(0, v + value(1) * px));
		const column = min<i32>(<i32>sx, bitmapWidth - 2);
		const row = min<i32>(<i32>sy, bitmapHeight - 2);
		sample(to, sx, sy, column, row, pitch);
	}
}

/** Writes the mean of the four pixels around a place of the picture. */
function sample(to: usize, sx: f64, sy: f64, column: i32, row: i32, pitch: usize): void {
	const across = <i32>(256 * (sx - <f64>column) + 0.5);
	const down = <i32>(256 * (sy - <f64>row) + 0.5);
	const from = bitmap + <usize>row * pitch + ((<usize>column) << 2);
	const upper = i16x8.extend_low_i8x16_u(v128.load64_zero(from));
	const lower = i16x8.extend_low_i8x16_u(v128.load64_zero(from + pitch));
	const both = i16x8.add(
		i16x8.mul(upper, i16x8.splat(<i16>(256 - down))),
		i16x8.mul(lower, i16x8.splat(<i16>down)),
	);
	const sum = i32x4.add(
		i32x4.extmul_low_i16x8_u(both, i16x8.splat(<i16>(256 - across))),
		i32x4.extmul_high_i16x8_u(both, i16x8.splat(<i16>across)),
	);
	const words = i32x4.shr_u(i32x4.add(sum, i32x4.splat(32_768)), 16);
	const halves = i16x8.narrow_i32x4_u(words, words);
	v128.store32_lane(to, i8x16.narrow_i16x8_u(halves, halves), 0);
}

/**
 * Halves the width and height of a premultiplied picture, in place: each pixel is the mean of four.
 */
export function halvePicture(at: usize, width: i32, height: i32): void {
	const pitch = (<usize>width) << 2;
	let to = at;
	for (let y = 0; y < height >> 1; y++) {
		let from = at + <usize>(2 * y) * pitch;
		for (let x = 0; x < width >> 1; x++, from += 8, to += 4) {
			const two = i16x8.add(
				i16x8.extend_low_i8x16_u(v128.load64_zero(from)),
				i16x8.extend_low_i8x16_u(v128.load64_zero(from + pitch)),
			);
			const sum = i16x8.add(two, v128.shuffle<i64>(two, two, 1, 0));
			const mean = i16x8.shr_u(i16x8.add(sum, i16x8.splat(2)), 2);
			v128.store32_lane(to, i8x16.narrow_i16x8_u(mean, mean), 0);
		}
	}
}
