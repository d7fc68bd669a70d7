/** Placed layers in the form that the checks use. */

import { KINDS } from "../../barcodes/kinds.js";
import { widthsOf } from "../../images/border.js";
import type { PlacedItem } from "../../layers/lay-out.js";
import type { LayerItem } from "../../layers/layer.js";
import type { ReadyPicture } from "../../layers/paint-item.js";
import { placedText } from "../../layers/paint-item.js";
import { turnedBox } from "../../layers/pictures.js";
import { placedBarcode, shapeOf } from "../../layers/shape-nodes.js";
import { hasPicture, isOpaquePaint, type ResolvedPaint } from "../../paints/paint.js";
import { cssColor } from "../../scene/colors.js";
import {
	type Box,
	intersect,
	isEmpty,
	isTurned,
	type Turn,
	turnedBounds,
	turnOf,
	union,
} from "../../scene/geometry.js";
import { insetBox } from "../../shapes/box.js";
import { innerRadii } from "../../shapes/rounded-rectangle.js";
import { shapeOutline } from "../../shapes/shape.js";
import type { TextLayout } from "../../svg/text/layout.js";
import type { Rgba } from "../../text/rich/css-color.js";
import { CLEAR, type Known } from "./color.js";
import type { Cover, Noticed, Painted, PaintedArea, PaintedBarcode } from "./painted.js";
import { quadOf, unturnedPoint } from "./quad.js";
import {
	type At,
	inBox,
	inOutline,
	inRoundedBox,
	isOpaquePicture,
	type PlacedPixels,
	paintAt,
	pixelsAt,
} from "./surfaces.js";
import { paintedText } from "./text.js";

/** The results of examining layers. */
export interface LayerFindings {
	readonly layouts: ReadonlyMap<string, TextLayout>;
	/** Pictures by the JSON pointer of the field that names them; empty for a measurement. */
	readonly pictures: ReadonlyMap<string, ReadyPicture>;
	/** Output pixels per pixel of the slide. */
	readonly scale: number;
	readonly barcodes: PaintedBarcode[];
	readonly whole: { readonly path: string; readonly bounds: Box }[];
	readonly drawn: { readonly path: string; readonly what: string; readonly bounds: Box }[];
}

/** The position of an item. */
interface Around {
	/** The innermost first. */
	readonly turns: readonly Turn[];
	readonly opacity: number;
}

export const AROUND_SLIDE: Around = { turns: [], opacity: 1 };

/** An item with its children, in painting order. */
export function paintedItem(placed: PlacedItem, found: LayerFindings, around: Around): Painted[] {
	const { ref: item } = placed;
	if (item.opacity === 0) return [];
	const turn = turnOf(turnedBox(placed));
	const turns = isTurned(turn) ? [turn, ...around.turns] : around.turns;
	const own: Around = { turns, opacity: around.opacity * item.opacity };
	const nodes = [...card(placed, found, own), ...content(placed, found, own)];
	const blends = item.blend !== "normal";
	if (nodes.length === 0 || (item.opacity === 1 && !blends)) return nodes;
	const bounds = nodes.map((node) => node.bounds).reduce(union);
	return [
		{ kind: "group", bounds, opacity: item.opacity, blends, shows: undefined, children: nodes },
	];
}

const onSlide = (box: Box, turns: readonly Turn[]): Box => turns.reduce(turnedBounds, box);

interface Surface {
	readonly path: string;
	readonly box: Box;
	readonly within: At<boolean>;
	readonly color: At<Known>;
	/** A box of a single colour. */
	readonly flat?: Rgba;
	/** A shape of a single colour without dents. */
	readonly convex?: Rgba;
	readonly picture?: boolean;
	readonly noticed?: Noticed | undefined;
	/** The cover of an opaque item. */
	readonly cover?: Pick<Cover, "what" | "isOpaque"> | undefined;
}

function area(
	{ path, box, within, color, flat, convex, picture = false, noticed, cover }: Surface,
	{ turns }: Around,
): PaintedArea {
	return {
		kind: "area",
		path,
		bounds: onSlide(box, turns),
		colorAt: (x, y) => {
			const [px, py] = unturnedPoint(x, y, turns);
			return within(px, py) ? color(px, py) : CLEAR;
		},
		flat: turns.length === 0 ? flat : undefined,
		convex: convex ?? flat,
		picture,
		noticed,
		cover: cover && { ...cover, thickness: Math.min(box.width, box.height) },
	};
}

const pixelsOf = (ready: ReadyPicture | undefined): PlacedPixels | undefined =>
	ready === undefined || "kind" in ready.image
		? undefined
		: { bitmap: ready.image, part: ready.visible.part };

/**
 * The pixels of pictures in fills are examined; without them, it is not known whether they are
 * opaque.
 */
const coverOf = (
	what: Cover["what"],
	paint: ResolvedPaint,
	pixels: PlacedPixels | undefined,
): Surface["cover"] =>
	paint.kind !== "image"
		? isOpaquePaint(paint)
			? { what, isOpaque: () => true }
			: undefined
		: pixels && { what, isOpaque: () => isOpaquePicture(pixels) };

function card(placed: PlacedItem, { pictures }: LayerFindings, around: Around): Painted[] {
	const { ref: item } = placed;
	const { background, border, radii, shadows } = item.look;
	if (background === null || (!("children" in item) && item.type !== "text")) return [];
	if (isEmpty(placed)) return [];
	const square = radii.every((radius) => radius === 0);
	const span = insetBox(placed, widthsOf(border));
	const pixels = pixelsOf(pictures.get(`${item.path}/background/src`));
	return [
		area(
			{
				path: `${item.path}/background`,
				box: rectangle(placed),
				within: inRoundedBox(placed, radii),
				color: paintAt(background, span, pixels),
				picture: hasPicture(background),
				cover: coverOf("box", background, pixels),
				...(background.kind === "color" && {
					convex: background.color,
					...(square && { flat: background.color }),
				}),
				noticed: {
					what: "box",
					shows:
						border !== null ||
						shadows.length > 0 ||
						!isOpaquePaint(background) ||
						around.opacity < 1 ||
						item.blend !== "normal",
				},
			},
			around,
		),
	];
}

function content(placed: PlacedItem, found: LayerFindings, around: Around): Painted[] {
	const { ref: item } = placed;
	switch (item.type) {
		case "text": {
			const layout = found.layouts.get(item.path);
			if (layout === undefined) return [];
			const asked = placedText(item, placed);
			const text = paintedText(layout, { ...around, asked, item, content: placed.content });
			return text === undefined ? [] : [text];
		}
		case "image":
			return picture(item, placed, found, around);
		case "shape":
			return shape(item, placed, found, around);
		case "barcode":
			return barcode(item, placed, found, around);
		case "stack":
		case "grid": {
			const nodes = placed.children.flatMap((child) => paintedItem(child, found, around));
			if (!item.clip || nodes.length === 0) return nodes;
			const line = widthsOf(item.look.border);
			const inner = insetBox(placed, line);
			const within = inRoundedBox(inner, innerRadii(item.look.radii, line));
			const shows = (x: number, y: number) => within(...unturnedPoint(x, y, around.turns));
			const bounds = intersect(
				nodes.map((node) => node.bounds).reduce(union),
				onSlide(inner, around.turns),
			);
			return [{ kind: "group", bounds, opacity: 1, blends: false, shows, children: nodes }];
		}
	}
}

function picture(
	item: Extract<LayerItem, { type: "image" }>,
	placed: PlacedItem,
	found: LayerFindings,
	around: Around,
): Painted[] {
	if (isEmpty(placed)) return [];
	const { color, fit } = item.layer;
	const box = rectangle(placed);
	const bounds = onSlide(box, around.turns);
	found.drawn.push({ path: item.path, what: "image", bounds });
	if (color != null || fit === "contain") found.whole.push({ path: item.path, bounds });
	const pixels = pixelsOf(found.pictures.get(`${item.path}/src`));
	const { border, shadows } = item.look;
	const shows =
		border !== null || shadows.length > 0 || around.opacity < 1 || item.blend !== "normal";
	return [
		area(
			{
				path: item.path,
				box,
				within: inBox(box),
				color: pixels ? pixelsAt(pixels) : () => null,
				picture: true,
				cover:
					pixels && color == null
						? { what: "image", isOpaque: () => isOpaquePicture(pixels) }
						: undefined,
				noticed:
					color == null || item.layer.filter
						? undefined
						: { what: "image", shows, color: { ...cssColor(color), a: 1 } },
			},
			around,
		),
	];
}

function shape(
	item: Extract<LayerItem, { type: "shape" }>,
	placed: PlacedItem,
	{ pictures, drawn }: LayerFindings,
	around: Around,
): Painted[] {
	const { fill, stroke, path } = item;
	const box = rectangle(placed);
	const reach = stroke?.width ?? 0;
	const bounds = onSlide(box, around.turns);
	const { x, y, width, height } = bounds;
	drawn.push({
		path,
		what: "shape",
		bounds: { x: x - reach / 2, y: y - reach / 2, width: width + reach, height: height + reach },
	});
	if (fill === null) return strokeOnly(item, box, around);
	if (isEmpty(box)) return [];
	const square =
		item.layer.shape === "rectangle" && item.look.radii.every((radius) => radius === 0);
	const within = square ? inBox(box) : inOutline(shapeOutline(shapeOf(item), box));
	const pixels = pixelsOf(pictures.get(`${path}/fill/src`));
	const color = paintAt(fill, box, pixels);
	const shows =
		stroke !== null ||
		item.look.shadows.length > 0 ||
		!isOpaquePaint(fill) ||
		around.opacity < 1 ||
		item.blend !== "normal";
	return [
		area(
			{
				path,
				box,
				within: within ?? inBox(box),
				color: within ? color : () => null,
				picture: hasPicture(fill),
				cover: within && coverOf("shape", fill, pixels),
				...(square && fill.kind === "color" && { flat: fill.color }),
				noticed: { what: "shape", shows },
			},
			around,
		),
	];
}

/** A line: nothing for what is painted later, but its colour may be that of what is behind it. */
function strokeOnly(
	{ path, stroke, look, blend }: Extract<LayerItem, { type: "shape" }>,
	box: Box,
	around: Around,
): Painted[] {
	if (stroke === null || stroke.paint.kind !== "color" || !(stroke.width > 0)) return [];
	if (box.width <= 0 && box.height <= 0) return [];
	const { color } = stroke.paint;
	const shows = color.a < 1 || look.shadows.length > 0 || around.opacity < 1 || blend !== "normal";
	const reached = {
		...box,
		width: Math.max(box.width, 1),
		height: Math.max(box.height, 1),
	};
	return [
		area(
			{
				path,
				box: reached,
				within: () => false,
				color: () => CLEAR,
				noticed: { what: "shape", shows, color },
			},
			around,
		),
	];
}

function barcode(
	item: Extract<LayerItem, { type: "barcode" }>,
	placed: PlacedItem,
	{ barcodes, drawn, scale }: LayerFindings,
	around: Around,
): Painted[] {
	const box = rectangle(placed);
	const code = placedBarcode(item, box, scale);
	if (code === null) return [];
	const ground = area(
		{
			path: item.path,
			box,
			within: inBox(box),
			color: () => item.background,
			flat: item.background,
			cover: item.background.a >= 1 ? { what: "barcode", isOpaque: () => true } : undefined,
		},
		around,
	);
	drawn.push({ path: item.path, what: "barcode", bounds: ground.bounds });
	barcodes.push({
		path: item.path,
		quad: quadOf(code.symbol, around.turns),
		bounds: onSlide(code.symbol, around.turns),
		modulePixels: code.modulePixels,
		quietZoneSuffices: code.quietZoneSuffices,
		color: item.color,
		background: item.background,
		area: ground,
		needs: {
			width: (code.symbol.width / code.modulePixels) * 3,
			height: KINDS[item.layer.kind].matrix ? (code.symbol.height / code.modulePixels) * 3 : 0,
		},
	});
	return [ground];
}

const rectangle = ({ x, y, width, height }: Box): Box => ({ x, y, width, height });
