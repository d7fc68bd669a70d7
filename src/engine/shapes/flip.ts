/** Mirrors within a box. */
import type { Flip } from "../../contract/enums.js";
import type { Box } from "./box.js";
import { mapOutline, type Outline } from "./outline.js";

/** The factors of both coordinates: -1 along the axis in which a flip mirrors. */
export const flipScale = (flip: Flip): { readonly x: 1 | -1; readonly y: 1 | -1 } => ({
	x: flip === "vertical" ? 1 : -1,
	y: flip === "horizontal" ? 1 : -1,
});

/** The outline mirrored within a box. */
export function flipOutline(outline: Outline, flip: Flip, box: Box): Outline {
	const { x, y } = flipScale(flip);
	const atX = x < 0 ? 2 * box.x + box.width : 0;
	const atY = y < 0 ? 2 * box.y + box.height : 0;
	return mapOutline(outline, x, y, atX, atY);
}
