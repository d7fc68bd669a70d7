/** How libvips scales one axis of a picture down: averages of whole pixels, then weighted sums. */

/** What is shown of one axis. Pixels. */
export interface ScaledAxis {
	/** The pixels that are read. */
	readonly from: number;
	readonly count: number;
	/** Their scaled length, at most `count`. */
	readonly scaled: number;
	/** The part of it that is kept. */
	readonly offset: number;
	readonly length: number;
}

export interface Reduction {
	/** Pixels of an average; 1 if there are no averages. */
	readonly factor: number;
	/** Number of averages. */
	readonly averages: number;
	/** Missing if there are as many averages as pixels are needed. */
	readonly sums?: WeightedSums;
}

/** The sums of the part that is kept. */
export interface WeightedSums {
	/** Pairs of weights of a sum. */
	readonly pairs: number;
	/** The first average of each sum; it may be before the first or after the last there is. */
	readonly firsts: Int32Array;
	/** The weights of each sum begin at this index. */
	readonly starts: Int32Array;
	/** In 4096ths. */
	readonly weights: Int16Array;
}

/** Positions between two pixels that have their own weights. */
const PHASES = 64;
/** There are averages as long as at least twice as many remain as are needed. */
const GAP = 2;
const ONE = 4_096;

/**
 * The floating-point operations and their order are those of libvips, because they decide to which
 * side a position is rounded.
 * @param piece libvips scales so many rows at a time, and adds up positions from the first of them;
 * columns are not in pieces: it begins with the first that is kept
 * @see https://github.com/libvips/libvips/blob/master/libvips/resample/reducev.cpp
 */
export function reductionOf(axis: ScaledAxis, piece?: number): Reduction {
	const { count, scaled } = axis;
	if (scaled === count) return { factor: 1, averages: count };
	const shrink = 1 / Math.max(1 / (count / scaled), 1 / count);
	const factor = Math.max(1, Math.floor(count / scaled / GAP));
	const averages = Math.ceil(count / factor);
	const step = shrink / factor;
	if (step === 1) return { factor, averages };
	// Pixels that the scaled length has too many, on both sides.
	const extra = (scaled * shrink - count) / factor;
	return { factor, averages, sums: sumsOf(axis, step, extra, piece) };
}

function sumsOf(
	{ offset, length }: ScaledAxis,
	step: number,
	extra: number,
	piece: number | undefined,
): WeightedSums {
	const count = 2 * roundHalfToEven(2 * step) + 1;
	const pairs = (count + 1) / 2;
	const before = Math.ceil(count / 2) - 1;
	const shift = (1 + extra) / 2 - 1;
	const firsts = new Int32Array(length);
	const starts = new Int32Array(length);
	const weights = new Int16Array((PHASES + 1) * 2 * pairs);
	const known = new Set<number>();
	let place = 0;
	const begin = piece === undefined ? offset : offset - (offset % piece);
	for (let i = begin; i < offset + length; i++, place += step) {
		if (i === begin || (piece !== undefined && i % piece === 0))
			place = (i + 0.5) * step - 0.5 - shift;
		if (i < offset) continue;
		const phase = ((Math.trunc(place * PHASES * 2) & (PHASES * 2 - 1)) + 1) >> 1;
		firsts[i - offset] = Math.trunc(place) - before;
		starts[i - offset] = phase * 2 * pairs;
		if (known.has(phase)) continue;
		known.add(phase);
		writeWeights(weights.subarray(phase * 2 * pairs), phase / PHASES, count, step);
	}
	return { pairs, firsts, starts, weights };
}

/**
 * @param to where the weights are written
 * @param phase position between two pixels, 0 to 1
 */
function writeWeights(to: Int16Array, phase: number, count: number, step: number): void {
	const half = phase + count / 2 - 1;
	const scale = 1 / step;
	const values = new Float64Array(count);
	let sum = 0;
	for (let i = 0; i < count; i++) {
		const value = catmullRom((i - half) * scale);
		values[i] = value;
		sum += value;
	}
	for (let i = 0; i < count; i++) to[i] = Math.trunc((values[i]! / sum) * ONE);
}

/** Mitchell and Netravali, Reconstruction Filters in Computer Graphics, 1988: B = 0, C = 1/2. */
function catmullRom(x: number): number {
	const ax = Math.abs(x);
	const ax2 = ax * ax;
	const ax3 = ax2 * ax;
	if (ax <= 1) return (9 * ax3 - 15 * ax2 + 6) / 6;
	if (ax <= 2) return (-3 * ax3 + 15 * ax2 - 24 * ax + 12) / 6;
	return 0;
}

function roundHalfToEven(value: number): number {
	const rounded = Math.round(value);
	return rounded - value === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded;
}
