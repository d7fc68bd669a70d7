/** Lengths as numbers: parsing, percentages, limits. */
import type { Size } from "./box.js";

export interface Length {
	readonly value: number;
	readonly percent: boolean;
}

/** Limit of products of sizes, percentages and ratios, so that no sum becomes infinite. */
const LARGEST = 1e9;
const finite = (value: number) => Math.min(LARGEST, Math.max(-LARGEST, value));

/**
 * @param size pixels or a percentage such as "50%".
 * @returns undefined for no size.
 */
export function parseLength(size: Size | undefined): Length | undefined {
	if (size === undefined) return undefined;
	if (typeof size === "number") return { value: finite(size), percent: false };
	return { value: finite(Number(size.slice(0, -1))), percent: true };
}

/**
 * @param base pixels of 100 %; undefined if not known yet.
 * @returns pixels; undefined without a length, or for a percentage of an unknown base.
 */
export function resolve(length: Length | undefined, base: number | undefined): number | undefined {
	if (length === undefined) return undefined;
	if (!length.percent) return length.value;
	return base === undefined ? undefined : finite((length.value / 100) * base);
}

export interface Limits {
	readonly min: number;
	readonly max: number;
}

/** A minimum has priority over a maximum, as in CSS. */
export const clamp = (value: number, { min, max }: Limits) => Math.max(min, Math.min(max, value));

/** A width from a height. */
export const widthFor = (height: number, ratio: number) => finite(height * ratio);
/** A height from a width. */
export const heightFor = (width: number, ratio: number) => finite(width / ratio);
