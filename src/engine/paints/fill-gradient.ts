import { colorAt } from "./color-at.js";
import type { GradientGeometry } from "./geometry.js";
import type { Stop } from "./paint.js";

/** Whole pixels. */
export interface Region {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** Entries of the colour table per pixel of the gradient line: steep gradients change by several levels per pixel. */
const PER_PIXEL = 8;
const MIN_ENTRIES = 2048;
const MAX_ENTRIES = 16_384;

/**
 * Draws a gradient into a region, with one sample in the middle of each pixel and without
 * dithering.
 * @param geometry in the same pixels as the region
 * @returns region.width × region.height pixels of RGBA, premultiplied
 */
export function fillGradient(
	geometry: GradientGeometry,
	stops: readonly Stop[],
	region: Region,
): Uint8Array {
	const pixels = new Uint32Array(region.width * region.height);
	if (geometry.kind === "linear") {
		const { x1, y1, x2, y2 } = geometry;
		const length = Math.hypot(x2 - x1, y2 - y1);
		fillLinear(geometry, colorTable(stops, length), region, pixels);
	} else {
		const { rx, ry } = geometry;
		fillRadial(geometry, colorTable(stops, Math.max(rx, ry)), region, pixels);
	}
	return new Uint8Array(pixels.buffer);
}

/** Colours of equal parts of the gradient line, each sampled in its middle; pixels in memory order. */
function colorTable(stops: readonly Stop[], length: number): Uint32Array {
	const count = Math.min(MAX_ENTRIES, Math.max(MIN_ENTRIES, Math.ceil(length * PER_PIXEL)));
	const bytes = new Uint8Array(count * 4);
	for (let i = 0; i < count; i++) {
		const { r, g, b, a } = colorAt(stops, (i + 0.5) / count);
		bytes[i * 4] = Math.round(r * a);
		bytes[i * 4 + 1] = Math.round(g * a);
		bytes[i * 4 + 2] = Math.round(b * a);
		bytes[i * 4 + 3] = Math.round(a * 255);
	}
	return new Uint32Array(bytes.buffer);
}

function fillLinear(
	{ x1, y1, x2, y2 }: Extract<GradientGeometry, { kind: "linear" }>,
	table: Uint32Array,
	{ left, top, width, height }: Region,
	pixels: Uint32Array,
): void {
	const last = table.length - 1;
	const scale = table.length / ((x2 - x1) ** 2 + (y2 - y1) ** 2);
	const perX = (x2 - x1) * scale;
	const perY = (y2 - y1) * scale;
	// Angles such as 180 leave a component of 1e-13 in the other direction; less than one table
	// entry in all is ignored.
	const alongX = Math.abs(perX) * width > 1e-3;
	const alongY = Math.abs(perY) * height > 1e-3;
	for (let row = 0; row < height; row++) {
		const start = row * width;
		if (!alongY && row > 0) {
			pixels.copyWithin(start, 0, width);
			continue;
		}
		let place = (left + 0.5 - x1) * perX + (top + row + 0.5 - y1) * perY;
		if (!alongX) {
			pixels.fill(table[Math.min(last, Math.max(0, Math.floor(place)))]!, start, start + width);
			continue;
		}
		for (let i = start; i < start + width; i++) {
			pixels[i] = table[place <= 0 ? 0 : place >= last ? last : place | 0]!;
			place += perX;
		}
	}
}

function fillRadial(
	{ cx, cy, rx, ry }: Extract<GradientGeometry, { kind: "radial" }>,
	table: Uint32Array,
	{ left, top, width, height }: Region,
	pixels: Uint32Array,
): void {
	const last = table.length - 1;
	const perX = table.length / rx;
	const perY = table.length / ry;
	for (let row = 0; row < height; row++) {
		const y = (top + row + 0.5 - cy) * perY;
		const squared = y * y;
		let x = (left + 0.5 - cx) * perX;
		for (let i = row * width; i < (row + 1) * width; i++) {
			const place = Math.sqrt(x * x + squared);
			pixels[i] = table[place >= last ? last : place | 0]!;
			x += perX;
		}
	}
}
