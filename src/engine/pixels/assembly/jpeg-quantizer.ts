/** Divides the coefficients of a block by the quantization steps (ITU-T T.81, A.3.4). */
import { whereEqual } from "./jpeg-zigzag";

/** Largest magnitude of a coefficient: mozjpeg clamps to it after deringing. */
const MOST: i16 = 1_023;

/**
 * For luma and then for chroma: 64 factors of 16 bits, and 64 powers of two. A factor has 15 bits;
 * the power of two shifts the product, which is still too large.
 */
const divisors = memory.data(512, 16);
/** The step of the first coefficient, for luma and chroma. */
const firstSteps = new StaticArray<i32>(2);

/**
 * @param chroma 0 or 1
 * @param i index in the block, row by row
 * @param step 1 to 255
 */
export function setStep(chroma: i32, i: i32, step: i32): void {
	// The coefficients are eight times too large.
	const divisor = step << 3;
	// From the divisor to less than twice the divisor.
	const bits = 32 - clz(divisor - 1);
	const at = divisors + ((<usize>chroma) << 8) + ((<usize>i) << 1);
	const factor: i32 = ((1 << (14 + bits)) + (divisor >> 1)) / divisor;
	const power: i32 = 1 << (15 - bits);
	store<i16>(at, <i16>factor);
	store<i16>(at, <i16>power, 128);
	if (i == 0) unchecked((firstSteps[chroma] = step));
}

/** The step of the first coefficient. */
export function firstStep(chroma: i32): i32 {
	return unchecked(firstSteps[chroma]);
}

/** The first coefficient of a block whose 64 samples are equal. @param sample minus 128 */
export function flatCoefficient(sample: i32, chroma: i32): i32 {
	const step = firstStep(chroma);
	const magnitude = min((abs(sample) * 16 + step) / (2 * step), <i32>MOST);
	return sample < 0 ? -magnitude : magnitude;
}

/**
 * Divides coefficients of a magnitude up to 15,000 to the nearest, halves away from zero, as
 * libjpeg does with reciprocals of 16 bits. This is exact: twice a magnitude times the factor is
 * off by less than half; where the quotient changes the true value is an integer, and one step
 * before it is at least 1 less.
 */
function quantizeRow(at: usize, divisor: usize): void {
	const value = v128.load(at);
	const sign = i16x8.shr_s(value, 15);
	const magnitude = i16x8.abs(value);
	const product = i16x8.q15mulr_sat_s(i16x8.add(magnitude, magnitude), v128.load(divisor));
	const quotient = i16x8.q15mulr_sat_s(product, v128.load(divisor, 128));
	const limited = i16x8.min_s(quotient, i16x8.splat(MOST));
	v128.store(at, i16x8.sub(v128.xor(limited, sign), sign));
}

/**
 * Quantizes a block in place. @returns a bit for each coefficient that is not 0, in zigzag order
 */
export function quantize(block: usize, chroma: i32): u64 {
	const table = divisors + ((<usize>chroma) << 8);
	for (let row: usize = 0; row < 128; row += 16) quantizeRow(block + row, table + row);
	return ~whereEqual(block, 0);
}
