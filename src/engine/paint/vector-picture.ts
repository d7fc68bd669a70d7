/** Converts a vector source to nodes of the paint tree, with the effects of a picture. */
import type { Flip } from "../../contract/enums.js";
import { fittingCorners } from "../images/corners.js";
import type { PreparedVector } from "../images/vector.js";
import type { Box } from "../scene/geometry.js";
import { flipScale } from "../shapes/flip.js";
import { pathData } from "../shapes/path-data.js";
import { roundedRectangle } from "../shapes/rounded-rectangle.js";
import { parseCssColor } from "../text/rich/css-color.js";
import { nodesOfSvg } from "./from-svg.js";
import type { GroupNode, PaintNode } from "./node.js";
import { rectPath, roundRectPath } from "./outlines.js";
import { recolored } from "./recolor.js";

/** Above this number of characters of SVG, pixels are smaller than outlines and faster to show. */
const MAX_LENGTH = 500_000;

/**
 * @param x position of the requested region on the slide, pixels
 * @returns undefined if it cannot stay a vector: filters, masks and patterns have no node, and
 * recolouring an opaque drawing by its brightness needs pixels
 */
export async function vectorPicture(
	vector: PreparedVector,
	x: number,
	y: number,
): Promise<GroupNode | undefined> {
	const { need, length } = vector;
	if (length > MAX_LENGTH) return undefined;
	const { drawing, definitions, outlines } = vector;
	let nodes = nodesOfSvg({ elements: [drawing], definitions, outlines });
	if (nodes === undefined) return undefined;
	if (need.color !== null) {
		if (!(await vector.hasTransparency())) return undefined;
		const color = parseCssColor(need.color);
		if (color === null) return undefined;
		nodes = allRecolored(nodes, color);
		if (nodes === undefined) return undefined;
	}
	const { region, opacity, flip } = need;
	const seen = { x: 0, y: 0, width: region.width, height: region.height };
	const clip = clipOf(nodes, need, seen);
	if (flip != null) nodes = [mirrored(nodes, flip, seen)];
	const left = x + vector.left;
	const top = y + vector.top;
	return {
		kind: "group",
		children: nodes,
		matrix: [1, 0, 0, 1, left, top],
		...(clip !== undefined && { clip: { data: clip } }),
		...(opacity < 1 && { opacity: Math.max(0, opacity) }),
		bounds: { x: left, y: top, width: seen.width, height: seen.height },
	};
}

function allRecolored(
	nodes: readonly PaintNode[],
	color: Parameters<typeof recolored>[1],
): PaintNode[] | undefined {
	const done = nodes.map((node) => recolored(node, color));
	return done.every((node) => node !== undefined) ? done : undefined;
}

/** The content of a region, mirrored within it. */
function mirrored(children: readonly PaintNode[], flip: Flip, seen: Box): GroupNode {
	const { x, y } = flipScale(flip);
	return {
		kind: "group",
		children,
		matrix: [x, 0, 0, y, x < 0 ? seen.width : 0, y < 0 ? seen.height : 0],
		bounds: seen,
	};
}

/** Clips to the edge of the picture, unless the whole drawing is inside. */
function clipOf(
	nodes: readonly PaintNode[],
	{ region, boxWidth, boxHeight, radius }: PreparedVector["need"],
	seen: Box,
): string | undefined {
	const corners = fittingCorners(radius, boxWidth, boxHeight);
	const [left, top] = [-region.left, -region.top];
	const [corner] = corners;
	if (new Set(corners).size > 1 || typeof corner !== "number")
		return pathData(
			roundedRectangle({ x: left, y: top, width: boxWidth, height: boxHeight }, corners),
		);
	if (corner > 0) return roundRectPath(left, top, left + boxWidth, top + boxHeight, corner);
	const within = ({ bounds }: PaintNode) =>
		bounds.x >= 0 &&
		bounds.y >= 0 &&
		bounds.x + bounds.width <= seen.width &&
		bounds.y + bounds.height <= seen.height;
	return nodes.every(within) ? undefined : rectPath(0, 0, seen.width, seen.height);
}
