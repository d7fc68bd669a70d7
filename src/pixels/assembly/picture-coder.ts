/**
 * Compresses the canvas as the RGB rows of a PNG (zlib, RFC 1950). The matches
 * of LZ77 are looked for among whole pixels, without writing the rows down:
 * for flat pictures this is quicker than any general coder, and finds more.
 */
import { CANVAS, OUTPUT } from "./areas";
import { beginStream, endStream, literal, literalPixel, repeat } from "./deflate-block";

/** Filter types of the PNG specification. */
const FILTER_NONE: i32 = 0;
const FILTER_UP: i32 = 2;

/** Greatest distance of a match. Bytes. */
const WINDOW: i32 = 32_768;
/** Places that are remembered: a power of two, more pixels than the window holds. */
const RING: i32 = 16_384;
const WINDOW_PIXELS: i32 = WINDOW / 3;
const HASH_BITS: i32 = 14;
/** Earlier places that are compared. */
const MAX_TRIES: i32 = 2;
/** A match of so many pixels is good enough. */
const GOOD: i32 = 32;
/** Places within a match this short are remembered too. Pixels. */
const SHORT: i32 = 4;
/** One pixel is repeated from here only: further away it costs as much as it saves. Bytes. */
const NEAR: i32 = 256;

/** The last place of each hash, plus one; 0, none. Pixels of the canvas. */
const heads = new StaticArray<i32>(1 << HASH_BITS);
/** The place before, by place modulo RING. */
const earlier = new StaticArray<i32>(RING);
const rowOf = new StaticArray<u16>(RING);

/** Adler-32 (RFC 1950, 9), both sums modulo 65521. */
const MODULUS: u64 = 65_521;
let sum: u64 = 1;
let sumOfSums: u64 = 0;

/** @returns the length of the stream in the output area. Bytes */
export function compressPicture(width: i32, height: i32): i32 {
	memory.fill(changetype<usize>(heads), 0, 4 << HASH_BITS);
	sum = 1;
	sumOfSums = 0;
	// Deflate with a window of 32 KB; the quickest of compressions, as zlib puts it.
	store<u8>(OUTPUT, 0x78);
	store<u8>(OUTPUT + 1, 0x01);
	beginStream(OUTPUT + 2);
	let lastPlain = -1;
	for (let y = 0; y < height; y++) {
		if (y > 0 && isLikeAbove(y, width)) {
			repeatedRow(width);
		} else {
			plainRow(y, width, lastPlain);
			lastPlain = y;
		}
	}
	const length = endStream();
	store<u32>(OUTPUT + 2 + length, bswap<u32>(((<u32>sumOfSums) << 16) | <u32>sum));
	return length + 6;
}

function rowAt(y: i32, width: i32): usize {
	return CANVAS + ((<usize>(y * width)) << 2);
}

function isLikeAbove(y: i32, width: i32): bool {
	const row = rowAt(y, width);
	return alike(row, row - ((<usize>width) << 2), width) == width;
}

/** How many pixels are alike from two addresses on, at most `count`. */
function alike(a: usize, b: usize, count: i32): i32 {
	let k = 0;
	for (; k + 4 <= count; k += 4) {
		const equal = i32x4.bitmask(
			i32x4.eq(v128.load(a + ((<usize>k) << 2)), v128.load(b + ((<usize>k) << 2))),
		);
		if (equal != 15) return k + ctz<i32>(~equal);
	}
	while (k < count && load<u32>(a + ((<usize>k) << 2)) == load<u32>(b + ((<usize>k) << 2))) k++;
	return k;
}

/** A row like the one above: the filter leaves zeros. */
function repeatedRow(width: i32): void {
	literal(FILTER_UP);
	literal(0);
	// A match has three bytes at least.
	if (width > 1) repeat(3 * width - 1, 1);
	else for (let i = 0; i < 2; i++) literal(0);
	sum = (sum + FILTER_UP) % MODULUS;
	// The filter byte and each of the zeros add the same sum once more.
	sumOfSums = (sumOfSums + <u64>(3 * width + 1) * sum) % MODULUS;
}

function plainRow(y: i32, width: i32, lastPlain: i32): void {
	const stride = 3 * width + 1;
	const row = rowAt(y, width);
	// The row above stands as bytes where it was last written without a filter.
	const rowDistance = (y - lastPlain) * stride;
	const above = lastPlain >= 0 && rowDistance <= WINDOW ? row - ((<usize>width) << 2) : 0;
	literal(FILTER_NONE);
	for (let x = 0; x < width; ) {
		const at = row + ((<usize>x) << 2);
		const pixel = load<u32>(at);
		const left = width - x;
		let best = 0;
		let distance = 0;
		if (x > 0 && load<u32>(at - 4) == pixel) {
			best = 1 + alike(at + 4, at, left - 1);
			distance = 3;
		}
		if (above != 0 && load<u32>(above + ((<usize>x) << 2)) == pixel) {
			const length = alike(at, above + ((<usize>x) << 2), left);
			// Its distance takes some ten bits more than that of a run.
			if (length > 4 * best + (best == 0 ? 0 : 1)) {
				best = length;
				distance = rowDistance;
			}
		}
		if (left >= 2) {
			const place = y * width + x;
			let candidate = remember(place, y, at);
			for (let tries = 0; candidate >= 0 && tries < MAX_TRIES && best < GOOD; tries++) {
				if (place - candidate > WINDOW_PIXELS) break;
				const candidateRow = <i32>unchecked(rowOf[candidate & (RING - 1)]);
				// Each row in between has its filter byte.
				const back = 3 * (place - candidate) + (y - candidateRow);
				if (back > WINDOW) break;
				const limit = min((candidateRow + 1) * width - candidate, left);
				const length = alike(at, CANVAS + ((<usize>candidate) << 2), limit);
				if (length > best + (distance == 3 ? 1 : 0)) {
					best = length;
					distance = back;
				}
				const next = unchecked(earlier[candidate & (RING - 1)]) - 1;
				// What stood there was overwritten.
				if (next >= candidate) break;
				candidate = next;
			}
		}
		if (best == 0 || (best == 1 && distance > NEAR)) {
			literalPixel(pixel);
			x++;
			continue;
		}
		repeat(3 * best, distance);
		if (distance != 3 && best < SHORT) {
			for (let k = 1; k < best && x + k + 1 < width; k++)
				remember(y * width + x + k, y, at + ((<usize>k) << 2));
		}
		x += best;
	}
	addRow(row, width);
}

/** Notes a place by its pixel and the next. @returns the last place with their hash, or -1 */
function remember(place: i32, y: i32, at: usize): i32 {
	const hash =
		((load<u32>(at) * 0x9e3779b1) ^ (load<u32>(at + 4) * 0x85ebca6b)) >>> (32 - HASH_BITS);
	const last = unchecked(heads[hash]);
	unchecked((heads[hash] = place + 1));
	unchecked((earlier[place & (RING - 1)] = last));
	unchecked((rowOf[place & (RING - 1)] = <u16>y));
	return last - 1;
}

/**
 * Adds the bytes of a row without a filter to the checksum. Four pixels a step:
 * `later` counts a pixel's sum once for each later step of its row, which is
 * 12 bytes long; within its step, the first has 12 bytes to its end, the second 9.
 */
function addRow(row: usize, width: i32): void {
	// The filter byte is zero.
	sumOfSums += sum;
	const steps = width >> 2;
	const opaque = i32x4.splat(0xffffff);
	const weights = i16x8(0, 1, 2, 0, 0, 1, 2, 0);
	let sums = i32x4.splat(0);
	let later = i32x4.splat(0);
	// A pixel's second byte has one byte less to the end than its first, its third two.
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
	sum %= MODULUS;
	sumOfSums %= MODULUS;
}

function lanes(value: v128): u64 {
	return (
		<u64>i32x4.extract_lane(value, 0) +
		<u64>i32x4.extract_lane(value, 1) +
		<u64>i32x4.extract_lane(value, 2) +
		<u64>i32x4.extract_lane(value, 3)
	);
}
