/**
 * Raises samples of the maximum value further where this smooths the wave around an edge, as
 * mozjpeg does: decoders clamp them again, and the edge rings less.
 */
import { OFFSETS, whereEqual } from "./jpeg-zigzag";

/** The maximum sample, minus 128. */
const WHITE: i32 = 127;
/** The maximum that is added to a sample. */
const MOST: i32 = 31;

/**
 * @param block 64 samples of 16 bits, minus 128
 * @param step of the first coefficient: larger steps allow more
 */
export function dering(block: usize, step: i32): void {
	const r0 = v128.load(block);
	const r1 = v128.load(block, 16);
	const r2 = v128.load(block, 32);
	const r3 = v128.load(block, 48);
	const r4 = v128.load(block, 64);
	const r5 = v128.load(block, 80);
	const r6 = v128.load(block, 96);
	const r7 = v128.load(block, 112);
	const greatest = i16x8.max_s(
		i16x8.max_s(i16x8.max_s(r0, r1), i16x8.max_s(r2, r3)),
		i16x8.max_s(i16x8.max_s(r4, r5), i16x8.max_s(r6, r7)),
	);
	if (!v128.any_true(i16x8.eq(greatest, i16x8.splat(<i16>WHITE)))) return;
	let white = whereEqual(block, <i8>WHITE);
	if (~white == 0) return;
	const sums = i32x4.extadd_pairwise_i16x8_s(
		i16x8.add(
			i16x8.add(i16x8.add(r0, r1), i16x8.add(r2, r3)),
			i16x8.add(i16x8.add(r4, r5), i16x8.add(r6, r7)),
		),
	);
	const sum =
		i32x4.extract_lane(sums, 0) +
		i32x4.extract_lane(sums, 1) +
		i32x4.extract_lane(sums, 2) +
		i32x4.extract_lane(sums, 3);
	// The mean of the block must not exceed white.
	const room = (WHITE * 64 - sum) / <i32>popcnt(white);
	const limit = WHITE + min(min(MOST, 2 * step), room);
	while (white != 0) {
		const from = <i32>ctz(white);
		const length = <i32>ctz(~(white >> from));
		raise(block, from, length, limit);
		const end = from + length;
		if (end == 64) return;
		white &= ~(<u64>0) << end;
	}
}

function sampleAt(block: usize, place: i32): usize {
	return block + <usize>load<u8>(OFFSETS + <usize>place);
}

/**
 * Replaces a run of white samples by a Catmull-Rom curve whose slopes at both ends are those of the
 * samples around it; in single precision, because the sum of the steps decides how it is rounded.
 * @param from position in zigzag order
 */
function raise(block: usize, from: i32, length: i32, limit: i32): void {
	const end = from + length;
	const before = <i32>load<i16>(sampleAt(block, max(from - 1, 0)));
	const beforeIt = <i32>load<i16>(sampleAt(block, max(from - 2, 0)));
	const after = <i32>load<i16>(sampleAt(block, min(end, 63)));
	const afterIt = <i32>load<i16>(sampleAt(block, min(end + 1, 63)));
	let rise = max(before - beforeIt, WHITE - before);
	let fall = max(after - afterIt, WHITE - after);
	if (from == 0) rise = fall;
	if (end == 64) fall = rise;
	const step: f32 = <f32>1 / <f32>(length + 1);
	const tangent0 = <f32>(rise * length);
	const tangent1 = <f32>(-fall * length);
	const white = <f32>WHITE;
	let t = step;
	for (let place = from; place < end; place++, t += step) {
		const t2 = t * t;
		const t3 = t2 * t;
		const value: f32 =
			white * (<f32>2 * t3 - <f32>3 * t2 + <f32>1) +
			tangent0 * (t3 - <f32>2 * t2 + t) +
			white * (-(<f32>2) * t3 + <f32>3 * t2) +
			tangent1 * (t3 - t2);
		store<i16>(sampleAt(block, place), <i16>min(<i32>ceil<f32>(value), limit));
	}
}
