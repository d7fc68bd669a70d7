/**
 * Leaves out what a canvas does not show, before anything is rasterised or written: resvg panics,
 * and with it the process, if it has to paint a layer far outside of its canvas.
 */
import { IDENTITY, isIdentity, type Matrix, multiply } from "../images/svg/matrix.js";
import { outlineOf, printOutline } from "../paint/from-svg-shape.js";
import type { GroupNode, PaintNode } from "../paint/node.js";
import { type HrefOf, writeSvg } from "../paint/svg-writer.js";
import { type Box, grow, intersect, isEmpty, mapBox, mapPoint, union } from "../scene/geometry.js";
import { groupMatrix } from "./transform.js";

/**
 * The nodes that paint on a canvas, without those of their children that do not.
 * @param canvas in the space of the nodes
 */
export const visibleNodes = (nodes: readonly PaintNode[], canvas: Box): PaintNode[] =>
	nodes.flatMap((node) => visibleNode(node, IDENTITY, canvas) ?? []);

/**
 * @param matrix from the space of the node's parent to the canvas
 * @param region the part of the canvas that may show the node
 */
function visibleNode(node: PaintNode, matrix: Matrix, region: Box): PaintNode | undefined {
	const shown = intersect(region, reach(matrix, node.bounds));
	if (isEmpty(shown)) return undefined;
	if (node.kind !== "group" || node.children.length === 0) return node;
	// A blur moves into view what is outside, and reads what would be outside of a clip.
	if (node.filter || node.backdrop) return node;
	const { clip, mask, ...rest } = node;
	const inner = multiply(matrix, groupMatrix(node));
	const inClip = clip?.box ? intersect(shown, reach(inner, clip.box)) : shown;
	const children = node.children.flatMap((child) => visibleNode(child, inner, inClip) ?? []);
	const by = mask && visibleNode(mask.node, inner, inClip);
	if (children.length === 0 || (mask && !by)) return undefined;
	const same = by === mask?.node && children.length === node.children.length;
	if (same && children.every((child, i) => child === node.children[i])) return node;
	return {
		...rest,
		children,
		...(clip && { clip }),
		...(mask && by && { mask: { ...mask, node: by } }),
	};
}

/** The pixels that a box touches, on the canvas. */
const reach = (matrix: Matrix, box: Box): Box => grow(mapBox(matrix, box), 1);

/**
 * What a canvas shows of nodes, as SVG.
 * @param canvas in the space of the nodes
 * @param hrefOf as for `writeSvg`
 */
export function writeVisible(nodes: readonly PaintNode[], canvas: Box, hrefOf?: HrefOf): string {
	let markup = "";
	for (const node of visibleNodes(nodes, canvas))
		for (const part of hasFarLayer(node, canvas) ? flattened(node, IDENTITY, canvas) : [node])
			markup += writeSvg(part, hrefOf);
	return markup;
}

/**
 * Whether a group is painted as a layer and reaches beyond the canvas by more than half of its
 * size. resvg cuts a layer to four times the size of the canvas, starting at minus two. It applies
 * the same limits to layers in this layer, but counts them from its corner, and panics if nothing of
 * a layer is within them.
 */
function hasFarLayer(node: PaintNode, { x, y, width, height }: Box): boolean {
	const right = x + 1.5 * width;
	const bottom = y + 1.5 * height;
	const isFar = (ink: Box) =>
		ink.x < x - width / 2 ||
		ink.y < y - height / 2 ||
		ink.x + ink.width > right ||
		ink.y + ink.height > bottom;
	let found = false;
	const inkOf = (node: PaintNode, matrix: Matrix): Box => {
		if (node.kind !== "group" || node.children.length === 0) return mapBox(matrix, node.bounds);
		const inner = multiply(matrix, groupMatrix(node));
		const parts = node.mask ? [...node.children, node.mask.node] : node.children;
		// The bounds of a clipped group do not contain all that resvg's layer does.
		const ink = parts.map((part) => inkOf(part, inner)).reduce(union);
		found ||= isLayer(node) && isFar(ink);
		return ink;
	};
	inkOf(node, IDENTITY);
	return found;
}

const isLayer = ({ clip, mask, opacity = 1, blend = "normal" }: GroupNode): boolean =>
	clip !== undefined || mask !== undefined || opacity < 1 || blend !== "normal";

/** The same drawing with all transforms at its leaves, and with every layer as large as the canvas. */
function flattened(node: PaintNode, matrix: Matrix, canvas: Box): PaintNode[] {
	if (node.kind !== "group") {
		const bounds = mapBox(matrix, node.bounds);
		return isIdentity(matrix) ? [node] : [{ kind: "group", children: [node], matrix, bounds }];
	}
	const inner = multiply(matrix, groupMatrix(node));
	const children = node.children.flatMap((child) => flattened(child, inner, canvas));
	if (node.link) {
		const corners = node.link.corners.map(([x, y]) => mapPoint(inner, x, y));
		return [{ kind: "group", children, link: { ...node.link, corners }, bounds: canvas }];
	}
	if (!isLayer(node) || children.length === 0) return children;
	const { clip, mask, opacity, blend } = node;
	return [
		{
			kind: "group",
			children,
			...(clip && { clip: { ...clip, data: printOutline(outlineOf(clip.data), [inner]) } }),
			...(mask && {
				mask: {
					by: mask.by,
					node: {
						kind: "group",
						children: flattened(mask.node, inner, canvas),
						bounds: mapBox(inner, mask.node.bounds),
					},
				},
			}),
			...(opacity !== undefined && { opacity }),
			...(blend && { blend }),
			layer: canvas,
			bounds: canvas,
		},
	];
}
