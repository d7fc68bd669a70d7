/**
 * The soft shadow of a text block, as a picture rather than an SVG filter:
 * filters differ between renderers, and resvg takes 25 to 80 ms for one. A
 * shadow holds no fine detail, so it is drawn small and scaled up.
 */
import { Resvg } from "@resvg/resvg-js";
import { type Box, grow, intersect, isEmpty } from "../scene/geometry.js";
import { num } from "./markup.js";
import { type ShadePaint, upright } from "./paint.js";
import type { Ink } from "./text.js";

/** CSS `text-shadow: 0 .04em .12em rgb(0 0 0 / .6)`; the deviation is half the blur radius. */
const OFFSET = 0.04;
const DEVIATION = 0.06;
const OPACITY = 0.6;
/** Standard deviation in pixels of the small picture: below, scaling up would show. */
const SMALL_DEVIATION = 1.75;

/**
 * @param em font size, pixels
 * @param region where the shadow may be seen, before the rotation of the block
 */
export function textShadow(ink: Ink, em: number, region: Box): ShadePaint | undefined {
	const path = [...ink.under, ...ink.fills, ...ink.over].map((part) => part.path).join("");
	if (path === "" && ink.emoji === "") return undefined;
	const deviation = DEVIATION * em;
	const box = intersect(grow(ink.box, 3 * deviation), grow(region, 3 * deviation));
	if (isEmpty(box)) return undefined;
	const scale = Math.min(1, SMALL_DEVIATION / deviation);
	const columns = Math.ceil(box.width * scale);
	const rows = Math.ceil(box.height * scale);
	const width = columns / scale;
	const height = rows / scale;
	const coverage = rasterAlpha(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${columns}" height="${rows}" viewBox="${num(box.x)} ${num(box.y)} ${num(width)} ${num(height)}" preserveAspectRatio="none"><path d="${path}"/>${ink.emoji}</svg>`,
	);
	blur(coverage, columns, rows, deviation * scale);
	const alpha = new Uint8Array(coverage.length);
	for (let i = 0; i < alpha.length; i++) alpha[i] = coverage[i]! * OPACITY + 0.5;
	const place = upright({ x: box.x, y: box.y + OFFSET * em, width, height });
	return { kind: "shade", alpha, columns, rows, place };
}

function rasterAlpha(svg: string): Float32Array {
	const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
	const alpha = new Float32Array(pixels.length / 4);
	for (let i = 0; i < alpha.length; i++) alpha[i] = pixels[i * 4 + 3]!;
	return alpha;
}

/** Separable Gaussian blur in place; what lies outside is empty. */
export function blur(data: Float32Array, width: number, height: number, deviation: number): void {
	const kernel = gaussian(deviation);
	const radius = kernel.length - 1;
	const line = new Float32Array(width + 2 * radius);
	for (let row = 0; row < data.length; row += width) {
		line.set(data.subarray(row, row + width), radius);
		for (let x = 0; x < width; x++) {
			let value = line[x + radius]! * kernel[0]!;
			for (let k = 1; k <= radius; k++)
				value += (line[x + radius - k]! + line[x + radius + k]!) * kernel[k]!;
			data[row + x] = value;
		}
	}
	// Down the columns row by row, which reads memory in its order.
	const source = data.slice();
	for (let y = 0; y < height; y++) {
		const row = y * width;
		for (let x = 0; x < width; x++) data[row + x] = source[row + x]! * kernel[0]!;
		for (let k = 1; k <= radius; k++) {
			const weight = kernel[k]!;
			if (y >= k) addRow(data, row, source, row - k * width, width, weight);
			if (y + k < height) addRow(data, row, source, row + k * width, width, weight);
		}
	}
}

function addRow(
	target: Float32Array,
	to: number,
	source: Float32Array,
	from: number,
	length: number,
	weight: number,
): void {
	for (let i = 0; i < length; i++) target[to + i] = target[to + i]! + source[from + i]! * weight;
}

/** Weights of a Gaussian from its centre outwards, three deviations far; both sides sum to 1. */
function gaussian(deviation: number): Float32Array {
	const radius = Math.ceil(3 * deviation);
	const kernel = Float32Array.from({ length: radius + 1 }, (_, i) =>
		Math.exp((-i * i) / (2 * deviation * deviation)),
	);
	const total = kernel.reduce((sum, weight) => sum + 2 * weight, -1);
	return kernel.map((weight) => weight / total);
}
