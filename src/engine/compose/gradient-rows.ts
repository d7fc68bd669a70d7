import { IDENTITY } from "../images/svg/matrix.js";
import type { Gradient, GradientStop } from "../paint/fill.js";
import { gradientColors, kernels, pixelMemory } from "../pixels/kernels.js";
import type { Box } from "../scene/geometry.js";
import { inverse } from "./inverse.js";

/**
 * Entries of the colour table per pixel of the gradient; steep gradients change by several levels
 * per pixel.
 */
const PER_PIXEL = 8;
const MIN_ENTRIES = 512;
const MAX_ENTRIES = gradientColors.length / 4;

/** Rows of pixels in `pixelMemory`. */
export interface PixelRows {
	/** The first pixel. */
	readonly start: number;
	/** Pixels from one row to the next. */
	readonly pitch: number;
}

/** Rows of premultiplied RGBA. */
export interface FillRows {
	/** All rows are identical. */
	readonly same: boolean;
	/** Every pixel is opaque. */
	readonly opaque: boolean;
	/** @param box whole pixels of the slide */
	write(to: PixelRows, box: Box): void;
}

/**
 * Two rows at a time. `below` is the number of the lower one, or of the last row itself if there is
 * none.
 */
function inPairs(rows: number, work: (row: number, below: number) => void): void {
	for (let row = 0; row < rows; row += 2) work(row, Math.min(row + 1, rows - 1));
}

/**
 * The rows of a gradient. They are valid until the next call, because the kernels have only one
 * colour table.
 * @returns undefined for a gradient whose focus is not its centre
 */
export function gradientRows(gradient: Gradient): FillRows | undefined {
	const [a, b, c, d, e, f] = inverse(gradient.matrix ?? IDENTITY);
	if (gradient.kind === "linear") {
		const { x1, y1, x2, y2 } = gradient;
		const [dx, dy] = [x2 - x1, y2 - y1];
		const squared = dx * dx + dy * dy;
		const alongX = (a * dx + b * dy) / squared;
		const alongY = (c * dx + d * dy) / squared;
		const offset = ((e - x1) * dx + (f - y1) * dy) / squared;
		const table = colorTable(gradient.stops, 1 / Math.hypot(alongX, alongY));
		const [last, count] = [table.length / 4 - 1, table.length / 4];
		gradientColors.set(table);
		const colors = new Uint32Array(table.buffer);
		// Angles such as 180 leave a component of 1e-13 in the other direction.
		const plain = Math.abs(alongX) < 1e-9;
		return {
			same: false,
			opaque: isOpaque(gradient),
			write({ start, pitch }, { x, y, width, height: rows }) {
				const placeOf = (row: number) =>
					((x + 0.5) * alongX + (y + row + 0.5) * alongY + offset) * count;
				if (!plain) {
					inPairs(rows, (row, below) => {
						const places = [placeOf(row), placeOf(below)] as const;
						const firsts = [start + row * pitch, start + below * pitch] as const;
						kernels.linearRows(...firsts, width, ...places, alongX * count, last);
					});
					return;
				}
				for (let row = 0; row < rows; row++) {
					const color = colors[Math.min(last, Math.max(0, Math.floor(placeOf(row))))]!;
					const from = start + row * pitch;
					pixelMemory.fill(color, from, from + width);
				}
			},
		};
	}
	const { cx, cy, r, fx = cx, fy = cy } = gradient;
	if (fx !== cx || fy !== cy) return undefined;
	const table = colorTable(gradient.stops, r / Math.min(Math.hypot(a, b), Math.hypot(c, d)));
	const [last, count] = [table.length / 4 - 1, table.length / 4];
	gradientColors.set(table);
	const scale = count / r;
	return {
		same: false,
		opaque: isOpaque(gradient),
		write({ start, pitch }, { x, y, width, height: rows }) {
			const uOf = (row: number) => ((x + 0.5) * a + (y + row + 0.5) * c + e - cx) * scale;
			const vOf = (row: number) => ((x + 0.5) * b + (y + row + 0.5) * d + f - cy) * scale;
			inPairs(rows, (row, below) => {
				const from = [uOf(row), vOf(row), uOf(below), vOf(below)] as const;
				const steps = [a * scale, b * scale] as const;
				const firsts = [start + row * pitch, start + below * pitch] as const;
				kernels.radialRows(...firsts, width, ...from, ...steps, last);
			});
		},
	};
}

const isOpaque = ({ stops }: Gradient): boolean => stops.every(({ color }) => color.a === 1);

/**
 * Colours of equal parts of the gradient, each sampled in its middle and interpolated as in SVG.
 */
function colorTable(stops: readonly GradientStop[], length: number): Uint8Array {
	const wanted = Math.ceil(length * PER_PIXEL);
	const count = Math.min(MAX_ENTRIES, Math.max(MIN_ENTRIES, wanted || MIN_ENTRIES));
	const bytes = new Uint8Array(count * 4);
	let i = 0;
	for (let next = 0; next <= stops.length; next++) {
		// Entries from the stop before this one up to this one; beyond both ends there is only one.
		const before = stops[Math.max(0, next - 1)]!;
		const after = stops[Math.min(stops.length - 1, next)]!;
		const { r, g, b, a } = before.color;
		const [toR, toG, toB, toA] = [
			after.color.r - r,
			after.color.g - g,
			after.color.b - b,
			after.color.a - a,
		];
		const isBetween = after.at > before.at && next > 0;
		for (; i < count; i++) {
			const at = (i + 0.5) / count;
			if (next < stops.length && stops[next]!.at <= at) break;
			const share = isBetween ? (at - before.at) / (after.at - before.at) : 0;
			const alpha = a + toA * share;
			bytes[i * 4] = Math.round((r + toR * share) * alpha);
			bytes[i * 4 + 1] = Math.round((g + toG * share) * alpha);
			bytes[i * 4 + 2] = Math.round((b + toB * share) * alpha);
			bytes[i * 4 + 3] = Math.round(alpha * 255);
		}
	}
	return bytes;
}
