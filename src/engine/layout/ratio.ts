/** aspectRatio: one size determines the other; stretch, grow and shrink never change the ratio. */
import type { Align } from "./box.js";
import type { Length } from "./lengths.js";
import type { Parent } from "./node.js";

export interface Flexing {
	readonly ratio: number | undefined;
	readonly grow: number;
	readonly shrink: number;
	readonly align: Align;
}

interface Sizes extends Flexing {
	readonly width?: Length | undefined;
	readonly height?: Length | undefined;
	readonly basis: Length | undefined;
}

/**
 * Which of grow, shrink and stretch still apply to a box with an aspectRatio. - If both sizes are
 * given, the ratio has no effect.
 * - A given size across the parent, or one that stretch gives, decides the size along it: that
 *   one neither grows nor shrinks.
 * - Otherwise the size along the parent, grown or shrunk, decides the size across: no stretch.
 * @param parent of a box in the flow; undefined outside it.
 */
export function settleRatio(sizes: Sizes, parent: Parent | undefined): Flexing {
	const { width, height, basis, grow, shrink, align, ratio } = sizes;
	const flexing = { ratio, grow, shrink, align };
	if (ratio === undefined) return flexing;
	const [main, cross] = parent?.row === false ? [height, width] : [width, height];
	if (cross && (main || basis)) return { ...flexing, ratio: undefined };
	if (!parent) return flexing;
	if (cross) return { ...flexing, grow: 0, shrink: 0 };
	if (align !== "stretch") return flexing;
	const stretches = !main && !basis && !parent.wrap && (parent.row ? parent.given.height : true);
	return stretches ? { ...flexing, grow: 0, shrink: 0 } : { ...flexing, align: "start" };
}
