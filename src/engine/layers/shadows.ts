/** Shadows of boxes, shapes, letters and pictures, clipped as in CSS. */
import { boxClip, path, roundedBox } from "../paint/build.js";
import type { PaintNode } from "../paint/node.js";
import { type Box, Extent, grow, intersect, isEmpty } from "../scene/geometry.js";
import { boxShadow } from "../shapes/box-shadow.js";
import { pathData } from "../shapes/path-data.js";
import {
	type EllipticRadii,
	fitRadii,
	insetRadii,
	type Radii,
	roundedRectangle,
} from "../shapes/rounded-rectangle.js";
import { boxShadowNode, shadowNode } from "../svg/shadow-shade.js";
import type { LayerShadow } from "./layer.js";

/**
 * The shadow of a box, only outside of the box as in CSS.
 * @param under the shadow may lie under the box: `shown`, or `hidden` by an opaque one
 * @param seen the visible part of the box's space
 */
export function boxShadowNodes(
	box: Box,
	radii: Radii,
	shadow: LayerShadow,
	under: "shown" | "hidden" | false,
	seen: Box,
): PaintNode[] {
	const shape = boxShadow(box, radii, shadow);
	const cast = shape && boxShadowNode(box, radii, shadow, seen);
	if (!cast) return [];
	if (under === "hidden" && cast.kind === "shade")
		return [{ ...cast, hidden: innerBox(box, radii) }];
	if (under) return [cast];
	const hole = roundedBox(box, radii);
	const clip = { data: pathData(shape.clip), rule: "evenodd" as const, hole };
	return [{ kind: "group", children: [cast], clip, bounds: cast.bounds }];
}

/**
 * A shadow inside of a box, as CSS's inset box-shadow.
 * @param box the padding box
 */
export function insetShadowNodes(
	box: Box,
	radii: EllipticRadii,
	shadow: LayerShadow,
	seen: Box,
): PaintNode[] {
	const { x, y, blur, spread } = shadow;
	const frame = grow(box, 2 * blur + Math.max(Math.abs(x), Math.abs(y)) + Math.abs(spread) + 8);
	const hole = grow(box, -spread);
	const inner = isEmpty(hole)
		? ""
		: pathData(roundedRectangle(hole, insetRadii(fitRadii(box, radii), spread)));
	const data = `${pathData(roundedRectangle(frame))}${inner}`;
	const ink: PaintNode = { ...path(data, BLACK, frame), rule: "evenodd" };
	const cast = shadowNode([ink], frame, { ...shadow, spread: 0 }, intersect(seen, grow(box, 1)));
	if (!cast) return [];
	return [{ kind: "group", children: [cast], clip: boxClip(box, radii), bounds: box }];
}

const BLACK = { r: 0, g: 0, b: 0, a: 1 };

/** The part that a box covers completely, without its corners and the rounding of its edges. */
function innerBox({ x, y, width, height }: Box, radii: Radii): Box {
	const inset = Math.max(...radii) + 2;
	return {
		x: x + inset,
		y: y + inset,
		width: Math.max(0, width - 2 * inset),
		height: Math.max(0, height - 2 * inset),
	};
}

/** The shadow of what is painted: of a shape, of letters, or of the opaque parts of a picture. */
export function inkShadowNodes(
	nodes: readonly PaintNode[],
	shadow: LayerShadow,
	seen: Box,
): PaintNode[] {
	if (nodes.length === 0) return [];
	const cast = shadowNode(nodes, grow(boundsOf(nodes), 1), { ...shadow, spread: 0 }, seen);
	return cast ? [cast] : [];
}

/** The smallest box that contains the ink of all nodes. */
export function boundsOf(nodes: readonly PaintNode[]): Box {
	const extent = new Extent();
	for (const { bounds } of nodes)
		extent.include(bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height);
	return extent.box;
}
