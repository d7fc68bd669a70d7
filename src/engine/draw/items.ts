/**
 * Flattens the groups of the paint tree into items to paint as pixels. Rotations are passed down to
 * the children; only what must be painted on its own surface first remains a group.
 */

import { type BoxFill, boxFill } from "../compose/box-fill.js";
import { type LetterRun, letterRun } from "../compose/letters.js";
import { groupMatrix, isShift } from "../compose/transform.js";
import type { Bitmap } from "../images/bitmap.js";
import type { PictureFilter } from "../images/need.js";
import { IDENTITY, isIdentity, type Matrix, multiply, stretch } from "../images/svg/matrix.js";
import type { BlendMode } from "../paint/blend-mode.js";
import { brushedNodes } from "../paint/brushed.js";
import { bitmapOf, upright } from "../paint/build.js";
import { type Fill, isPicture } from "../paint/fill.js";
import {
	type Backdrop,
	type Clip,
	type GroupNode,
	isVector,
	type PaintNode,
	type PathNode,
	type PictureNode,
	type RoundedBox,
	type ShadeNode,
	type ShadowCast,
} from "../paint/node.js";
import {
	area,
	type Box,
	grow,
	intersect,
	isTurned,
	mapBox,
	turnMatrix,
} from "../scene/geometry.js";

/** A box of a picture whose pixels are not those of the slide, or whose corners are round. */
export interface PictureFill {
	readonly kind: "picture-fill";
	readonly bitmap: Bitmap;
	readonly place: Box;
	readonly box: RoundedBox;
	/** From the space of both boxes to the slide. */
	readonly matrix: Matrix;
	readonly bounds: Box;
}

/** A shadow that a matrix rotates. */
export interface TurnedShade {
	readonly kind: "turned-shade";
	readonly cast: ShadowCast;
	readonly matrix: Matrix;
	readonly bounds: Box;
}

/** Items that are painted on their own surface, which is then painted as one. */
export interface Isolated {
	readonly kind: "isolated";
	readonly items: readonly Item[];
	/** From the space of the clip to that of the slide. */
	readonly matrix: Matrix;
	readonly clip?: Clip;
	readonly mask?: { readonly items: readonly Item[]; readonly by: "alpha" | "luminance" };
	/** Its blur is in pixels of the slide. */
	readonly filter?: PictureFilter;
	/** The outline is in the space of `matrix`; the deviation in pixels of the slide. */
	readonly backdrop?: Backdrop;
	/** The group is only cut, and contains blurs of what lies below it. */
	readonly showsBelow?: boolean;
	readonly opacity: number;
	readonly blend: BlendMode;
	readonly bounds: Box;
}

/**
 * Vectors for one call of resvg; alone if they need layers, each of which is as large as the call.
 */
export interface Vectors {
	readonly kind: "vectors";
	readonly node: PaintNode;
	readonly alone: boolean;
	readonly bounds: Box;
}

export type Item =
	| Vectors
	| PictureNode
	| ShadeNode
	| BoxFill
	| PictureFill
	| TurnedShade
	| LetterRun
	| Isolated;

/** @param matrix from the node's space to the slide */
export function itemsOf(node: PaintNode, matrix: Matrix = IDENTITY): Item[] {
	switch (node.kind) {
		case "picture":
			return [pictureItem(node, matrix)];
		case "shade":
			return [shadeItem(node, matrix)];
		case "path":
			return pathItems(node, matrix);
		case "drawing":
			return [vectors(node, matrix)];
		case "group":
			return groupItems(node, matrix);
	}
}

const vectors = (node: PaintNode, matrix: Matrix, alone = false): Vectors => {
	if (isIdentity(matrix)) return { kind: "vectors", node, alone, bounds: node.bounds };
	const bounds = mapBox(matrix, node.bounds);
	return {
		kind: "vectors",
		node: { kind: "group", children: [node], matrix, bounds },
		alone,
		bounds,
	};
};

function pictureItem(node: PictureNode, matrix: Matrix): Item {
	const { place, bitmap } = node;
	if (isIdentity(matrix) && place.rotation === 0 && fits(place, bitmap)) return node;
	const own = multiply(matrix, turnMatrix(place));
	const moved = { ...place, x: place.x + own[4], y: place.y + own[5] };
	if (isShift(own) && fits(moved, bitmap)) {
		const box = upright({ x: moved.x, y: moved.y, width: place.width, height: place.height });
		return { kind: "picture", bitmap, place: box, bounds: box };
	}
	if (isScale(own)) {
		const box = wholePlace(mapBox(own, place));
		if (fits(box, bitmap)) return { kind: "picture", bitmap, place: upright(box), bounds: box };
	}
	return pictureFill(bitmap, place, sharp(place), own);
}

const pictureFill = (bitmap: Bitmap, place: Box, box: RoundedBox, matrix: Matrix): PictureFill => ({
	kind: "picture-fill",
	bitmap,
	place,
	box,
	matrix,
	bounds: grow(mapBox(matrix, box), 1),
});

/** A box with sharp corners. */
const sharp = ({ x, y, width, height }: Box): RoundedBox => ({
	...{ x, y, width, height },
	radii: [0, 0, 0, 0],
});

/** Whether a matrix only moves and scales. */
const isScale = ([a, b, c, d]: Matrix): boolean => b === 0 && c === 0 && a > 0 && d > 0;

/** Rounds coordinates that were whole pixels before they were divided and multiplied by a scale. */
function wholePlace(box: Box): Box {
	const whole = (value: number) =>
		Math.abs(value - Math.round(value)) < 1e-3 ? Math.round(value) : value;
	return {
		x: whole(box.x),
		y: whole(box.y),
		width: whole(box.width),
		height: whole(box.height),
	};
}

/** Whether each pixel of a picture is one pixel of the slide. */
const fits = ({ x, y, width, height }: Box, bitmap: Bitmap): boolean =>
	Number.isInteger(x) &&
	Number.isInteger(y) &&
	Math.abs(width - bitmap.width) < 0.01 &&
	Math.abs(height - bitmap.height) < 0.01;

function shadeItem(node: ShadeNode, matrix: Matrix): Item {
	const { place } = node;
	if (isIdentity(matrix) && place.rotation === 0) return node;
	const own = multiply(matrix, turnMatrix(place));
	if (isScale(own)) {
		const moved = upright(mapBox(own, place));
		const { hidden, ...rest } = node;
		const covered = hidden && place.rotation === 0 && { hidden: mapBox(matrix, hidden) };
		return { ...rest, place: moved, bounds: moved, ...covered };
	}
	if (node.cast)
		return { kind: "turned-shade", cast: node.cast, matrix, bounds: mapBox(own, place) };
	return pictureFill(bitmapOf(node), place, sharp(place), own);
}

function pathItems(node: PathNode, matrix: Matrix): Item[] {
	const { fill, stroke } = node;
	const run = letterRun(node, matrix);
	if (run) return [run];
	const inside = boxFill(node, matrix);
	const outlined = brushedNodes(inside ? { ...node, fill: null } : node);
	if (outlined) {
		const items = outlined.flatMap((part) => itemsOf(part, matrix));
		if (!inside) return items;
		return stroke?.below ? [...items, inside] : [inside, ...items];
	}
	if (fill?.kind === "picture") return picturePathItems(node, fill, matrix);
	if (!inside) return [vectors(node, matrix)];
	if (stroke === undefined) return [inside];
	const line = vectors({ ...node, fill: null }, matrix);
	return stroke.below ? [line, inside] : [inside, line];
}

/** A picture as the fill of an outline, which clips it. */
function picturePathItems(
	node: PathNode,
	fill: Extract<Fill, { kind: "picture" }>,
	matrix: Matrix,
): Item[] {
	const { stroke, data, rule, box, bounds } = node;
	const items: Item[] = [];
	if (stroke?.below) items.push(vectors({ ...node, fill: null }, matrix));
	if (box && contains(fill.box, box)) items.push(pictureFill(fill.bitmap, fill.box, box, matrix));
	else {
		const { bitmap, box: place } = fill;
		const clip = { data, ...(rule && { rule }), ...(box && { box }) };
		const picture: PictureNode = {
			kind: "picture",
			bitmap,
			place: upright(place),
			bounds: place,
		};
		const shown = intersect(bounds, place);
		items.push(...groupItems({ kind: "group", children: [picture], clip, bounds: shown }, matrix));
	}
	if (stroke && !stroke.below) items.push(vectors({ ...node, fill: null }, matrix));
	return items;
}

/** Whether a box contains another. */
const contains = (outer: Box, inner: Box): boolean => area(intersect(outer, inner)) === area(inner);

function groupItems(node: GroupNode, outer: Matrix): Item[] {
	const { children, opacity = 1, blend = "normal" } = node;
	if (!(opacity > 0) || (children.length === 0 && !node.backdrop)) return [];
	const faded = foldedOpacity(node);
	if (faded) return groupItems(faded, outer);
	const vector = isVector(node) && !holdsFills(node, outer);
	const mixes = blendsBelow(node);
	if (vector && !mixes) return [vectors(node, outer, hasLayers(node))];
	const matrix = multiply(outer, groupMatrix(node));
	const clip = node.clip && !holdsAll(node.clip, children) ? node.clip : undefined;
	const parts = () => children.flatMap((child) => itemsOf(child, matrix));
	const inner = children.some(blendsBelow);
	const alone = inner && isIsolated(node);
	const { filter, backdrop } = node;
	const isPlain = !node.mask && opacity >= 1 && blend === "normal" && !filter && !backdrop;
	const onlyClipped = isPlain && !alone;
	if (!clip && onlyClipped) return parts();
	const [only] = children;
	if (clip?.box && onlyClipped && children.length === 1 && only?.kind === "picture") {
		const { bitmap, place } = only;
		if (place.rotation === 0 && contains(place, clip.box))
			return [pictureFill(bitmap, place, clip.box, matrix)];
	}
	const bounds = mapBox(outer, node.bounds);
	const items: readonly Item[] =
		vector && !inner ? [vectors({ ...plain(node), bounds: node.bounds }, outer, false)] : parts();
	return [
		{
			kind: "isolated",
			items,
			matrix,
			...(clip && { clip }),
			...(filter && { filter: { ...filter, blur: filter.blur * stretch(matrix) } }),
			...(backdrop && {
				backdrop: { ...backdrop, deviation: backdrop.deviation * stretch(matrix) },
			}),
			...(isPlain && children.some(blursBelow) && { showsBelow: true }),
			...(node.mask && { mask: { items: itemsOf(node.mask.node, matrix), by: node.mask.by } }),
			opacity: Math.min(1, opacity),
			blend,
			bounds,
		},
	];
}

/** The group without the effects that apply to the group as a whole. */
const plain = ({ children, turn, matrix, bounds }: GroupNode): GroupNode => ({
	kind: "group",
	children,
	...(turn && { turn }),
	...(matrix && { matrix }),
	bounds,
});

/**
 * In CSS, an element with one of these is a stacking context, and its content does not blend with
 * anything below it.
 */
const isIsolated = ({
	turn,
	matrix,
	isSlideScale,
	clip,
	mask,
	filter,
	backdrop,
	opacity = 1,
	blend = "normal",
}: GroupNode) =>
	(turn !== undefined && isTurned(turn)) ||
	(matrix !== undefined && !isSlideScale) ||
	clip !== undefined ||
	mask !== undefined ||
	filter !== undefined ||
	backdrop !== undefined ||
	opacity < 1 ||
	blend !== "normal";

/**
 * Whether a node blurs what lies below it and its parent. What is inside of a group with opacity, a
 * filter, a mask or a blend mode only blurs the content of that group.
 */
function blursBelow(node: PaintNode): boolean {
	if (node.kind !== "group") return false;
	if (node.backdrop) return true;
	const { opacity = 1, blend = "normal", filter, mask, children } = node;
	return opacity >= 1 && blend === "normal" && !filter && !mask && children.some(blursBelow);
}

/** Whether a node mixes with what is below it in any way other than covering it. */
function blendsBelow(node: PaintNode): boolean {
	if (node.kind !== "group") return false;
	if ((node.blend ?? "normal") !== "normal") return true;
	return !isIsolated(node) && node.children.some(blendsBelow);
}

/** Whether resvg needs a layer for any part of a node. */
function hasLayers(node: PaintNode): boolean {
	if (node.kind !== "group") return false;
	const { clip, mask, opacity = 1, blend = "normal", children } = node;
	return (
		clip !== undefined ||
		mask !== undefined ||
		opacity < 1 ||
		blend !== "normal" ||
		children.some(hasLayers)
	);
}

/** Whether a part of a node needs no rasteriser. @param outer from the space of its parent to the slide */
function holdsFills(node: PaintNode, outer: Matrix): boolean {
	if (node.kind === "path")
		return (
			((node.box ?? node.ellipse) !== undefined && node.fill !== null) ||
			letterRun(node, outer) !== undefined
		);
	if (node.kind !== "group") return false;
	const matrix = multiply(outer, groupMatrix(node));
	return node.children.some((child) => holdsFills(child, matrix));
}

/** Applies the opacity of the group to its only fill or stroke, so that no layer is needed. */
function foldedOpacity(node: GroupNode): GroupNode | undefined {
	const { opacity = 1, children } = node;
	const [child] = children;
	if (node.filter || node.backdrop) return undefined;
	if (opacity >= 1 || children.length !== 1 || child?.kind !== "path") return undefined;
	const { fill, stroke } = child;
	if (fill && stroke) return undefined;
	const { opacity: _, ...rest } = node;
	if (fill && !isPicture(fill))
		return { ...rest, children: [{ ...child, fill: fadedFill(fill, opacity) }] };
	if (stroke && !isPicture(stroke.paint))
		return {
			...rest,
			children: [{ ...child, stroke: { ...stroke, paint: fadedFill(stroke.paint, opacity) } }],
		};
	return undefined;
}

function fadedFill(fill: Exclude<Fill, { kind: "picture" | "pattern" }>, opacity: number): Fill {
	const faded = <T extends { a: number }>(color: T): T => ({ ...color, a: color.a * opacity });
	if (fill.kind === "solid") return { kind: "solid", color: faded(fill.color) };
	return { ...fill, stops: fill.stops.map(({ at, color }) => ({ at, color: faded(color) })) };
}

/** Whether a clip has no effect: all nodes are inside its box, away from its rounded corners. */
function holdsAll({ box }: Clip, nodes: readonly PaintNode[]): boolean {
	if (box === undefined) return false;
	const [topLeft, topRight, bottomRight, bottomLeft] = box.radii;
	const [right, bottom] = [box.x + box.width, box.y + box.height];
	return nodes.every(({ bounds }) => {
		const left = bounds.x - box.x;
		const top = bounds.y - box.y;
		const toRight = right - bounds.x - bounds.width;
		const toBottom = bottom - bounds.y - bounds.height;
		if (Math.min(left, top, toRight, toBottom) < 0) return false;
		// Beyond this distance from a corner, its arc has ended.
		return (
			Math.max(left, top) >= topLeft &&
			Math.max(toRight, top) >= topRight &&
			Math.max(toRight, toBottom) >= bottomRight &&
			Math.max(left, toBottom) >= bottomLeft
		);
	});
}
