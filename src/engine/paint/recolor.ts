import type { Rgba } from "../text/rich/css-color.js";
import { type Fill, isPicture } from "./fill.js";
import type { PaintNode } from "./node.js";

/**
 * The same drawing in one colour, with its alpha. A colour over itself stays the same, so the
 * result equals a mask of the drawing's alpha.
 * @returns undefined if the nodes contain a picture or a drawing
 */
export function recolored(node: PaintNode, color: Rgba): PaintNode | undefined {
	if (node.kind === "path") {
		const { fill, stroke } = node;
		if ((fill && isPicture(fill)) || (stroke && isPicture(stroke.paint))) return undefined;
		return {
			...node,
			fill: fill && inColor(fill, color),
			...(stroke && { stroke: { ...stroke, paint: inColor(stroke.paint, color) } }),
		};
	}
	if (node.kind !== "group" || node.mask) return undefined;
	const children: PaintNode[] = [];
	for (const child of node.children) {
		const done = recolored(child, color);
		if (done === undefined) return undefined;
		children.push(done);
	}
	return { ...node, children };
}

function inColor(fill: Fill, color: Rgba): Fill {
	if (isPicture(fill)) return fill;
	if (fill.kind === "solid") return { kind: "solid", color: { ...color, a: fill.color.a } };
	const stops = fill.stops.map((stop) => ({ ...stop, color: { ...color, a: stop.color.a } }));
	return { ...fill, stops };
}
