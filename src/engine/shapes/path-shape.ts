import type { Box } from "./box.js";
import { mapOutline, OPERANDS, type Outline } from "./outline.js";
import { readPath } from "./path-reader.js";

export const PATH_LIMITS = {
	characters: 10_000,
	segments: 2_000,
	minSide: 0.01,
	maxSide: 1e6,
	/**
	 * How far points may be outside the viewBox, in multiples of its sides, because rasterisers abort
	 * on huge numbers.
	 */
	reach: 100,
} as const;

/** x, y, width, height in the units of the path. */
export type ViewBox = readonly [x: number, y: number, width: number, height: number];

/** What is wrong with a field, as a message for the author of the document. */
export interface Fault {
	readonly field: string;
	readonly message: string;
}

/** A valid path. Its points are relative to the viewBox: 0 to 1 inside it. */
export interface PathShape {
	readonly unit: Outline;
}

/**
 * Reads and checks path data.
 * @returns the path, or its first fault
 */
export function pathShape(path: string, viewBox: ViewBox): PathShape | Fault {
	const [x, y, width, height] = viewBox;
	const { characters, segments, minSide, maxSide, reach } = PATH_LIMITS;
	const viewBoxFault = (message: string): Fault => ({ field: "viewBox", message });
	if (!(width >= minSide && width <= maxSide && height >= minSide && height <= maxSide))
		return viewBoxFault(`Width and height must be ${minSide} to ${maxSide}`);
	if (!(Math.abs(x) <= maxSide && Math.abs(y) <= maxSide))
		return viewBoxFault(`x and y must be ${-maxSide} to ${maxSide}`);
	if (path.length > characters)
		return {
			field: "path",
			message: `Has ${path.length} characters; at most ${characters} are allowed`,
		};
	const { outline, error } = readPath(path, segments);
	if (error !== undefined)
		return { field: "path", message: `${error.message} (at character ${error.position + 1})` };
	const unit = mapOutline(outline, 1 / width, 1 / height, -x / width, -y / height);
	for (let i = 0; i < unit.length; i += OPERANDS[unit[i]!]! + 1)
		for (let k = i + 1; k <= i + OPERANDS[unit[i]!]!; k++)
			// Written so that NaN is refused.
			if (!(Math.abs(unit[k]!) <= reach))
				return {
					field: "path",
					message: `A point is more than ${reach} times the viewBox's size away from it`,
				};
	return { unit };
}

/** The path stretched so that its viewBox fills the box. */
export const placePath = ({ unit }: PathShape, box: Box): Outline =>
	mapOutline(unit, box.width, box.height, box.x, box.y);
