import type { Color } from "culori";
import { onDemand, requirePackage } from "../on-demand.js";

/** Most documents have hexadecimal colours only, and never need it. */
export const culori = onDemand(() => requirePackage("culori") as typeof import("culori"));

/** A colour in sRGB, 0..255 each, alpha 0..1. */
export interface Rgba {
	readonly r: number;
	readonly g: number;
	readonly b: number;
	readonly a: number;
}

const rgbConverter = onDemand(() => culori().converter("rgb"));

const clamp = (value: number, low: number, high: number): number =>
	Math.min(high, Math.max(low, Number.isNaN(value) ? low : value));

/** 8 bit channels from 0..1, clipped to what sRGB can show. */
export function srgb(r: number, g: number, b: number, a: number): Rgba {
	const channel = (value: number): number => Math.round(clamp(value, 0, 1) * 255);
	return { r: channel(r), g: channel(g), b: channel(b), a: clamp(a, 0, 1) };
}

function converted(color: Color, alpha: number): Rgba {
	const { r, g, b } = rgbConverter()(color);
	return srgb(r, g, b, alpha);
}

/** Hue in degrees, the others 0..1 (CSS Color 4, section 7.1). */
export function hslToRgb(hue: number, saturation: number, lightness: number): number[] {
	const s = clamp(saturation, 0, 1);
	const l = clamp(lightness, 0, 1);
	const amplitude = s * Math.min(l, 1 - l);
	return [0, 8, 4].map((n) => {
		const k = (n + degrees(hue) / 30) % 12;
		return l - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
	});
}

export function hsl(h: number, s: number, l: number, alpha: number): Rgba {
	const [r, g, b] = hslToRgb(h, s, l);
	return srgb(r!, g!, b!, alpha);
}

/** CSS Color 4, section 8.1: white and black share out what the hue leaves. */
export function hwb(h: number, whiteness: number, blackness: number, alpha: number): Rgba {
	const w = clamp(whiteness, 0, Number.MAX_VALUE);
	const k = clamp(blackness, 0, Number.MAX_VALUE);
	if (w + k >= 1) {
		const gray = w / (w + k);
		return srgb(gray, gray, gray, alpha);
	}
	const [r, g, b] = hslToRgb(h, 1, 0.5).map((value) => value * (1 - w - k) + w);
	return srgb(r!, g!, b!, alpha);
}

/** An angle in 0 (inclusive) to 360 (exclusive). */
function degrees(hue: number): number {
	if (!Number.isFinite(hue)) return 0;
	return ((hue % 360) + 360) % 360;
}

/** CIE Lab, lightness 0..100. */
export function lab(l: number, a: number, b: number, alpha: number): Rgba {
	return converted({ mode: "lab", l: clamp(l, 0, 100), a: bound(a), b: bound(b) }, alpha);
}

export function lch(l: number, c: number, h: number, alpha: number): Rgba {
	const chroma = bound(clamp(c, 0, Number.MAX_VALUE));
	return converted({ mode: "lch", l: clamp(l, 0, 100), c: chroma, h: degrees(h) }, alpha);
}

/** Oklab, lightness 0..1. */
export function oklab(l: number, a: number, b: number, alpha: number): Rgba {
	return converted({ mode: "oklab", l: clamp(l, 0, 1), a: bound(a), b: bound(b) }, alpha);
}

export function oklch(l: number, c: number, h: number, alpha: number): Rgba {
	const chroma = bound(clamp(c, 0, Number.MAX_VALUE));
	return converted({ mode: "oklch", l: clamp(l, 0, 1), c: chroma, h: degrees(h) }, alpha);
}

/** Far outside of every gamut and small enough for all arithmetic. */
const FAR = 1e6;
const bound = (value: number): number => clamp(value, -FAR, FAR);

/** sRGB's transfer function, which Display P3 shares (CSS Color 4, section 10.2). */
function encode(linear: number): number {
	const size = Math.abs(linear);
	const value = size <= 0.0031308 ? 12.92 * size : 1.055 * size ** (1 / 2.4) - 0.055;
	return Math.sign(linear) * value;
}

type Space = (x: number, y: number, z: number) => Color;

/** The spaces of the color() function (CSS Color 4, section 10). */
const SPACES: ReadonlyMap<string, Space> = new Map<string, Space>([
	["srgb", (r, g, b) => ({ mode: "rgb", r, g, b })],
	["srgb-linear", (r, g, b) => ({ mode: "lrgb", r, g, b })],
	["display-p3", (r, g, b) => ({ mode: "p3", r, g, b })],
	["display-p3-linear", (r, g, b) => ({ mode: "p3", r: encode(r), g: encode(g), b: encode(b) })],
	["a98-rgb", (r, g, b) => ({ mode: "a98", r, g, b })],
	["prophoto-rgb", (r, g, b) => ({ mode: "prophoto", r, g, b })],
	["rec2020", (r, g, b) => ({ mode: "rec2020", r, g, b })],
	["xyz", (x, y, z) => ({ mode: "xyz65", x, y, z })],
	["xyz-d50", (x, y, z) => ({ mode: "xyz50", x, y, z })],
	["xyz-d65", (x, y, z) => ({ mode: "xyz65", x, y, z })],
]);

/** A colour of a named space; null for a space that CSS does not know. */
export function colorIn(space: string, values: readonly number[], alpha: number): Rgba | null {
	const make = SPACES.get(space);
	if (make === undefined) return null;
	const [x, y, z] = values.map(bound);
	return converted(make(x!, y!, z!), alpha);
}
