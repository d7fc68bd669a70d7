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
			/** The middle of the border, closed, to be stroked with butt caps and mitre joins. */
			readonly outline: Outline;
			readonly width: number;
			readonly dash: Dash;
			readonly dashes: number;
	  };

/**
 * The border between a rounded box and its padding edge.
 *
 * Dashes are placed as in Chromium, the gaps changed so that a whole number fits.
 * With rounded corners they run along the middle of the border, clockwise from the left
 * end of the top side. With square corners each side has dashes of its own, one at
 * each end.
 * @param width pixels, above 0
 * @param radii of the outer edge, as the document gives them
 * @param dash if they would be more than MAX_DASHES, the border comes without them; see dashFault
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

/** At most so many dashes, without making them: as if they ran around the box, and one more in each corner. */
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

/** Where the dashes of a side begin. */
function dashPlaces(length: number, dash: Dash): number[] {
	const [on, off] = evenDash(length, dash, false);
	// The last dash ends at the side's end but for rounding.
	const count = Math.max(1, Math.floor((length + off) / (on + off) + 1e-6));
	return Array.from({ length: count }, (_, i) => i * (on + off));
}
