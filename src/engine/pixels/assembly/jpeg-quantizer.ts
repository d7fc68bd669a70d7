/** The coefficients of a block, divided by the steps of the quality (ITU-T T.81, A.3.4). */
import { whereEqual } from "./jpeg-zigzag";

/** Largest magnitude of a coefficient: mozjpeg limits it where it deringed the samples. */
const MOST: i16 = 1_023;

/**
 * For luma and then for chroma: 64 factors of 16 bits, and 64 powers of two. A
 * factor has 15 bits, and the power shifts what it leaves too large.
 */
const divisors = memory.data(512, 16);
/** The step of the first coefficient of both. */
const firstSteps = new StaticArray<i32>(2);

/**
 * @param chroma 0 or 1
 * @param i index in the block, row by row
 * @param step 1 to 255
 */
export function setStep(chroma: i32, i: i32, step: i32): void {
	// The coefficients are eight times too large.
	const divisor = step << 3;
	// From the divisor to less than twice of it.
	const bits = 32 - clz(divisor - 1);
	const at = divisors + (<usize>chroma << 8) + (<usize>i << 1);
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

/** The first coefficient of a block whose 64 samples are equal. @param sample less 128 */
export function flatCoefficient(sample: i32, chroma: i32): i32 {
	const step = firstStep(chroma);
	const magnitude = min((abs(sample) * 16 + step) / (2 * step), <i32>MOST);
	return sample < 0 ? -magnitude : magnitude;
}

/**
 * Magnitudes up to 16,383, divided to the nearest, halves away from zero. Twice a
 * magnitude times the factor is less than half of its last bit from the truth,
 * which for an integer, or what is just below one, is too little to be rounded
 * to another: test/engine/pixels/jpeg.test.ts compares all of them.
 */
// biome-ignore format: the decorator of AssemblyScript
// @ts-ignore: decorator
@inline
function quantized(at: usize, divisor: usize): v128 {
	const value = v128.load(at);
	const sign = i16x8.shr_s(value, 15);
	const magnitude = i16x8.abs(value);
	const product = i16x8.q15mulr_sat_s(i16x8.add(magnitude, magnitude), v128.load(divisor));
	const quotient = i16x8.q15mulr_sat_s(product, v128.load(divisor, 128));
	const limited = i16x8.min_s(quotient, i16x8.splat(MOST));
	const result = i16x8.sub(v128.xor(limited, sign), sign);
	v128.store(at, result);
	return result;
}

/** Quantizes a block in place. @returns a bit for each that is not 0, in zigzag order */
export function quantize(block: usize, chroma: i32): u64 {
	const table = divisors + (<usize>chroma << 8);
	const q0 = quantized(block, table);
	const q1 = quantized(block + 16, table + 16);
	const q2 = quantized(block + 32, table + 32);
	const q3 = quantized(block + 48, table + 48);
	const q4 = quantized(block + 64, table + 64);
	const q5 = quantized(block + 80, table + 80);
	const q6 = quantized(block + 96, table + 96);
	const q7 = quantized(block + 112, table + 112);
	return ~whereEqual(
		i8x16.narrow_i16x8_s(q0, q1),
		i8x16.narrow_i16x8_s(q2, q3),
		i8x16.narrow_i16x8_s(q4, q5),
		i8x16.narrow_i16x8_s(q6, q7),
		0,
	);
}
