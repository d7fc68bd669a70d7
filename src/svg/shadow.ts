/**
 * The soft shadow of a text block, as an embedded picture rather than an SVG
 * filter: filters differ between renderers, and resvg takes 25 to 80 ms for
 * one. A shadow holds no fine detail, so it is drawn small and scaled up.
 */
import { Resvg } from "@resvg/resvg-js";
import type { Bitmap } from "../images/bitmap.js";
import { type Box, grow, intersect, isEmpty } from "../scene/geometry.js";
import type { EmbedImage } from "./images.js";
import { num } from "./markup.js";
import type { Ink } from "./text.js";

/** CSS `text-shadow: 0 .04em .12em rgb(0 0 0 / .6)`; the deviation is half the blur radius. */
const OFFSET = 0.04;
const DEVIATION = 0.06;
const OPACITY = 0.6;
/** Standard deviation in pixels of the small picture: below, scaling up would show. */
const SMALL_DEVIATION = 2.5;

/**
 * @param em font size, pixels
 * @param region where the shadow may be seen
 */
export function shadowImage(ink: Ink, em: number, region: Box, embed: EmbedImage): string {
	const path = [...ink.under, ...ink.fills, ...ink.over].map((part) => part.path).join("");
	const extent = inkExtent(path, ink.emoji, em);
	const deviation = DEVIATION * em;
	const box = intersect(grow(extent, 3 * deviation), grow(region, 3 * deviation));
	if (isEmpty(box)) return "";
	const scale = Math.min(1, SMALL_DEVIATION / deviation);
	const width = Math.ceil(box.width * scale);
	const height = Math.ceil(box.height * scale);
	const shown = { ...box, width: width / scale, height: height / scale };
	const alpha = rasterAlpha(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${num(shown.x)} ${num(shown.y)} ${num(shown.width)} ${num(shown.height)}" preserveAspectRatio="none"><path d="${path}"/>${ink.emoji}</svg>`,
	);
	blur(alpha, width, height, deviation * scale);
	const href = embed(blackBitmap(alpha, width, height));
	return `<image x="${num(shown.x)}" y="${num(shown.y + OFFSET * em)}" width="${num(shown.width)}" height="${num(shown.height)}" preserveAspectRatio="none" href="${href}"/>`;
}

/** A box that holds the ink: the origins of its glyphs and emoji, and 1.5 em around each. */
function inkExtent(path: string, emoji: string, em: number): Box {
	let left = Number.POSITIVE_INFINITY;
	let right = Number.NEGATIVE_INFINITY;
	let top = Number.POSITIVE_INFINITY;
	let bottom = Number.NEGATIVE_INFINITY;
	const include = (x: number, y: number) => {
		left = Math.min(left, x);
		right = Math.max(right, x);
		top = Math.min(top, y);
		bottom = Math.max(bottom, y);
	};
	for (const [, x, y] of path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)) include(Number(x), Number(y));
	for (const [, x, y] of path.matchAll(/H(-?[\d.]+)V(-?[\d.]+)/g)) include(Number(x), Number(y));
	for (const [, x, y] of emoji.matchAll(/translate\((-?[\d.]+) (-?[\d.]+)\)/g))
		include(Number(x), Number(y));
	return grow({ x: left, y: top, width: right - left, height: bottom - top }, 1.5 * em);
}

function rasterAlpha(svg: string): Float32Array {
	const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
	const alpha = new Float32Array(pixels.length / 4);
	for (let i = 0; i < alpha.length; i++) alpha[i] = pixels[i * 4 + 3]!;
	return alpha;
}

/** Separable Gaussian blur in place. */
export function blur(data: Float32Array, width: number, height: number, deviation: number): void {
	const radius = Math.ceil(3 * deviation);
	const kernel = new Float32Array(2 * radius + 1);
	let total = 0;
	for (let i = -radius; i <= radius; i++) {
		kernel[i + radius] = Math.exp((-i * i) / (2 * deviation * deviation));
		total += kernel[i + radius]!;
	}
	for (let i = 0; i < kernel.length; i++) kernel[i]! /= total;
	blurLines(data, kernel, height, width, width, 1);
	blurLines(data, kernel, width, height, 1, width);
}

/** Convolves `count` lines of `length` values, `step` apart; what lies outside is empty. */
function blurLines(
	data: Float32Array,
	kernel: Float32Array,
	count: number,
	length: number,
	lineStep: number,
	step: number,
): void {
	const radius = (kernel.length - 1) / 2;
	const line = new Float32Array(length + 2 * radius);
	for (let n = 0; n < count; n++) {
		const start = n * lineStep;
		for (let i = 0; i < length; i++) line[i + radius] = data[start + i * step]!;
		for (let i = 0; i < length; i++) {
			let value = 0;
			for (let k = 0; k < kernel.length; k++) value += line[i + k]! * kernel[k]!;
			data[start + i * step] = value;
		}
	}
}

function blackBitmap(alpha: Float32Array, width: number, height: number): Bitmap {
	const data = new Uint8Array(width * height * 4);
	for (let i = 0; i < alpha.length; i++) data[i * 4 + 3] = Math.round(alpha[i]! * OPACITY);
	return { width, height, channels: 4, data };
}
