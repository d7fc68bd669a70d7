/**
 * Blurs whole premultiplied RGBA pictures. Addresses are in the memory that JavaScript reserved
 * (picture-memory.ts).
 */

/** Columns that are blurred vertically side by side: their pixels share cache lines. */
const BLOCK: i32 = 8;

function pixel(at: usize): v128 {
	return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}

function storePixel(at: usize, words: v128): void {
	const halves = i16x8.narrow_i32x4_u(words, words);
	v128.store32_lane(at, i8x16.narrow_i16x8_u(halves, halves), 0);
}

/**
 * Applies three box blurs in both directions, close to a Gaussian, in place; outside the picture is
 * transparent. If the window is even, the third is larger by one, so that the centre stays.
 * @param window pixels, 1 to 256: its cube times 255 fits in 32 bits
 * @param scratch room for 3 * (window + 2) times BLOCK pixels of 16 bytes
 * @see https://www.w3.org/TR/filter-effects-1/#feGaussianBlurElement
 */
export function boxBlur(at: usize, width: i32, height: i32, window: i32, scratch: usize): void {
	const pitch = (<usize>width) << 2;
	for (let y = 0; y < height; y++) lines(at + <usize>y * pitch, 4, width, 0, 1, window, scratch);
	for (let x = 0; x < width; x += BLOCK)
		lines(at + ((<usize>x) << 2), pitch, height, 4, min(BLOCK, width - x), window, scratch);
}

/**
 * Blurs adjacent lines.
 * @param step bytes from one pixel of a line to the next
 * @param apart bytes from a line to the next
 */
function lines(
	at: usize,
	step: usize,
	length: i32,
	apart: usize,
	count: i32,
	window: i32,
	scratch: usize,
): void {
	const last = window + ((window & 1) ^ 1);
	const delay = (2 * (window - 1) + last - 1) >> 1;
	const entry = (<usize>count) << 4;
	const first = scratch;
	const second = first + <usize>window * entry;
	const third = second + <usize>window * entry;
	const sums = third + <usize>last * entry;
	memory.fill(scratch, 0, <usize>(2 * window + last + 3) * entry);
	const share = f32x4.splat(<f32>(1 / (<f64>window * <f64>window * <f64>last)));
	let slot: usize = 0;
	let lastSlot: usize = 0;
	let from = at;
	let to = at;
	for (let n = 0; n < length + delay; n++) {
		for (let i = 0; i < count; i++) {
			const lane = (<usize>i) << 4;
			const value = n < length ? pixel(from + <usize>i * apart) : i32x4.splat(0);
			const one = sums + 3 * lane;
			const sum1 = i32x4.sub(i32x4.add(v128.load(one), value), v128.load(first + slot + lane));
			v128.store(first + slot + lane, value);
			v128.store(one, sum1);
			const sum2 = i32x4.sub(i32x4.add(v128.load(one, 16), sum1), v128.load(second + slot + lane));
			v128.store(second + slot + lane, sum1);
			v128.store(one, sum2, 16);
			const sum3 = i32x4.sub(
				i32x4.add(v128.load(one, 32), sum2),
				v128.load(third + lastSlot + lane),
			);
			v128.store(third + lastSlot + lane, sum2);
			v128.store(one, sum3, 32);
			if (n < delay) continue;
			const mean = f32x4.add(f32x4.mul(f32x4.convert_i32x4_u(sum3), share), f32x4.splat(0.5));
			storePixel(to + <usize>i * apart, i32x4.trunc_sat_f32x4_u(mean));
		}
		slot += entry;
		if (slot == <usize>window * entry) slot = 0;
		lastSlot += entry;
		if (lastSlot == <usize>last * entry) lastSlot = 0;
		from += step;
		if (n >= delay) to += step;
	}
}

/** Reach of the narrow blur on each side: three times its largest deviation. Pixels. */
const REACH: i32 = 6;
const weights = new StaticArray<f32>(REACH + 1);

/** Weight of narrowBlur at a distance from the centre; those of both sides add up to 1. */
export function setNarrowWeight(distance: i32, weight: f32): void {
	weights[distance] = weight;
}

/**
 * Applies a Gaussian by its definition, for small deviations, in place.
 * @param scratch room for a line of pixels of 16 bytes and 2 * REACH more
 */
export function narrowBlur(at: usize, width: i32, height: i32, scratch: usize): void {
	const pitch = (<usize>width) << 2;
	for (let y = 0; y < height; y++) narrowLine(at + <usize>y * pitch, 4, width, scratch);
	for (let x = 0; x < width; x++) narrowLine(at + ((<usize>x) << 2), pitch, height, scratch);
}

function narrowLine(at: usize, step: usize, length: i32, scratch: usize): void {
	const start = scratch + ((<usize>REACH) << 4);
	memory.fill(scratch, 0, (<usize>REACH) << 4);
	memory.fill(start + ((<usize>length) << 4), 0, (<usize>REACH) << 4);
	let from = at;
	for (let i = 0; i < length; i++, from += step)
		v128.store(start + ((<usize>i) << 4), f32x4.convert_i32x4_u(pixel(from)));
	let to = at;
	for (let i = 0; i < length; i++, to += step) {
		const center = start + ((<usize>i) << 4);
		let sum = f32x4.mul(v128.load(center), f32x4.splat(unchecked(weights[0])));
		for (let d = 1; d <= REACH; d++) {
			const apart = (<usize>d) << 4;
			const two = f32x4.add(v128.load(center - apart), v128.load(center + apart));
			sum = f32x4.add(sum, f32x4.mul(two, f32x4.splat(unchecked(weights[d]))));
		}
		storePixel(to, i32x4.trunc_sat_f32x4_u(f32x4.add(sum, f32x4.splat(0.5))));
	}
}

/** Multiplies the colours of straight RGBA pixels by their alphas. */
export function premultiply(at: usize, pixels: i32): void {
	const end = at + ((<usize>pixels) << 2);
	for (; at < end; at += 4) {
		const alpha = load<u8>(at, 3);
		if (alpha == 255) continue;
		const share = f32x4.splat(<f32>alpha / 255);
		const scaled = f32x4.add(f32x4.mul(f32x4.convert_i32x4_u(pixel(at)), share), f32x4.splat(0.5));
		storePixel(at, i32x4.replace_lane(i32x4.trunc_sat_f32x4_u(scaled), 3, alpha));
	}
}

/** Divides the colours of premultiplied RGBA pixels by their alphas. */
export function unpremultiply(at: usize, pixels: i32): void {
	const end = at + ((<usize>pixels) << 2);
	for (; at < end; at += 4) {
		const alpha = load<u8>(at, 3);
		if (alpha == 255 || alpha == 0) continue;
		const share = f32x4.splat(255 / <f32>alpha);
		const scaled = f32x4.add(f32x4.mul(f32x4.convert_i32x4_u(pixel(at)), share), f32x4.splat(0.5));
		storePixel(at, i32x4.replace_lane(i32x4.trunc_sat_f32x4_u(scaled), 3, alpha));
	}
}

/**
 * Interpolates a row between two rows of a coarse premultiplied picture, scaled up bilinearly.
 * @param above the upper row; `below` the lower
 * @param weight of the lower row, 0 to 1
 * @param start centre of the first pixel on the coarse row, pixels from the centre of its first
 * @param step coarse pixels from one pixel to the next
 */
export function enlargeRow(
	to: usize,
	width: i32,
	above: usize,
	below: usize,
	weight: f32,
	columns: i32,
	start: f64,
	step: f64,
): void {
	const lower = f32x4.splat(weight);
	for (let x = 0; x < width; x++, to += 4) {
		const place = max<f64>(0, min<f64>(<f64>(columns - 1), start + <f64>x * step));
		const left = <i32>place;
		const right = min(left + 1, columns - 1);
		const share = f32x4.splat(<f32>(place - <f64>left));
		const a = (<usize>left) << 2;
		const b = (<usize>right) << 2;
		const top = mix(
			f32x4.convert_i32x4_u(pixel(above + a)),
			f32x4.convert_i32x4_u(pixel(above + b)),
			share,
		);
		const bottom = mix(
			f32x4.convert_i32x4_u(pixel(below + a)),
			f32x4.convert_i32x4_u(pixel(below + b)),
			share,
		);
		storePixel(to, i32x4.trunc_sat_f32x4_u(f32x4.add(mix(top, bottom, lower), f32x4.splat(0.5))));
	}
}

function mix(a: v128, b: v128, share: v128): v128 {
	return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), share));
}
