/**
 * Outlines with fills that only the kernels can paint, and lines filled with a picture: boxes with
 * the fill, cut to the outline.
 */
import { grow } from "../scene/geometry.js";
import { NO_RADII } from "../shapes/rounded-rectangle.js";
import { boxPath } from "./build.js";
import { type Fill, needsKernels, solid } from "./fill.js";
import type { GroupNode, PaintNode, PathNode } from "./node.js";

/** Gradients with more stops are slow in resvg, which looks at all of them for each pixel. */
const MAX_STOPS = 64;

const isBrushed = (fill: Fill | null | undefined): fill is Fill =>
	fill != null && (needsKernels(fill) || ("stops" in fill && fill.stops.length > MAX_STOPS));

const isBrushedLine = (paint: Fill | undefined): paint is Fill =>
	paint?.kind === "picture" || isBrushed(paint);

const BLACK = solid({ r: 0, g: 0, b: 0, a: 1 });

/**
 * The parts of an outline, its fill and stroke, in painting order.
 * @returns undefined if both can be painted as they are
 */
export function brushedNodes(node: PathNode): PaintNode[] | undefined {
	const { fill, stroke, ...outline } = node;
	if (!isBrushed(fill) && !isBrushedLine(stroke?.paint)) return undefined;
	const { data, rule, box, bounds } = node;
	const inside: PaintNode | undefined =
		fill === null
			? undefined
			: isBrushed(fill)
				? {
						kind: "group",
						children: [boxPath(bounds, NO_RADII, fill)],
						clip: { data, ...(rule && { rule }), ...(box && { box }) },
						bounds,
					}
				: { ...outline, fill };
	const line: PaintNode | undefined =
		stroke === undefined
			? undefined
			: isBrushedLine(stroke.paint)
				? masked(boxPath(grow(bounds, 1), NO_RADII, stroke.paint), {
						...outline,
						fill: null,
						stroke: { ...stroke, paint: BLACK },
					})
				: { ...outline, fill: null, stroke };
	const parts = stroke?.below ? [line, inside] : [inside, line];
	return parts.filter((part) => part !== undefined);
}

const masked = (child: PaintNode, mask: PaintNode): GroupNode => ({
	kind: "group",
	children: [child],
	mask: { node: mask, by: "alpha" },
	bounds: mask.bounds,
});
