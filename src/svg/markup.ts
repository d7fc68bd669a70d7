import type { Rgba } from "../text/rich/css-color.js";

/** A number for SVG: at most two decimals, no exponent, no "-0". */
export function num(value: number): string {
	const rounded = Math.round(value * 100) / 100;
	return rounded === 0 ? "0" : String(rounded);
}

const hex = (channel: number) => Math.round(channel).toString(16).padStart(2, "0");

/** `fill="…"`, with the alpha apart, as SVG 1.1 renderers need it. */
export function paint(property: "fill" | "stroke", color: Rgba): string {
	const solid = `${property}="#${hex(color.r)}${hex(color.g)}${hex(color.b)}"`;
	return color.a >= 1 ? solid : `${solid} ${property}-opacity="${num3(color.a)}"`;
}

const num3 = (value: number) => String(Math.round(value * 1000) / 1000);

/** Path data of an axis-aligned rectangle, clockwise. */
export const rectPath = (left: number, top: number, right: number, bottom: number): string =>
	`M${num(left)} ${num(top)}H${num(right)}V${num(bottom)}H${num(left)}z`;

/** Path data of a rectangle with round corners, clockwise; the radius is at most half a side. */
export function roundRectPath(
	left: number,
	top: number,
	right: number,
	bottom: number,
	radius: number,
): string {
	const r = Math.max(0, Math.min(radius, (right - left) / 2, (bottom - top) / 2));
	const arc = (dx: number, dy: number) => `a${num(r)} ${num(r)} 0 0 1 ${num(dx)} ${num(dy)}`;
	return (
		`M${num(left + r)} ${num(top)}H${num(right - r)}${arc(r, r)}V${num(bottom - r)}${arc(-r, r)}` +
		`H${num(left + r)}${arc(-r, -r)}V${num(top + r)}${arc(r, -r)}z`
	);
}

/** ` transform="rotate(…)"` about a centre, or nothing for no rotation. */
export const rotation = (degrees: number, centerX: number, centerY: number): string =>
	degrees === 0 ? "" : ` transform="rotate(${num3(degrees)} ${num(centerX)} ${num(centerY)})"`;
