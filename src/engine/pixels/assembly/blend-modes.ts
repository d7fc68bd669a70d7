/**
 * The CSS blend modes, one pixel at a time in single precision: four channels in the lanes of a
 * vector.
 * @see https://www.w3.org/TR/compositing-1/#blending
 */
import { CANVAS, STAGING } from "./areas";
import { beforePainting } from "./canvas-rows";

// 0, normal, is any mode that has no number here.
const MULTIPLY: i32 = 1;
const SCREEN: i32 = 2;
const OVERLAY: i32 = 3;
const DARKEN: i32 = 4;
const LIGHTEN: i32 = 5;
const COLOR_DODGE: i32 = 6;
const COLOR_BURN: i32 = 7;
const HARD_LIGHT: i32 = 8;
const SOFT_LIGHT: i32 = 9;
const DIFFERENCE: i32 = 10;
const EXCLUSION: i32 = 11;
const HUE: i32 = 12;
const SATURATION: i32 = 13;
const COLOR: i32 = 14;
const LUMINOSITY: i32 = 15;

function one(): v128 {
	return f32x4.splat(1);
}

function zero(): v128 {
	return f32x4.splat(0);
}

/** The alpha in all lanes. */
function spreadAlpha(pixel: v128): v128 {
	return v128.shuffle<i32>(pixel, pixel, 3, 3, 3, 3);
}

/** A pixel as four numbers from 0 to 1. */
function read(at: usize): v128 {
	const words = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
	return f32x4.mul(f32x4.convert_i32x4_u(words), f32x4.splat(1 / 255));
}

function write(at: usize, pixel: v128): void {
	const scaled = f32x4.add(f32x4.mul(pixel, f32x4.splat(255)), f32x4.splat(0.5));
	const words = i32x4.trunc_sat_f32x4_u(scaled);
	const halves = i16x8.narrow_i32x4_u(words, words);
	v128.store32_lane(at, i8x16.narrow_i16x8_u(halves, halves), 0);
}

/** Chooses by a mask of whole lanes. */
function choose(mask: v128, yes: v128, no: v128): v128 {
	return v128.bitselect(yes, no, mask);
}

function hardLight(below: v128, above: v128): v128 {
	const twice = f32x4.add(above, above);
	const screened = f32x4.sub(
		one(),
		f32x4.mul(f32x4.sub(f32x4.splat(2), twice), f32x4.sub(one(), below)),
	);
	return choose(f32x4.le(above, f32x4.splat(0.5)), f32x4.mul(twice, below), screened);
}

function softLight(below: v128, above: v128): v128 {
	const twice = f32x4.sub(f32x4.add(above, above), one());
	const steep = f32x4.mul(
		f32x4.add(
			f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(16), below), f32x4.splat(12)), below),
			f32x4.splat(4),
		),
		below,
	);
	const root = choose(f32x4.le(below, f32x4.splat(0.25)), steep, f32x4.sqrt(below));
	const lighter = f32x4.mul(twice, f32x4.sub(root, below));
	const darker = f32x4.mul(f32x4.mul(twice, below), f32x4.sub(one(), below));
	return f32x4.add(below, choose(f32x4.le(above, f32x4.splat(0.5)), darker, lighter));
}

function dodge(below: v128, above: v128): v128 {
	const quotient = f32x4.pmin(one(), f32x4.div(below, f32x4.sub(one(), above)));
	const bright = choose(f32x4.ge(above, one()), one(), quotient);
	return choose(f32x4.le(below, zero()), zero(), bright);
}

function burn(below: v128, above: v128): v128 {
	const quotient = f32x4.pmin(one(), f32x4.div(f32x4.sub(one(), below), above));
	const dark = choose(f32x4.le(above, zero()), zero(), f32x4.sub(one(), quotient));
	return choose(f32x4.ge(below, one()), one(), dark);
}

/** Lum of red, green and blue, in all lanes. */
function luminosity(color: v128): v128 {
	const parts = f32x4.mul(color, f32x4(0.3, 0.59, 0.11, 0));
	const sum =
		f32x4.extract_lane(parts, 0) + f32x4.extract_lane(parts, 1) + f32x4.extract_lane(parts, 2);
	return f32x4.splat(sum);
}

function least(color: v128): f32 {
	return min<f32>(
		min<f32>(f32x4.extract_lane(color, 0), f32x4.extract_lane(color, 1)),
		f32x4.extract_lane(color, 2),
	);
}

function most(color: v128): f32 {
	return max<f32>(
		max<f32>(f32x4.extract_lane(color, 0), f32x4.extract_lane(color, 1)),
		f32x4.extract_lane(color, 2),
	);
}

/** SetLum: the colour with a different luminosity, clipped to the range. */
function withLuminosity(color: v128, wanted: v128): v128 {
	const moved = f32x4.add(color, f32x4.sub(wanted, luminosity(color)));
	const light = f32x4.extract_lane(luminosity(moved), 0);
	const low = least(moved);
	const high = most(moved);
	let result = moved;
	const middle = f32x4.splat(light);
	if (low < 0)
		result = f32x4.add(
			middle,
			f32x4.mul(f32x4.sub(result, middle), f32x4.splat(light / (light - low))),
		);
	if (high > 1)
		result = f32x4.add(
			middle,
			f32x4.mul(f32x4.sub(result, middle), f32x4.splat((1 - light) / (high - light))),
		);
	return result;
}

/** SetSat: the colour with the saturation of another; grey stays grey. */
function withSaturation(color: v128, other: v128): v128 {
	const low = least(color);
	const range = most(color) - low;
	if (range <= 0) return zero();
	const factor = (most(other) - least(other)) / range;
	return f32x4.mul(f32x4.sub(color, f32x4.splat(low)), f32x4.splat(factor));
}

/** The blended colour B(Cb, Cs), for straight-alpha colours. */
function mixed(below: v128, above: v128, mode: i32): v128 {
	if (mode == MULTIPLY) return f32x4.mul(below, above);
	if (mode == SCREEN) return f32x4.sub(f32x4.add(below, above), f32x4.mul(below, above));
	if (mode == OVERLAY) return hardLight(above, below);
	if (mode == DARKEN) return f32x4.pmin(below, above);
	if (mode == LIGHTEN) return f32x4.pmax(below, above);
	if (mode == COLOR_DODGE) return dodge(below, above);
	if (mode == COLOR_BURN) return burn(below, above);
	if (mode == HARD_LIGHT) return hardLight(below, above);
	if (mode == SOFT_LIGHT) return softLight(below, above);
	if (mode == DIFFERENCE) return f32x4.abs(f32x4.sub(below, above));
	if (mode == EXCLUSION) {
		const product = f32x4.mul(below, above);
		return f32x4.sub(f32x4.add(below, above), f32x4.add(product, product));
	}
	if (mode == HUE) return withLuminosity(withSaturation(above, below), luminosity(below));
	if (mode == SATURATION) return withLuminosity(withSaturation(below, above), luminosity(below));
	if (mode == COLOR) return withLuminosity(above, luminosity(below));
	if (mode == LUMINOSITY) return withLuminosity(below, luminosity(above));
	return above;
}

/**
 * Co = as (1 - ab) Cs + as ab B(Cb, Cs) + (1 - as) ab Cb, all premultiplied.
 * @param straight whether the pixels above have straight alpha
 */
function blendRun(
	to: usize,
	from: usize,
	pixels: i32,
	opacity: f32,
	straight: bool,
	mode: i32,
): void {
	const shade = f32x4.splat(opacity);
	const end = to + ((<usize>pixels) << 2);
	for (; to < end; to += 4, from += 4) {
		if (load<u8>(from, 3) == 0) continue;
		const source = read(from);
		const own = spreadAlpha(source);
		const above = straight ? f32x4.replace_lane(source, 3, 1) : f32x4.div(source, own);
		const alpha = f32x4.mul(own, shade);
		const below = read(to);
		const ground = spreadAlpha(below);
		const both = f32x4.mul(alpha, ground);
		let result = f32x4.add(
			f32x4.mul(above, f32x4.sub(alpha, both)),
			f32x4.mul(below, f32x4.sub(one(), alpha)),
		);
		if (f32x4.extract_lane(ground, 0) > 0) {
			const color = f32x4.pmin(one(), above);
			const blended = mixed(f32x4.pmin(one(), f32x4.div(below, ground)), color, mode);
			result = f32x4.add(result, f32x4.mul(both, blended));
		}
		const united = f32x4.sub(f32x4.add(alpha, ground), both);
		write(to, f32x4.replace_lane(result, 3, f32x4.extract_lane(united, 0)));
	}
}

/**
 * Blends a staged row onto the canvas.
 * @param at first pixel on the canvas
 * @param opacity 0 to 1, of the row
 */
export function blendModeRow(at: i32, pixels: i32, mode: i32, opacity: f32, straight: bool): void {
	beforePainting(at, 1);
	blendRun(CANVAS + ((<usize>at) << 2), STAGING, pixels, opacity, straight, mode);
}

/**
 * Blends staged pixels onto the staged premultiplied pixels before them.
 * @param pixels of each of the two
 */
export function blendModeStaged(pixels: i32, mode: i32, opacity: f32, straight: bool): void {
	blendRun(STAGING, STAGING + ((<usize>pixels) << 2), pixels, opacity, straight, mode);
}
