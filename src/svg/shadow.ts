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

/** Reach of the kernel in pixels: three times the largest deviation of the small picture. */
const RADIUS = 6;

/**
 * Separable Gaussian blur in place; what lies outside is empty. The taps are
 * written out, as V8 then keeps the weights in registers: 2.5 times as quick.
 * @param deviation pixels, at most a third of RADIUS
 */
export function blur(data: Float32Array, width: number, height: number, deviation: number): void {
	const [k0, k1, k2, k3, k4, k5, k6] = gaussian(deviation);
	const line = new Float32Array(width + 2 * RADIUS);
	// The rows, blurred, with RADIUS empty rows above and below.
	const rows = new Float32Array(width * (height + 2 * RADIUS));
	for (let y = 0; y < height; y++) {
		line.set(data.subarray(y * width, (y + 1) * width), RADIUS);
		const to = (y + RADIUS) * width;
		for (let x = 0; x < width; x++) {
			rows[to + x] =
				line[x + 6]! * k0 +
				(line[x + 5]! + line[x + 7]!) * k1 +
				(line[x + 4]! + line[x + 8]!) * k2 +
				(line[x + 3]! + line[x + 9]!) * k3 +
				(line[x + 2]! + line[x + 10]!) * k4 +
				(line[x + 1]! + line[x + 11]!) * k5 +
				(line[x]! + line[x + 12]!) * k6;
		}
	}
	const [w1, w2, w3, w4, w5, w6] = [width, 2 * width, 3 * width, 4 * width, 5 * width, 6 * width];
	for (let i = 0, at = w6; i < data.length; i++, at++) {
		data[i] =
			rows[at]! * k0 +
			(rows[at - w1]! + rows[at + w1]!) * k1 +
			(rows[at - w2]! + rows[at + w2]!) * k2 +
			(rows[at - w3]! + rows[at + w3]!) * k3 +
			(rows[at - w4]! + rows[at + w4]!) * k4 +
			(rows[at - w5]! + rows[at + w5]!) * k5 +
			(rows[at - w6]! + rows[at + w6]!) * k6;
	}
}

type Kernel = readonly [number, number, number, number, number, number, number];

/** Weights of a Gaussian from its centre outwards; both sides together sum to 1. */
function gaussian(deviation: number): Kernel {
	const weights = Array.from({ length: RADIUS + 1 }, (_, i) =>
		Math.exp((-i * i) / (2 * deviation * deviation)),
	);
	const total = weights.reduce((sum, weight) => sum + 2 * weight, -1);
	return weights.map((weight) => weight / total) as unknown as Kernel;
}
