import { IDENTITY } from "../images/svg/matrix.js";
import type { Gradient, GradientStop } from "../paint/fill.js";
import { inverse } from "./inverse.js";

/** Entries of the colour table per pixel of the gradient: steep ones change by several levels a pixel. */
const PER_PIXEL = 8;
const MIN_ENTRIES = 512;
const MAX_ENTRIES = 16_384;

/** Paints a row of pixels: premultiplied RGBA in the order of memory. */
export interface GradientRows {
	/** The whole row has one colour. */
	readonly plain: boolean;
	/** @param x first pixel of the row on the slide */
	fill(pixels: Uint32Array, x: number, y: number): void;
}

/** @returns undefined for a gradient that has a focus apart from its centre */
export function gradientRows(gradient: Gradient): GradientRows | undefined {
	const [a, b, c, d, e, f] = inverse(gradient.matrix ?? IDENTITY);
	if (gradient.kind === "linear") {
		const { x1, y1, x2, y2 } = gradient;
		const [dx, dy] = [x2 - x1, y2 - y1];
		const squared = dx * dx + dy * dy;
		const alongX = (a * dx + b * dy) / squared;
		const alongY = (c * dx + d * dy) / squared;
		const start = ((e - x1) * dx + (f - y1) * dy) / squared;
		const table = colorTable(gradient.stops, 1 / Math.hypot(alongX, alongY));
		const [last, count] = [table.length - 1, table.length];
		// Angles such as 180 leave 1e-13 of the other direction.
		const plain = Math.abs(alongX) < 1e-9;
		return {
			plain,
			fill(pixels, x, y) {
				let place = ((x + 0.5) * alongX + (y + 0.5) * alongY + start) * count;
				if (plain) {
					pixels.fill(table[Math.min(last, Math.max(0, Math.floor(place)))]!);
					return;
				}
				const step = alongX * count;
				for (let i = 0; i < pixels.length; i++, place += step)
					pixels[i] = table[place <= 0 ? 0 : place >= last ? last : place | 0]!;
			},
		};
	}
	const { cx, cy, r, fx = cx, fy = cy } = gradient;
	if (fx !== cx || fy !== cy) return undefined;
	const table = colorTable(gradient.stops, r / Math.min(Math.hypot(a, b), Math.hypot(c, d)));
	const [last, count] = [table.length - 1, table.length];
	return {
		plain: false,
		fill(pixels, x, y) {
			let u = ((x + 0.5) * a + (y + 0.5) * c + e - cx) * (count / r);
			let v = ((x + 0.5) * b + (y + 0.5) * d + f - cy) * (count / r);
			const [stepU, stepV] = [a * (count / r), b * (count / r)];
			for (let i = 0; i < pixels.length; i++, u += stepU, v += stepV) {
				const place = Math.sqrt(u * u + v * v);
				pixels[i] = table[place >= last ? last : place | 0]!;
			}
		},
	};
}

/** Colours of equal parts of the gradient, each sampled in its middle, as SVG mixes them. */
function colorTable(stops: readonly GradientStop[], length: number): Uint32Array {
	const wanted = Math.ceil(length * PER_PIXEL);
	const count = Math.min(MAX_ENTRIES, Math.max(MIN_ENTRIES, wanted || MIN_ENTRIES));
	const bytes = new Uint8Array(count * 4);
	let next = 0;
	for (let i = 0; i < count; i++) {
		const at = (i + 0.5) / count;
		while (next < stops.length && stops[next]!.at <= at) next++;
		const before = stops[Math.max(0, next - 1)]!;
		const after = stops[Math.min(stops.length - 1, next)]!;
		const share = after.at > before.at && next > 0 ? (at - before.at) / (after.at - before.at) : 0;
		const mixed = (from: number, to: number) => from + (to - from) * share;
		const alpha = mixed(before.color.a, after.color.a);
		bytes[i * 4] = Math.round(mixed(before.color.r, after.color.r) * alpha);
		bytes[i * 4 + 1] = Math.round(mixed(before.color.g, after.color.g) * alpha);
		bytes[i * 4 + 2] = Math.round(mixed(before.color.b, after.color.b) * alpha);
		bytes[i * 4 + 3] = Math.round(alpha * 255);
	}
	return new Uint32Array(bytes.buffer);
}
