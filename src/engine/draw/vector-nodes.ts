/** Nodes for SVG and PDF: what a format cannot describe becomes a picture of its part. */
import { paintBox } from "../compose/paint.js";
import { pixelsOf, SurfaceMemory } from "../compose/surface.js";
import { groupMatrix } from "../compose/transform.js";
import type { Bitmap } from "../images/bitmap.js";
import { IDENTITY, inverse, type Matrix, multiply } from "../images/svg/matrix.js";
import { unpremultiply } from "../images/unpremultiply.js";
import { brushedNodes } from "../paint/brushed.js";
import { picture, upright } from "../paint/build.js";
import type { Fill, PatternFill } from "../paint/fill.js";
import type { Backdrop, GroupNode, PaintNode, PathNode, PictureNode } from "../paint/node.js";
import {
	area,
	type Box,
	Extent,
	intersect,
	isEmpty,
	mapBox,
	type Size,
} from "../scene/geometry.js";
import { paintAll } from "./composite.js";
import { planSteps } from "./plan.js";

/** Most pixels of such a picture; a larger one is drawn in a lower resolution. */
const MAX_PIXELS = 4_000_000;
/** Most tiles of a pattern that are written one by one. */
const MAX_TILES = 3_000;

export interface VectorTarget {
	readonly format: "svg" | "pdf";
	/** Pixels of a picture per pixel of the slide. */
	readonly scale: number;
	readonly slide: Size;
	/** The background of the slide, which is not among the nodes. */
	readonly ground: readonly PaintNode[];
}

/** The same nodes in a form that a format can describe. */
export const vectorNodes = (
	nodes: readonly PaintNode[],
	target: VectorTarget,
): Promise<PaintNode[]> => allNodes(nodes, target, { below: target.ground, matrix: IDENTITY });

/** What lies below nodes in the nearest isolated group, in the space of the slide. */
interface Around {
	readonly below: readonly PaintNode[];
	/** From the space of the nodes to the slide. */
	readonly matrix: Matrix;
}

async function allNodes(
	nodes: readonly PaintNode[],
	target: VectorTarget,
	{ below, matrix }: Around,
): Promise<PaintNode[]> {
	const done: PaintNode[] = [];
	const painted = [...below];
	for (const node of nodes) {
		done.push(...(await vectorNode(node, target, { below: painted, matrix })));
		painted.push(moved([node], matrix));
	}
	return done;
}

/** Nodes in another space. */
function moved(children: readonly PaintNode[], matrix: Matrix): PaintNode {
	const extent = new Extent();
	for (const { bounds } of children) {
		const { x, y, width, height } = mapBox(matrix, bounds);
		extent.include(x, y, x + width, y + height);
	}
	return { kind: "group", children, matrix, isSlideScale: true, bounds: extent.box };
}

async function vectorNode(
	node: PaintNode,
	target: VectorTarget,
	around: Around,
): Promise<PaintNode[]> {
	if (node.kind === "path") return vectorPath(node, target);
	if (node.kind !== "group") return [node];
	if (node.filter && target.format === "pdf") {
		const { meaning, ...rest } = node;
		const shown = await drawnNodes([rest], node.bounds, target.scale);
		return [{ ...shown, ...(meaning && { meaning }) }];
	}
	const { children, mask, backdrop, ...rest } = node;
	const { opacity = 1, blend = "normal", filter } = node;
	const isRoot = opacity < 1 || blend !== "normal" || filter !== undefined || mask !== undefined;
	const inner = {
		below: isRoot ? [] : around.below,
		matrix: multiply(around.matrix, groupMatrix(node)),
	};
	const [by] = mask ? await vectorNode(mask.node, target, inner) : [];
	const under = backdrop ? await blurredBackdrop(node, backdrop, target, around, inner.matrix) : [];
	return [
		{
			...rest,
			children: [...under, ...(await allNodes(children, target, inner))],
			...(mask && by && { mask: { ...mask, node: by } }),
		},
	];
}

/** What lies below a group, blurred, as a picture in its outline. */
async function blurredBackdrop(
	{ bounds }: GroupNode,
	backdrop: Backdrop,
	{ slide: { width, height }, scale }: VectorTarget,
	{ below, matrix: outer }: Around,
	matrix: Matrix,
): Promise<PaintNode[]> {
	const region = intersect(mapBox(matrix, backdrop.box), { x: 0, y: 0, width, height });
	if (isEmpty(region)) return [];
	const blur: PaintNode = { kind: "group", children: [], backdrop, bounds };
	const shown = await drawnNodes([...below, moved([blur], outer)], region, scale);
	const { clip, box } = backdrop;
	const child: PaintNode = {
		kind: "group",
		children: [shown],
		matrix: inverse(matrix),
		bounds: box,
	};
	return [{ kind: "group", children: [child], clip, bounds: box }];
}

/** Nodes in a box as a picture. */
async function drawnNodes(
	nodes: readonly PaintNode[],
	box: Box,
	wanted: number,
): Promise<PictureNode> {
	const { width, height, matrix } = gridOf(box, wanted);
	const memory = new SurfaceMemory();
	const surface = memory.open({ x: 0, y: 0, width, height });
	await paintAll(surface, null, planSteps([moved(nodes, matrix)]));
	const data = unpremultiply(pixelsOf(surface).slice());
	memory.close(surface);
	return picture({ width, height, channels: 4, data }, upright(box));
}

/** The pixels of a picture of a box, and the matrix to them. */
function gridOf(box: Box, wanted: number) {
	const scale = Math.min(wanted, Math.sqrt(MAX_PIXELS / area(box)));
	const width = Math.max(1, Math.round(box.width * scale));
	const height = Math.max(1, Math.round(box.height * scale));
	const [x, y] = [width / box.width, height / box.height];
	const matrix: Matrix = [x, 0, 0, y, -box.x * x, -box.y * y];
	return { width, height, matrix };
}

const isMissing = (fill: Fill | null | undefined, { format }: VectorTarget): boolean =>
	fill?.kind === "conic" || (fill?.kind === "pattern" && format === "pdf");

function vectorPath(node: PathNode, target: VectorTarget): PaintNode[] {
	const { fill, stroke } = node;
	const paint = stroke?.paint;
	// Pictures along lines are patterns, which the PDF does not use.
	const isPattern = paint?.kind === "picture" && target.format === "pdf";
	if (!isMissing(fill, target) && !isMissing(paint, target) && !isPattern) return [node];
	const parts = brushedNodes(node) ?? [];
	const meaning = node.meaning ? { meaning: node.meaning } : {};
	return parts.map((part): PaintNode => {
		if (part.kind !== "group") return part;
		const [child] = part.children;
		const box = child as PathNode;
		return { ...part, ...meaning, children: filledBox(box.fill!, box.bounds, target) };
	});
}

/** A box with a fill that the format cannot describe. */
function filledBox(fill: Fill, box: Box, target: VectorTarget): PaintNode[] {
	if (fill.kind === "pattern") {
		const tiles = tilesOf(fill, box);
		if (tiles) return tiles;
	}
	if (fill.kind !== "pattern" && fill.kind !== "conic")
		return [{ kind: "path", data: boxData(box), fill, bounds: box }];
	return [picture(drawn(fill, box, target.scale), upright(box))];
}

const boxData = ({ x, y, width, height }: Box): string =>
	`M${x} ${y}h${width}v${height}h${-width}z`;

/** A fill in a box as pixels. */
function drawn(
	fill: Extract<Fill, { kind: "pattern" | "conic" }>,
	box: Box,
	wanted: number,
): Bitmap {
	const { width, height, matrix } = gridOf(box, wanted);
	const memory = new SurfaceMemory();
	const surface = memory.open({ x: 0, y: 0, width, height });
	paintBox(surface, { ...box, radii: [0, 0, 0, 0] }, fill, matrix);
	const data = unpremultiply(pixelsOf(surface).slice());
	memory.close(surface);
	return { width, height, channels: 4, data };
}

/** The tiles of a pattern that touch a box; undefined if there are too many. */
function tilesOf(
	{ bitmap, tile, matrix = IDENTITY }: PatternFill,
	box: Box,
): PaintNode[] | undefined {
	const seen = mapBox(inverse(matrix), box);
	const range = (from: number, length: number, start: number, step: number) => {
		const first = Math.floor((from - start) / step);
		return { first, count: Math.ceil((from + length - start) / step) - first };
	};
	const across = range(seen.x, seen.width, tile.x, tile.width);
	const down = range(seen.y, seen.height, tile.y, tile.height);
	if (across.count * down.count > MAX_TILES) return undefined;
	const tiles: PaintNode[] = [];
	const smooth = tile.width > bitmap.width && { smooth: true as const };
	for (let j = 0; j < down.count; j++)
		for (let i = 0; i < across.count; i++)
			tiles.push({
				...picture(
					bitmap,
					upright({
						...tile,
						x: tile.x + (across.first + i) * tile.width,
						y: tile.y + (down.first + j) * tile.height,
					}),
				),
				...smooth,
			});
	return matrix === IDENTITY ? tiles : [{ kind: "group", children: tiles, matrix, bounds: box }];
}
