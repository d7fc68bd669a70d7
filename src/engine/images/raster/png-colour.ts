import { headerChunks, type PngChunk } from "./png-chunks.js";

/** How the colours of a PNG are converted to sRGB. */
export interface PngColour {
	/** The linear light of each byte value, 0 to 1. */
	readonly linear: Float64Array;
	/** The matrix from the linear primaries of the PNG to those of sRGB, row by row. */
	readonly matrix: readonly number[];
}

/** gAMA of sRGB pictures: 1 / 2.2. */
const SRGB_GAMMA = 45_455;

/** x and y of white, red, green and blue. */
type Chromaticities = readonly number[];
const SRGB: Chromaticities = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
/** Primaries by their number in H.273: sRGB, BT.2020 and Display P3. */
const PRIMARIES: Readonly<Record<number, Chromaticities>> = {
	1: SRGB,
	9: [0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
	12: [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
};

const srgbToLinear = (value: number): number =>
	value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const power = (exponent: number) => (value: number) => value ** exponent;
/**
 * Transfer functions by their number in H.273. Those of television are treated as BT.1886, as in
 * Chromium.
 */
const TRANSFERS: Readonly<Record<number, (value: number) => number>> = {
	1: power(2.4),
	4: power(2.2),
	5: power(2.8),
	6: power(2.4),
	8: power(1),
	13: srgbToLinear,
	14: power(2.4),
	15: power(2.4),
};

/**
 * The colour space of a PNG from cICP, or from gAMA with cHRM, as in Chromium; libvips reads
 * neither. libvips applies an embedded profile, and all other PNGs are sRGB. HDR curves (PQ, HLG)
 * are not converted, because no tone mapping is defined for them.
 * @returns undefined if the colours are sRGB, or close to it
 */
export function pngColour(bytes: Uint8Array): PngColour | undefined {
	const chunks = byName(headerChunks(bytes));
	if (chunks.has("iCCP")) return undefined;
	const cicp = chunks.get("cICP");
	if (cicp !== undefined && cicp.byteLength === 4) {
		const primaries = PRIMARIES[cicp.getUint8(0)];
		const transfer = TRANSFERS[cicp.getUint8(1)];
		const isFullRgb = cicp.getUint8(2) === 0 && cicp.getUint8(3) === 1;
		if (primaries === SRGB && transfer === srgbToLinear) return undefined;
		if (primaries && transfer && isFullRgb) return colour(primaries, transfer);
	}
	const gamma = chunks.get("gAMA");
	if (chunks.has("sRGB") || gamma === undefined || gamma.byteLength !== 4) return undefined;
	const primaries = chromaticities(chunks.get("cHRM"));
	const value = gamma.getUint32(0);
	if (value < 1_000 || value > 1_000_000) return undefined;
	const isLikeSrgb = Math.abs(value - SRGB_GAMMA) < 500 && primaries === SRGB;
	return isLikeSrgb ? undefined : colour(primaries, power(100_000 / value));
}

/** Converts the colours of pixels in place. @param data RGB or RGBA, straight alpha */
export function toSrgb(data: Uint8Array, channels: 3 | 4, { linear, matrix }: PngColour): void {
	const [a, b, c, d, e, f, g, h, i] = matrix as [
		number,
		...[number, number, number, number, number, number, number, number],
	];
	for (let at = 0; at < data.length; at += channels) {
		const red = linear[data[at]!]!;
		const green = linear[data[at + 1]!]!;
		const blue = linear[data[at + 2]!]!;
		data[at] = encoded(a * red + b * green + c * blue);
		data[at + 1] = encoded(d * red + e * green + f * blue);
		data[at + 2] = encoded(g * red + h * green + i * blue);
	}
}

const STEPS = 8_192;
/** A table from linear light to sRGB bytes, fine enough for the darkest values. */
let table: Uint8Array | undefined;
function encoded(light: number): number {
	table ??= Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
		const value = step / STEPS;
		return Math.round(
			255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055),
		);
	});
	return table[Math.round(Math.min(1, Math.max(0, light)) * STEPS)]!;
}

const colour = (primaries: Chromaticities, transfer: (value: number) => number): PngColour => ({
	linear: Float64Array.from({ length: 256 }, (_, byte) => transfer(byte / 255)),
	matrix: times(inverse(toXyz(SRGB)), toXyz(primaries)),
});

/** The data of chunks by name. Of several chunks with the same name, the first counts. */
function byName(chunks: Iterable<PngChunk>): Map<string, DataView> {
	const found = new Map<string, DataView>();
	for (const { name, data } of chunks) if (!found.has(name)) found.set(name, data);
	return found;
}

/** The primaries in cHRM; those of sRGB if cHRM is missing, invalid, or close to sRGB. */
function chromaticities(chunk: DataView | undefined): Chromaticities {
	if (chunk === undefined || chunk.byteLength !== 32) return SRGB;
	const values = Array.from({ length: 8 }, (_, i) => chunk.getUint32(i * 4) / 100_000);
	if (values.every((value, i) => Math.abs(value - SRGB[i]!) < 0.002)) return SRGB;
	const isSane = values.every((value) => value <= 1) && [1, 3, 5, 7].every((i) => values[i]! > 0);
	const matrix = isSane ? toXyz(values) : [];
	return matrix.length === 9 && matrix.every((value) => Number.isFinite(value)) ? values : SRGB;
}

/**
 * The matrix from linear primaries to XYZ, scaled so that white stays white, without chromatic
 * adaptation.
 */
function toXyz([wx, wy, ...xy]: Chromaticities): number[] {
	const columns = [0, 2, 4].map((i) => {
		const [x, y] = [xy[i]!, xy[i + 1]!];
		return [x / y, 1, (1 - x - y) / y];
	});
	const primaries = [0, 1, 2].flatMap((row) => columns.map((column) => column[row]!));
	const white = [wx! / wy!, 1, (1 - wx! - wy!) / wy!];
	const back = inverse(primaries);
	const shares = [0, 3, 6].map((row) =>
		white.reduce((sum, value, i) => sum + back[row + i]! * value, 0),
	);
	// A different white point is mapped to white by scaling each of its three values.
	const reference = [0.3127 / 0.329, 1, (1 - 0.3127 - 0.329) / 0.329];
	return primaries.map(
		(value, i) =>
			(value * shares[i % 3]! * reference[Math.floor(i / 3)]!) / white[Math.floor(i / 3)]!,
	);
}

function inverse(m: readonly number[]): number[] {
	const [a, b, c, d, e, f, g, h, i] = m as [
		number,
		...[number, number, number, number, number, number, number, number],
	];
	const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
	return [
		...[e * i - f * h, c * h - b * i, b * f - c * e],
		...[f * g - d * i, a * i - c * g, c * d - a * f],
		...[d * h - e * g, b * g - a * h, a * e - b * d],
	].map((value) => value / determinant);
}

const times = (a: readonly number[], b: readonly number[]): number[] =>
	[0, 3, 6].flatMap((row) =>
		[0, 1, 2].map((column) =>
			[0, 1, 2].reduce((sum, i) => sum + a[row + i]! * b[i * 3 + column]!, 0),
		),
	);
