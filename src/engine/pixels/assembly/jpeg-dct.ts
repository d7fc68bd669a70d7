/**
 * The forward cosine transform of a block (ITU-T T.81, A.3.3), times 8, after Loeffler, Ligtenberg
 * and Moschytz (ICASSP 1989): rows, then columns, with factors of 13 bits and two more bits between
 * the passes, rounded as in libjpeg's accurate integer transform.
 */

const FACTOR_BITS: i32 = 13;
const PASS_BITS: i32 = 2;

/** @param block address of 64 16-bit values, a multiple of 16 */
export function transform(block: usize): void {
	pass(block, true);
	pass(block, false);
}

function pair(first: i16, second: i16): v128 {
	return i32x4.splat((<i32>first & 0xffff) | ((<i32>second) << 16));
}

function low16(a: v128, b: v128): v128 {
	return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

function high16(a: v128, b: v128): v128 {
	return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

function low32(a: v128, b: v128): v128 {
	return v128.shuffle<i32>(a, b, 0, 4, 1, 5);
}

function high32(a: v128, b: v128): v128 {
	return v128.shuffle<i32>(a, b, 2, 6, 3, 7);
}

function low64(a: v128, b: v128): v128 {
	return v128.shuffle<i64>(a, b, 0, 2);
}

function high64(a: v128, b: v128): v128 {
	return v128.shuffle<i64>(a, b, 1, 3);
}

/** Sums without the fractional bits of the factors, as 16 bits. */
function descaled(low: v128, high: v128, bits: i32): v128 {
	return i16x8.narrow_i32x4_s(i32x4.shr_s(low, bits), i32x4.shr_s(high, bits));
}

/** Transposes the block and transforms its columns. */
function pass(block: usize, first: bool): void {
	const r0 = v128.load(block);
	const r1 = v128.load(block, 16);
	const r2 = v128.load(block, 32);
	const r3 = v128.load(block, 48);
	const r4 = v128.load(block, 64);
	const r5 = v128.load(block, 80);
	const r6 = v128.load(block, 96);
	const r7 = v128.load(block, 112);
	const a0 = low16(r0, r1);
	const a1 = high16(r0, r1);
	const a2 = low16(r2, r3);
	const a3 = high16(r2, r3);
	const a4 = low16(r4, r5);
	const a5 = high16(r4, r5);
	const a6 = low16(r6, r7);
	const a7 = high16(r6, r7);
	const b0 = low32(a0, a2);
	const b1 = high32(a0, a2);
	const b2 = low32(a1, a3);
	const b3 = high32(a1, a3);
	const b4 = low32(a4, a6);
	const b5 = high32(a4, a6);
	const b6 = low32(a5, a7);
	const b7 = high32(a5, a7);
	const c0 = low64(b0, b4);
	const c1 = high64(b0, b4);
	const c2 = low64(b1, b5);
	const c3 = high64(b1, b5);
	const c4 = low64(b2, b6);
	const c5 = high64(b2, b6);
	const c6 = low64(b3, b7);
	const c7 = high64(b3, b7);

	const sum0 = i16x8.add(c0, c7);
	const sum1 = i16x8.add(c1, c6);
	const sum2 = i16x8.add(c2, c5);
	const sum3 = i16x8.add(c3, c4);
	const difference0 = i16x8.sub(c0, c7);
	const difference1 = i16x8.sub(c1, c6);
	const difference2 = i16x8.sub(c2, c5);
	const difference3 = i16x8.sub(c3, c4);

	const bits = first ? FACTOR_BITS - PASS_BITS : FACTOR_BITS + PASS_BITS;
	const rounding = i32x4.splat(1 << (bits - 1));

	// The even coefficients.
	const outer = i16x8.add(sum0, sum3);
	const inner = i16x8.add(sum1, sum2);
	if (first) {
		v128.store(block, i16x8.shl(i16x8.add(outer, inner), PASS_BITS));
		v128.store(block, i16x8.shl(i16x8.sub(outer, inner), PASS_BITS), 64);
	} else {
		// Where deringing raises samples above white, the sum may not fit in 16 bits. sharp's mozjpeg
		// clamps it (github.com/mozilla/mozjpeg/pull/453), but not when rounding it.
		const two = i16x8.splat((<i16>1) << (<i16>PASS_BITS - 1));
		v128.store(block, i16x8.shr_s(i16x8.add(i16x8.add_sat_s(outer, inner), two), PASS_BITS));
		v128.store(block, i16x8.shr_s(i16x8.add(i16x8.sub_sat_s(outer, inner), two), PASS_BITS), 64);
	}
	const outerLess = i16x8.sub(sum0, sum3);
	const innerLess = i16x8.sub(sum1, sum2);
	const evenLow = low16(outerLess, innerLess);
	const evenHigh = high16(outerLess, innerLess);
	v128.store(
		block,
		descaled(
			i32x4.add(i32x4.dot_i16x8_s(evenLow, pair(10_703, 4_433)), rounding),
			i32x4.add(i32x4.dot_i16x8_s(evenHigh, pair(10_703, 4_433)), rounding),
			bits,
		),
		32,
	);
	v128.store(
		block,
		descaled(
			i32x4.add(i32x4.dot_i16x8_s(evenLow, pair(4_433, -10_704)), rounding),
			i32x4.add(i32x4.dot_i16x8_s(evenHigh, pair(4_433, -10_704)), rounding),
			bits,
		),
		96,
	);

	// The odd coefficients: first the terms that two of them share, then their own terms.
	const shared0 = i16x8.add(difference3, difference1);
	const shared1 = i16x8.add(difference2, difference0);
	const sharedLow = low16(shared0, shared1);
	const sharedHigh = high16(shared0, shared1);
	const of73Low = i32x4.add(i32x4.dot_i16x8_s(sharedLow, pair(-6_436, 9_633)), rounding);
	const of73High = i32x4.add(i32x4.dot_i16x8_s(sharedHigh, pair(-6_436, 9_633)), rounding);
	const of51Low = i32x4.add(i32x4.dot_i16x8_s(sharedLow, pair(9_633, 6_437)), rounding);
	const of51High = i32x4.add(i32x4.dot_i16x8_s(sharedHigh, pair(9_633, 6_437)), rounding);
	const farLow = low16(difference3, difference0);
	const farHigh = high16(difference3, difference0);
	const nearLow = low16(difference2, difference1);
	const nearHigh = high16(difference2, difference1);
	v128.store(
		block,
		descaled(
			i32x4.add(i32x4.dot_i16x8_s(farLow, pair(-4_927, -7_373)), of73Low),
			i32x4.add(i32x4.dot_i16x8_s(farHigh, pair(-4_927, -7_373)), of73High),
			bits,
		),
		112,
	);
	v128.store(
		block,
		descaled(
			i32x4.add(i32x4.dot_i16x8_s(nearLow, pair(-4_176, -20_995)), of51Low),
			i32x4.add(i32x4.dot_i16x8_s(nearHigh, pair(-4_176, -20_995)), of51High),
			bits,
		),
		80,
	);
	v128.store(
		block,
		descaled(
			i32x4.add(i32x4.dot_i16x8_s(nearLow, pair(-20_995, 4_177)), of73Low),
			i32x4.add(i32x4.dot_i16x8_s(nearHigh, pair(-20_995, 4_177)), of73High),
			bits,
		),
		48,
	);
	v128.store(
		block,
		descaled(
			i32x4.add(i32x4.dot_i16x8_s(farLow, pair(-7_373, 4_926)), of51Low),
			i32x4.add(i32x4.dot_i16x8_s(farHigh, pair(-7_373, 4_926)), of51High),
			bits,
		),
		16,
	);
}
