/** Gradients as in documents, and the equivalent CSS. */

import type { GradientInput } from "../../../src/engine/paints/paint.js";
import { resolvePaint } from "../../../src/engine/paints/resolve.js";
import { parseCssColor } from "../../../src/engine/text/rich/css-color.js";

export interface PaintCase {
	readonly name: string;
	readonly paint: GradientInput;
	readonly width: number;
	readonly height: number;
}

const linear = (angle: number, ...stops: GradientInput["stops"]): GradientInput => ({
	type: "linear",
	angle,
	stops,
});
const radial = (cx: number, cy: number, ...stops: GradientInput["stops"]): GradientInput => ({
	type: "radial",
	cx,
	cy,
	stops,
});
const size = (width: number, height: number) => ({ width, height });
const warm = [{ color: "#ff6b35" }, { color: "#f7c59f" }, { color: "#004e89" }];

export const PAINT_CASES: readonly PaintCase[] = [
	{ name: "down", paint: linear(180, ...warm), ...size(400, 500) },
	{ name: "right", paint: linear(90, ...warm), ...size(500, 200) },
	{ name: "45 degrees, wide", paint: linear(45, ...warm), ...size(500, 200) },
	{ name: "200 degrees, high", paint: linear(200, ...warm), ...size(200, 500) },
	{ name: "-30 degrees", paint: linear(-30, ...warm), ...size(333, 217) },
	{
		name: "places",
		paint: linear(
			120,
			{ color: "red", at: 10 },
			{ color: "lime" },
			{ color: "blue" },
			{ color: "white", at: 60 },
		),
		...size(400, 300),
	},
	{
		name: "hard stop",
		paint: linear(90, { color: "navy", at: 50 }, { color: "gold", at: 50 }),
		...size(300, 100),
	},
	{
		name: "to transparent",
		paint: linear(180, { color: "#c2185b" }, { color: "transparent" }),
		...size(300, 400),
	},
	{
		name: "alpha and colour",
		paint: linear(90, { color: "rgb(255 0 0 / 0.1)" }, { color: "rgb(0 0 255 / 0.9)" }),
		...size(500, 100),
	},
	{
		name: "almost transparent",
		paint: linear(90, { color: "rgb(255 255 0 / 0.02)" }, { color: "#0000ff" }),
		...size(500, 100),
	},
	{
		name: "through transparent",
		paint: linear(90, { color: "red" }, { color: "transparent" }, { color: "blue" }),
		...size(500, 100),
	},
	{ name: "radial", paint: radial(50, 50, ...warm), ...size(400, 300) },
	{ name: "radial, off centre", paint: radial(20, 80, ...warm), ...size(300, 500) },
	{ name: "radial in a corner", paint: radial(0, 0, ...warm), ...size(400, 200) },
	{
		name: "radial vignette",
		paint: radial(50, 40, { color: "transparent", at: 40 }, { color: "rgb(0 0 0 / 0.8)" }),
		...size(400, 500),
	},
];

/** The equivalent CSS. */
export function cssOf(paint: GradientInput): string {
	const stops = paint.stops
		.map(({ color, at }) => (typeof at === "number" ? `${color} ${at}%` : color))
		.join(", ");
	return paint.type === "linear"
		? `linear-gradient(${paint.angle ?? 180}deg, ${stops})`
		: `radial-gradient(at ${paint.cx ?? 50}% ${paint.cy ?? 50}%, ${stops})`;
}

/** The gradient of a case. @throws Error if it is invalid */
export function gradientOf(paint: GradientInput) {
	const resolved = resolvePaint(paint, parseCssColor);
	if (!("kind" in resolved) || (resolved.kind !== "linear" && resolved.kind !== "radial"))
		throw new Error(`not a gradient: ${JSON.stringify(resolved)}`);
	return resolved;
}
