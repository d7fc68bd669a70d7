import type { Box } from "./box.js";
import { paddingBox } from "./box.js";
import { dashCount, dashFault, evenDash, outlineLength } from "./dashes.js";
import type { Outline } from "./outline.js";
import { CLOSE, LINE, MOVE } from "./outline.js";
import { fitRadii, insetRadii, type Radii, roundedRectangle } from "./rounded-rectangle.js";
import type { Dash } from "./stroke.js";

/** A border inside a box, in one colour: an area to fill, or a line to stroke. */
export type Border =
	| {
			readonly kind: "area";
			readonly outline: Outline;
			readonly fillRule: "evenodd" | "nonzero";
			readonly dashes: number;
	  }
	| {
			readonly kind: "line";
			/** The centre line of the border, closed, to be stroked with butt caps and mitre joins. */
			readonly outline: Outline;
			readonly width: number;
			readonly dash: Dash;
			readonly dashes: number;
	  };

/**
 * The border between a rounded box and its padding edge.
 *
 * Dashes are placed as in Chromium, which changes the gaps so that a whole number of dashes fits.
 * With rounded corners, the dashes follow the centre line of the border, clockwise from the left
 * end of the top side. With square corners, each side is dashed separately, with one dash at each
 * end.
 * @param width pixels, above 0
 * @param radii of the outer edge, as the document gives them
 * @param dash ignored if there would be more than MAX_DASHES dashes; see dashFault
 */
export function borderOf(box: Box, width: number, radii: Radii, dash?: Dash): Border {
	const fitted = fitRadii(box, radii);
	const inner = paddingBox(box, width);
	if (!(inner.width > 0 && inner.height > 0))
		return { kind: "area", outline: roundedRectangle(box, fitted), fillRule: "nonzero", dashes: 0 };
	const dashes = dash === undefined ? 0 : borderDashes(box, dash);
	if (dash === undefined || dashFault(dashes) !== undefined) {
		const hole = roundedRectangle(inner, insetRadii(fitted, width));
		const outline = [...roundedRectangle(box, fitted), ...hole];
		return { kind: "area", outline, fillRule: "evenodd", dashes };
	}
	if (fitted.every((radius) => radius === 0)) return dashedSides(box, width, dash);
	const outline = roundedRectangle(paddingBox(box, width / 2), insetRadii(fitted, width / 2));
	const even = evenDash(outlineLength(outline), dash, true);
	return { kind: "line", outline, width, dash: even, dashes: dashCount(outline, even) };
}

/**
 * Upper limit of the number of dashes, without making them: those around the box, and one more for
 * each corner.
 */
const borderDashes = ({ width, height }: Box, [on, off]: Dash): number =>
	Math.ceil((2 * (width + height)) / (on + off)) + 4;

function dashedSides(box: Box, width: number, dash: Dash): Border {
	const outline: number[] = [];
	const rectangle = (x: number, y: number, w: number, h: number) => {
		outline.push(MOVE, x, y, LINE, x + w, y, LINE, x + w, y + h, LINE, x, y + h, CLOSE);
	};
	const { x, y } = box;
	for (const place of dashPlaces(box.width, dash))
		for (const top of [y, y + box.height - width])
			rectangle(x + place, top, dashOn(box.width), width);
	for (const place of dashPlaces(box.height, dash))
		for (const left of [x, x + box.width - width])
			rectangle(left, y + place, width, dashOn(box.height));
	function dashOn(length: number): number {
		return Math.min(dash[0], length);
	}
	return { kind: "area", outline, fillRule: "nonzero", dashes: outline.length / 13 };
}

/** The starts of the dashes of a side. */
function dashPlaces(length: number, dash: Dash): number[] {
	const [on, off] = evenDash(length, dash, false);
	// Except for rounding, the last dash ends at the end of the side.
	const count = Math.max(1, Math.floor((length + off) / (on + off) + 1e-6));
	return Array.from({ length: count }, (_, i) => i * (on + off));
}
