/**
 * An outline as numbers: 0 x y moves, 1 x y is a line, 2 with three points a cubic
 * curve, 3 closes. Absolute coordinates.
 */
export type Outline = readonly number[];
export const MOVE = 0;
export const LINE = 1;
export const CUBIC = 2;
export const CLOSE = 3;

/** An upright box; empty if a minimum is above its maximum. */
export interface Box {
	readonly minX: number;
	readonly minY: number;
	readonly maxX: number;
	readonly maxY: number;
}
