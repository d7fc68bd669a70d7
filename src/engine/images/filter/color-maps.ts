import type { ColorMap } from "../../pixels/filter.js";

/**
 * The colour functions of a filter, in the order in which they apply; absent functions change
 * nothing.
 */
export interface ColorFunctions {
	/** Factors, at least 0; 1 changes nothing. */
	readonly brightness?: number | undefined;
	readonly contrast?: number | undefined;
	readonly saturate?: number | undefined;
	/** Degrees; 0 changes nothing. */
	readonly hueRotate?: number | undefined;
	/** 0 to 1; 0 changes nothing. */
	readonly grayscale?: number | undefined;
	readonly sepia?: number | undefined;
	readonly invert?: number | undefined;
	/** Colours of the darkest and the lightest parts, channels from 0 to 255. */
	readonly duotone?: readonly [Rgb, Rgb] | undefined;
}
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * The functions as affine maps. Maps are combined if no clamp is needed between them.
 * @see https://www.w3.org/TR/filter-effects-1/#ShorthandEquivalents
 */
export function colorMaps(functions: ColorFunctions): ColorMap[] {
	const { brightness = 1, contrast = 1, saturate = 1, grayscale = 0, sepia = 0 } = functions;
	const { hueRotate = 0, invert = 0 } = functions;
	const maps: ColorMap[] = [];
	if (brightness !== 1) maps.push(scale(brightness, 0));
	if (contrast !== 1) maps.push(scale(contrast, (1 - contrast) / 2));
	if (saturate !== 1) maps.push(saturation(saturate));
	if (hueRotate % 360 !== 0) maps.push(hueRotation(hueRotate));
	if (grayscale !== 0) maps.push(saturation(1 - grayscale, GREY_WEIGHTS));
	if (sepia !== 0) maps.push(sepiaMap(sepia));
	if (invert !== 0) maps.push(scale(1 - 2 * invert, invert));
	if (functions.duotone) maps.push(duotoneMap(...functions.duotone));
	return merged(maps);
}

/**
 * Applies maps to a colour, as to a pixel.
 * @param color channels from 0 to 255
 */
export function mapColor(color: Rgb, maps: readonly ColorMap[]): Rgb {
	let channels = color.map((value) => value / 255);
	for (const map of maps)
		channels = [0, 4, 8].map((row) =>
			Math.min(
				1,
				Math.max(
					0,
					map[row]! * channels[0]! +
						map[row + 1]! * channels[1]! +
						map[row + 2]! * channels[2]! +
						map[row + 3]!,
				),
			),
		);
	return channels.map((value) => Math.round(value * 255)) as unknown as Rgb;
}

const scale = (factor: number, more: number): ColorMap => [
	...[factor, 0, 0, more],
	...[0, factor, 0, more],
	...[0, 0, factor, more],
];

/** Weights of the luminance of sRGB values in CSS filters; `saturate` has fewer digits. */
const SATURATE_WEIGHTS: Rgb = [0.213, 0.715, 0.072];
const GREY_WEIGHTS: Rgb = [0.2126, 0.7152, 0.0722];

/** A map between grey (0) and the colour (1), or beyond. */
function saturation(amount: number, weights: Rgb = SATURATE_WEIGHTS): ColorMap {
	const [r, g, b] = weights.map((weight) => weight * (1 - amount)) as unknown as Rgb;
	return [...[r + amount, g, b, 0], ...[r, g + amount, b, 0], ...[r, g, b + amount, 0]];
}

/** The part of a hue rotation that grows with the sine of its angle. */
const HUE_SINES = [-0.213, -0.715, 0.928, 0.143, 0.14, -0.283, -0.787, 0.715, 0.072];

function hueRotation(degrees: number): ColorMap {
	const angle = (degrees * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	return [0, 1, 2].flatMap((row) => [
		...[0, 1, 2].map((column) => {
			const weight = SATURATE_WEIGHTS[column]!;
			const kept = (row === column ? 1 : 0) - weight;
			return weight + cos * kept + sin * HUE_SINES[3 * row + column]!;
		}),
		0,
	]);
}

const SEPIA: ColorMap = [
	...[0.393, 0.769, 0.189, 0],
	...[0.349, 0.686, 0.168, 0],
	...[0.272, 0.534, 0.131, 0],
];
const IDENTITY = scale(1, 0);

const sepiaMap = (amount: number): ColorMap =>
	SEPIA.map((value, i) => value * amount + IDENTITY[i]! * (1 - amount));

/** A map from the luminance to a colour between two colours. */
function duotoneMap(dark: Rgb, light: Rgb): ColorMap {
	return dark.flatMap((low, channel) => {
		const range = (light[channel]! - low) / 255;
		return [...GREY_WEIGHTS.map((weight) => weight * range), low / 255];
	});
}

/** Combines neighbouring maps if no result of the first can need a clamp. */
function merged(maps: readonly ColorMap[]): ColorMap[] {
	const result: ColorMap[] = [];
	for (const map of maps) {
		const last = result.at(-1);
		if (last !== undefined && staysInside(last)) result[result.length - 1] = composed(map, last);
		else result.push(map);
	}
	return result;
}

const TOLERANCE = 1e-9;

/** Whether the results of a map are always within 0..1. */
function staysInside(map: ColorMap): boolean {
	return [0, 4, 8].every((row) => {
		const factors = map.slice(row, row + 3);
		const least = factors.reduce((sum, value) => sum + Math.min(0, value), map[row + 3]!);
		const most = factors.reduce((sum, value) => sum + Math.max(0, value), map[row + 3]!);
		return least >= -TOLERANCE && most <= 1 + TOLERANCE;
	});
}

/** The map that applies `first`, then `second`. */
const composed = (second: ColorMap, first: ColorMap): ColorMap =>
	[0, 4, 8].flatMap((row) =>
		[0, 1, 2, 3].map((column) => {
			const through = [0, 4, 8].reduce(
				(sum, from, i) => sum + second[row + i]! * first[from + column]!,
				0,
			);
			return column === 3 ? through + second[row + 3]! : through;
		}),
	);
