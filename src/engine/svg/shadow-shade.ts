/**
 * Shadows of boxes, shapes, letters and pictures as nodes of the paint tree. A soft shadow has no
 * fine detail, so it is drawn small, blurred and scaled up.
 */
import { type BoxFill, boxFill } from "../compose/box-fill.js";
import { isShift } from "../compose/transform.js";
import { writeVisible } from "../compose/visible.js";
import { IDENTITY, type Matrix, multiply } from "../images/svg/matrix.js";
import { boxPath, path, shade, upright } from "../paint/build.js";
import { type Fill, isPicture, needsKernels } from "../paint/fill.js";
import {
	isVector,
	type PaintNode,
	type PictureNode,
	type ShadeNode,
	type ShadowCast,
} from "../paint/node.js";
import { rectPath } from "../paint/outlines.js";
import { recolored } from "../paint/recolor.js";
import { MAX_DEVIATION } from "../pixels/shadow.js";
import { shadowGrid } from "../pixels/soft-shadow.js";
import { hexOf } from "../scene/colors.js";
import { type Box, grow, isEmpty, mapBox } from "../scene/geometry.js";
import { boxShadow } from "../shapes/box-shadow.js";
import type { Radii } from "../shapes/rounded-rectangle.js";
import type { Rgba } from "../text/rich/css-color.js";
import { SoftMask } from "./soft-mask.js";

/** A shadow as CSS describes it, in pixels. */
export interface CastShadow {
	readonly x: number;
	readonly y: number;
	/** CSS blur radius: twice the standard deviation. */
	readonly blur: number;
	/** Enlarges the object that casts the shadow; negative shrinks it. */
	readonly spread?: number;
	/** Colour; its alpha is the opacity of the shadow. */
	readonly color: Rgba;
}

const BLACK: Rgba = { r: 0, g: 0, b: 0, a: 1 };
/** Below this blur radius, an edge counts as sharp. Pixels. */
const SHARP = 0.1;
/**
 * Variance that drawing small and scaling up add, in square cells: a cell is the mean of its pixels
 * (1/12), and pixels between two cells are interpolated (1/6).
 */
const GRID_VARIANCE = 1 / 12 + 1 / 6;

/**
 * The shadow of a box with rounded corners, as CSS's box-shadow, but also under the box.
 * @param seen the visible part of the box's space
 * @returns undefined if nothing of it is visible
 * @see https://www.w3.org/TR/css-backgrounds-3/#box-shadow
 */
export function boxShadowNode(
	box: Box,
	radii: Radii,
	shadow: CastShadow,
	seen: Box,
): PaintNode | undefined {
	const shape = boxShadow(box, radii, { ...shadow, x: 0, y: 0 });
	if (!shape) return undefined;
	const ink = boxPath(shape.box, shape.radii, BLACK);
	return shadowNode([ink], shape.box, { ...shadow, spread: 0 }, seen);
}

/**
 * The shadow of nodes, as CSS's drop-shadow, but also under the nodes.
 * @param nodes cast the shadow; only the alpha of their colours counts. Pictures cast the shadow of
 * their opaque parts, pictures in groups that of their box
 * @param ink contains everything that the nodes paint
 * @param seen the visible part of the nodes' space
 * @returns undefined if nothing of it is visible
 * @see https://www.w3.org/TR/filter-effects-1/#funcdef-filter-drop-shadow
 */
export function shadowNode(
	nodes: readonly PaintNode[],
	ink: Box,
	shadow: CastShadow,
	seen: Box,
): PaintNode | undefined {
	const { blur, spread = 0, color } = shadow;
	if (!(color.a > 0) || isEmpty(ink)) return undefined;
	return (
		(blur < SHARP && spread === 0 ? sharpShadow(nodes, shadow) : undefined) ??
		shadowShade(nodes, grow(ink, Math.max(0, spread)), shadow, seen)
	);
}

/** The outlines themselves, moved and in the colour of the shadow; undefined if there are none. */
function sharpShadow(
	nodes: readonly PaintNode[],
	{ x, y, color }: CastShadow,
): PaintNode | undefined {
	const children: PaintNode[] = [];
	for (const node of nodes) {
		const done = recolored(node, { ...color, a: 1 });
		if (done === undefined) return undefined;
		children.push(done);
	}
	const boxes = nodes.map(({ bounds }) => bounds);
	const left = Math.min(...boxes.map((box) => box.x)) + x;
	const top = Math.min(...boxes.map((box) => box.y)) + y;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + x;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + y;
	return {
		kind: "group",
		children,
		matrix: [1, 0, 0, 1, x, y],
		...(color.a < 1 && { opacity: color.a }),
		bounds: { x: left, y: top, width: right - left, height: bottom - top },
	};
}

function shadowShade(
	nodes: readonly PaintNode[],
	ink: Box,
	{ x, y, blur, spread = 0, color }: CastShadow,
	seen: Box,
): ShadeNode | undefined {
	const direct = nodes.filter(castsAsBitmap);
	const drawn = nodes.filter((node) => !direct.includes(node as PictureNode)).map(silhouette);
	const cast = { drawn, pictures: direct, ink, x, y, deviation: blur / 2, spread, color };
	return shadeIn(cast, IDENTITY, seen);
}

/**
 * A shadow of the same softness in another space: a Gaussian is the same in all directions, so what
 * casts it is transformed and then blurred.
 * @param matrix from the space of the shadow to the other one; a similarity
 * @param seen the visible part of the other space
 * @returns undefined if nothing of it is visible
 */
export function shadeIn(cast: ShadowCast, matrix: Matrix, seen: Box): ShadeNode | undefined {
	const factor = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
	const deviation = cast.deviation * factor;
	const own = multiply(matrix, [1, 0, 0, 1, cast.x, cast.y]);
	const grid = shadowGrid(mapBox(own, cast.ink), seen, deviation);
	if (!grid) return undefined;
	const { columns, rows, scale, box } = grid;
	// If the grid is that of the slide, its cells are pixels.
	const added = scale < 1 ? GRID_VARIANCE : 0;
	const wanted = Math.sqrt(Math.max(0, (deviation * scale) ** 2 - added));
	const toGrid: Matrix = [scale, 0, 0, scale, -box.x * scale, -box.y * scale];
	const boxes: BoxFill[] = [];
	const others = cast.drawn.filter((node) => {
		const filled = node.kind === "path" && !node.stroke && boxFill(node, multiply(toGrid, own));
		if (filled) boxes.push(filled);
		return !filled;
	});
	const alpha = new SoftMask({
		grid,
		...bodyOf(others, own, box),
		boxes,
		pictures: cast.pictures.map(({ bitmap: { data, width, height }, place }) => ({
			...{ data, width, height },
			matrix: multiply(own, [1, 0, 0, 1, Math.round(place.x), Math.round(place.y)]),
		})),
		spread: cast.spread * factor * scale,
		deviation: Math.min(MAX_DEVIATION, wanted),
		opacity: cast.color.a,
	});
	return shade({ alpha, columns, rows, color: hexOf(cast.color), place: upright(box), cast });
}

/** What is drawn to cast a shadow. @param matrix to the space of the grid */
function bodyOf(nodes: readonly PaintNode[], matrix: Matrix, box: Box) {
	const seen = isShift(matrix) ? { ...box, x: box.x - matrix[4], y: box.y - matrix[5] } : box;
	const turned: PaintNode = { kind: "group", children: nodes, matrix, bounds: box };
	return {
		body: writeVisible(isShift(matrix) ? nodes : [turned], seen),
		viewBox: `${seen.x} ${seen.y} ${seen.width} ${seen.height}`,
	};
}

/** Whether a node is an upright picture whose pixels, some of them transparent, are the slide's. */
const castsAsBitmap = (node: PaintNode): node is PictureNode =>
	node.kind === "picture" &&
	node.bitmap.channels === 4 &&
	node.place.rotation === 0 &&
	node.bitmap.width === Math.round(node.place.width) &&
	node.bitmap.height === Math.round(node.place.height);

/** The same fill if resvg can draw it, otherwise black. */
const plainFill = (fill: Fill): Fill =>
	isPicture(fill) || needsKernels(fill) ? { kind: "solid", color: BLACK } : fill;

/** The same nodes with boxes instead of pictures. */
function silhouette(node: PaintNode): PaintNode {
	if (isVector(node)) return node;
	if (node.kind === "group") {
		const { mask, filter: _, backdrop: __, ...rest } = node;
		return {
			...rest,
			children: node.children.map(silhouette),
			...(mask && { mask: { ...mask, node: silhouette(mask.node) } }),
		};
	}
	if (node.kind === "path") {
		const { fill, stroke } = node;
		return {
			...node,
			fill: fill && plainFill(fill),
			...(stroke && { stroke: { ...stroke, paint: plainFill(stroke.paint) } }),
		};
	}
	if (node.kind === "drawing") return node;
	const { x, y, width, height, rotation, centerX, centerY } = node.place;
	const box = path(rectPath(x, y, x + width, y + height), BLACK, { x, y, width, height });
	const turn = { rotation, centerX, centerY };
	return { kind: "group", children: [box], turn, bounds: node.bounds };
}
