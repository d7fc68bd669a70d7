/**
 * The CSS blend modes on premultiplied pixels. Modes whose channels are independent and need no
 * division have integer formulas, four pixels at a time; the others are computed one pixel at a time
 * in single precision, with its channels in the lanes of a vector.
 * @see https://www.w3.org/TR/compositing-1/#blending
 */
import { ALPHA, alphas, div255, faded } from "./pixels";

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
// 15, luminosity, is the last one.

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
function numbers(pixel: v128): v128 {
	const words = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(pixel));
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
	if (mode == COLOR_DODGE) return dodge(below, above);
	if (mode == COLOR_BURN) return burn(below, above);
	if (mode == SOFT_LIGHT) return softLight(below, above);
	if (mode == HUE) return withLuminosity(withSaturation(above, below), luminosity(below));
	if (mode == SATURATION) return withLuminosity(withSaturation(below, above), luminosity(below));
	if (mode == COLOR) return withLuminosity(above, luminosity(below));
	return withLuminosity(below, luminosity(above));
}

/** Co = as (1 - ab) Cs + as ab B(Cb, Cs) + (1 - as) ab Cb, all premultiplied. */
function blendOne(to: usize, above: v128, mode: i32): void {
	const own = i8x16.extract_lane_u(above, 3);
	if (own == 0) return;
	const source = numbers(above);
	const alpha = spreadAlpha(source);
	const below = numbers(v128.load32_zero(to));
	if (own == 255 && load<u8>(to, 3) == 255) {
		write(to, f32x4.replace_lane(mixed(below, source, mode), 3, 1));
		return;
	}
	const ground = spreadAlpha(below);
	const both = f32x4.mul(alpha, ground);
	let result = f32x4.add(
		f32x4.mul(source, f32x4.sub(one(), ground)),
		f32x4.mul(below, f32x4.sub(one(), alpha)),
	);
	if (f32x4.extract_lane(ground, 0) > 0) {
		const color = f32x4.pmin(one(), f32x4.div(source, alpha));
		const blended = mixed(f32x4.pmin(one(), f32x4.div(below, ground)), color, mode);
		result = f32x4.add(result, f32x4.mul(both, blended));
	}
	const united = f32x4.sub(f32x4.add(alpha, ground), both);
	write(to, f32x4.replace_lane(result, 3, f32x4.extract_lane(united, 0)));
}

/** Whether blendInts supports a mode. */
function isInteger(mode: i32): bool {
	return (
		(mode >= MULTIPLY && mode <= LIGHTEN) ||
		mode == HARD_LIGHT ||
		(mode >= DIFFERENCE && mode <= EXCLUSION)
	);
}

/**
 * 255 times the blended values of two pixels, in 16 bits: the parts outside of each other, and as ab
 * B(Cb, Cs). Intermediate sums may overflow, but not the result.
 * @param s colours above, `d` below; `sa` and `da` are their alphas
 */
function blendInts(s: v128, d: v128, sa: v128, da: v128, mode: i32): v128 {
	const full = i16x8.splat(255);
	const apart = i16x8.add(i16x8.mul(s, i16x8.sub(full, da)), i16x8.mul(d, i16x8.sub(full, sa)));
	if (mode == MULTIPLY) return i16x8.add(apart, i16x8.mul(s, d));
	const under = i16x8.mul(s, da);
	const lower = i16x8.mul(d, sa);
	if (mode == DARKEN) return i16x8.add(apart, i16x8.min_u(under, lower));
	if (mode == LIGHTEN) return i16x8.add(apart, i16x8.max_u(under, lower));
	if (mode == HARD_LIGHT) return i16x8.add(apart, hardInts(s, d, sa, da));
	if (mode == OVERLAY) return i16x8.add(apart, hardInts(d, s, da, sa));
	const sum = i16x8.add(apart, i16x8.add(under, lower));
	if (mode == SCREEN) return i16x8.sub(sum, i16x8.mul(s, d));
	if (mode == DIFFERENCE) return i16x8.sub(sum, i16x8.shl(i16x8.min_u(under, lower), 1));
	return i16x8.sub(sum, i16x8.shl(i16x8.mul(s, d), 1));
}

function hardInts(s: v128, d: v128, sa: v128, da: v128): v128 {
	const dark = i16x8.shl(i16x8.mul(s, d), 1);
	const light = i16x8.sub(
		i16x8.mul(sa, da),
		i16x8.shl(i16x8.mul(i16x8.sub(da, d), i16x8.sub(sa, s)), 1),
	);
	return v128.bitselect(dark, light, i16x8.le_u(i16x8.shl(s, 1), sa));
}

function blendFour(below: v128, above: v128, mode: i32): v128 {
	const sa = alphas(above);
	const da = alphas(below);
	const low = blendInts(
		i16x8.extend_low_i8x16_u(above),
		i16x8.extend_low_i8x16_u(below),
		i16x8.extend_low_i8x16_u(sa),
		i16x8.extend_low_i8x16_u(da),
		mode,
	);
	const high = blendInts(
		i16x8.extend_high_i8x16_u(above),
		i16x8.extend_high_i8x16_u(below),
		i16x8.extend_high_i8x16_u(sa),
		i16x8.extend_high_i8x16_u(da),
		mode,
	);
	const colors = i8x16.narrow_i16x8_u(div255(low), div255(high));
	// The alpha is that of source-over, which is the formula of `multiply` for every channel.
	const rest = v128.not(sa);
	const kept = i8x16.narrow_i16x8_u(
		div255(i16x8.extmul_low_i8x16_u(da, rest)),
		div255(i16x8.extmul_high_i8x16_u(da, rest)),
	);
	return v128.bitselect(i8x16.add_sat_u(sa, kept), colors, i32x4.splat(ALPHA));
}

/**
 * Blends premultiplied pixels with those of a surface.
 * @param pitch pixels from one row of the surface to the next
 * @param opacity 0 to 65536
 */
export function blendRows(
	to: usize,
	pitch: i32,
	from: usize,
	fromPitch: i32,
	width: i32,
	rows: i32,
	mode: i32,
	opacity: i32,
): void {
	const share = i16x8.splat(<i16>opacity);
	const ints = isInteger(mode);
	for (let row = 0; row < rows; row++) {
		let at = to + ((<usize>(row * pitch)) << 2);
		let source = from + ((<usize>(row * fromPitch)) << 2);
		const end = source + ((<usize>width) << 2);
		for (; ints && source + 16 <= end; source += 16, at += 16) {
			let above = v128.load(source);
			if (!v128.any_true(above)) continue;
			if (opacity < 65_536) above = faded(above, share);
			v128.store(at, blendFour(v128.load(at), above, mode));
		}
		for (; source < end; source += 4, at += 4) {
			let above = v128.load32_zero(source);
			if (opacity < 65_536) above = faded(above, share);
			if (ints) v128.store32_lane(at, blendFour(v128.load32_zero(at), above, mode), 0);
			else blendOne(at, above, mode);
		}
	}
}
