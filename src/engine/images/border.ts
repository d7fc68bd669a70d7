import { printNumber } from "../numbers.js";
import { borderOf } from "../shapes/border.js";
import type { Box } from "../shapes/box.js";
import { pathData } from "../shapes/path-data.js";
import type { Rgba } from "../text/rich/css-color.js";
import type { Corners } from "./corners.js";

/** A border inside the edge of a box. */
export interface Border {
	/** On each side of the box, pixels. */
	readonly width: number;
	readonly color: Rgba;
	/** Lengths of a dash and of the gap after it, pixels; undefined: a solid line. */
	readonly dash: readonly [on: number, off: number] | undefined;
}

/**
 * SVG markup of a border.
 * @param corners radii of the outer edge of the box
 */
export function borderMarkup(box: Box, corners: Corners, { width, color, dash }: Border): string {
	const border = borderOf(box, width, corners, dash);
	const data = pathData(border.outline);
	const rgb = `rgb(${Math.round(color.r)},${Math.round(color.g)},${Math.round(color.b)})`;
	if (border.kind === "area")
		return `<path d="${data}" fill="${rgb}" fill-opacity="${round(color.a)}" fill-rule="${border.fillRule}"/>`;
	return `<path d="${data}" fill="none" stroke="${rgb}" stroke-opacity="${round(color.a)}" stroke-width="${round(border.width)}" stroke-dasharray="${border.dash.map((length) => round(length)).join(" ")}"/>`;
}

const round = (value: number): string => printNumber(value, 3);
