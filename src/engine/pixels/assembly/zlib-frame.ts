/** The frame of Deflate data in a zlib stream (RFC 1950): two bytes before, a checksum after. */
import { OUTPUT } from "./areas";

/** Adler-32 (RFC 1950, 9), both sums modulo 65521. */
const MODULUS: u64 = 65_521;
let sum: u64 = 1;
let sumOfSums: u64 = 0;

/** Bytes before the Deflate data. */
export const HEADER_BYTES: i32 = 2;

/** Begins a stream in the output area. @returns where its Deflate data begins */
export function beginZlib(): usize {
	sum = 1;
	sumOfSums = 0;
	// Deflate with a window of 32 KB; zlib's fastest compression level.
	store<u8>(OUTPUT, 0x78);
	store<u8>(OUTPUT + 1, 0x01);
	return OUTPUT + HEADER_BYTES;
}

/** Ends the stream. @param length bytes of its Deflate data. @returns all bytes */
export function endZlib(length: i32): i32 {
	store<u32>(OUTPUT + HEADER_BYTES + length, bswap<u32>(((<u32>sumOfSums) << 16) | <u32>sum));
	return length + 6;
}

/** What the last row added to the sums, as if they had been zero before. */
let rowSum: u64 = 0;
let rowSumOfSums: u64 = 0;

/** Adds a row that equals the last one. @param bytes of the row, with its filter byte */
export function addRowAgain(bytes: i32): void {
	addPart(bytes, rowSum, rowSumOfSums);
}

/**
 * Adds bytes whose sums are known.
 * @param bytes number of bytes
 * @param part what they add to the sum
 * @param partOfSums what they add to the sum of sums, if both sums are zero before them
 */
export function addPart(bytes: i32, part: u64, partOfSums: u64): void {
	sumOfSums = (sumOfSums + <u64>bytes * sum + partOfSums) % MODULUS;
	sum = (sum + part) % MODULUS;
}

/** The current sum, to pass to `partSince` and `partOfSumsSince` later. */
export function currentSum(): u64 {
	return sum;
}
export function currentSumOfSums(): u64 {
	return sumOfSums;
}

/** What has been added to the sum since it was `before`. */
export function partSince(before: u64): u64 {
	return (sum + MODULUS - before) % MODULUS;
}
/** What bytes have added to the sum of sums since then, as if both sums had been zero. */
export function partOfSumsSince(bytes: i32, before: u64, sumBefore: u64): u64 {
	return (sumOfSums + 2 * MODULUS - before - ((<u64>bytes * sumBefore) % MODULUS)) % MODULUS;
}

/** Ends a row of this many bytes, with its filter byte, that began at these sums. */
function endRow(bytes: i32, sumBefore: u64, sumOfSumsBefore: u64): void {
	rowSum = sum - sumBefore;
	rowSumOfSums = (sumOfSums - sumOfSumsBefore - <u64>bytes * sumBefore) % MODULUS;
	sum %= MODULUS;
	sumOfSums %= MODULUS;
}

/**
 * Adds a row to the checksum: its filter byte and the RGB of its pixels. Four pixels per step:
 * `later` counts a pixel's sum once for each later step of its row, which is 12 bytes long; within
 * its step, 12 bytes remain from the first pixel on, 9 from the second.
 */
export function addRow(filter: u8, row: usize, width: i32): void {
	const sumBefore = sum;
	const sumOfSumsBefore = sumOfSums;
	sum += filter;
	sumOfSums += sum;
	const steps = width >> 2;
	const opaque = i32x4.splat(0xffffff);
	const weights = i16x8(0, 1, 2, 0, 0, 1, 2, 0);
	let sums = i32x4.splat(0);
	let later = i32x4.splat(0);
	// A pixel's second byte has one byte fewer to the end than its first, its third two fewer.
	let missing = i32x4.splat(0);
	let at = row;
	for (let step = 0; step < steps; step++, at += 16) {
		const pixels = v128.and(v128.load(at), opaque);
		later = i32x4.add(later, sums);
		sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(pixels)));
		missing = i32x4.add(
			missing,
			i32x4.add(
				i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), weights),
				i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), weights),
			),
		);
	}
	const first = <u64>i32x4.extract_lane(sums, 0);
	const second = <u64>i32x4.extract_lane(sums, 1);
	const third = <u64>i32x4.extract_lane(sums, 2);
	const fourth = <u64>i32x4.extract_lane(sums, 3);
	sumOfSums +=
		12 * (<u64>steps * sum + lanes(later) + first) +
		9 * second +
		6 * third +
		3 * fourth -
		lanes(missing);
	sum += first + second + third + fourth;
	for (let x = steps << 2; x < width; x++, at += 4) {
		const pixel = load<u32>(at);
		for (let shift: u32 = 0; shift < 24; shift += 8) {
			sum += <u64>((pixel >> shift) & 255);
			sumOfSums += sum;
		}
	}
	endRow(3 * width + 1, sumBefore, sumOfSumsBefore);
}

/** Adds a filter byte and bytes to the checksum, sixteen per step, like addRow. */
export function addBytes(filter: u8, bytes: usize, count: i32): void {
	const sumBefore = sum;
	const sumOfSumsBefore = sumOfSums;
	sum += filter;
	sumOfSums += sum;
	const steps = count >> 4;
	const high = i16x8(16, 15, 14, 13, 12, 11, 10, 9);
	const low = i16x8(8, 7, 6, 5, 4, 3, 2, 1);
	let sums = i32x4.splat(0);
	let later = i32x4.splat(0);
	let weighted = i32x4.splat(0);
	let at = bytes;
	for (let step = 0; step < steps; step++, at += 16) {
		const sixteen = v128.load(at);
		later = i32x4.add(later, sums);
		sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(sixteen)));
		weighted = i32x4.add(
			weighted,
			i32x4.add(
				i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(sixteen), high),
				i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(sixteen), low),
			),
		);
	}
	sumOfSums += 16 * (<u64>steps * sum + lanes(later)) + lanes(weighted);
	sum += lanes(sums);
	for (let i = steps << 4; i < count; i++, at++) {
		sum += <u64>load<u8>(at);
		sumOfSums += sum;
	}
	endRow(count + 1, sumBefore, sumOfSumsBefore);
}

function lanes(value: v128): u64 {
	return (
		<u64>i32x4.extract_lane(value, 0) +
		<u64>i32x4.extract_lane(value, 1) +
		<u64>i32x4.extract_lane(value, 2) +
		<u64>i32x4.extract_lane(value, 3)
	);
}
