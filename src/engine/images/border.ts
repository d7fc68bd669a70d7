import { printNumber } from "../numbers.js";
import { borderOf, borderSides } from "../shapes/border.js";
import { type Box, evenSides, type Sides } from "../shapes/box.js";
import { pathData } from "../shapes/path-data.js";
import type { Radii } from "../shapes/rounded-rectangle.js";
import { type Rgba, sameColor } from "../text/rich/css-color.js";

/** A border inside the edges of a box. Sides are top, right, bottom, left. */
export interface Border {
	/** Pixels, not all of them 0. */
	readonly widths: Sides;
	readonly colors: readonly [Rgba, Rgba, Rgba, Rgba];
	/** Lengths of a dash and of the gap after it, pixels; undefined: a solid line. */
	readonly dash: readonly [on: number, off: number] | undefined;
}

/** The same border with other widths. */
export const withWidths = (border: Border, change: (width: number) => number): Border => ({
	...border,
	widths: border.widths.map(change) as unknown as Sides,
});

/** Whether all sides have the same width. */
export const isEven = ({ widths: [first, ...others] }: Border): boolean =>
	others.every((width) => width === first);

/** The widths of a border, with those of none. */
export const widthsOf = (border: Border | null): Sides => border?.widths ?? evenSides(0);

/** The colour of all sides that are painted; undefined if they differ. */
export function oneColorOf({ widths, colors }: Border): Rgba | undefined {
	const painted = colors.filter((_, side) => widths[side]! > 0);
	const [first] = painted;
	return painted.every((color) => sameColor(color, first!)) ? first : undefined;
}

/** A part of a border: an area to fill, or a line to stroke. */
export interface BorderPart {
	/** Path data. */
	readonly data: string;
	readonly color: Rgba;
	/** Of an area. */
	readonly rule?: "evenodd" | "nonzero";
	/** Of a line. */
	readonly line?: { readonly width: number; readonly dash: readonly [on: number, off: number] };
	/** Path data; leaves the part of one side. */
	readonly clip?: string;
}

/**
 * The parts of a border in painting order, and the number of its dashes.
 * @param radii of the outer edge of the box, as the document gives them
 */
export function borderParts(
	box: Box,
	radii: Radii,
	border: Border,
): { readonly parts: readonly BorderPart[]; readonly dashes: number } {
	const { widths, colors, dash } = border;
	const color = oneColorOf(border);
	if (color === undefined) {
		const isOpaque = colors.map(({ a }) => a === 1);
		const parts = borderSides(box, widths, radii, isOpaque).map((one) => ({
			data: pathData(one.outline),
			color: colors[one.side]!,
			rule: one.fillRule,
			...(one.clip && { clip: pathData(one.clip) }),
		}));
		return { parts: parts.filter((part) => part.color.a > 0), dashes: 0 };
	}
	const whole = borderOf(box, widths, radii, dash);
	const data = pathData(whole.outline);
	const part: BorderPart =
		whole.kind === "area"
			? { data, color, rule: whole.fillRule }
			: { data, color, line: { width: whole.width, dash: whole.dash } };
	return { parts: [part], dashes: whole.dashes };
}

/**
 * SVG markup of a border.
 * @param radii of the outer edge of the box
 */
export const borderMarkup = (box: Box, radii: Radii, border: Border): string =>
	borderParts(box, radii, border)
		.parts.map((part, i) => {
			if (part.clip === undefined) return partMarkup(part);
			const clip = `<clipPath id="s${i}"><path d="${part.clip}"/></clipPath>`;
			return `${clip}<g clip-path="url(#s${i})">${partMarkup(part)}</g>`;
		})
		.join("");

function partMarkup({ data, color, rule, line }: BorderPart): string {
	const rgb = `rgb(${Math.round(color.r)},${Math.round(color.g)},${Math.round(color.b)})`;
	return line === undefined
		? `<path d="${data}" fill="${rgb}" fill-opacity="${round(color.a)}" fill-rule="${rule}"/>`
		: `<path d="${data}" fill="none" stroke="${rgb}" stroke-opacity="${round(color.a)}" stroke-width="${round(line.width)}" stroke-dasharray="${line.dash.map((length) => round(length)).join(" ")}"/>`;
}

const round = (value: number): string => printNumber(value, 3);
