/** Shapes and codes as nodes of the paint tree. */

import { asClause } from "../../base/as-clause.js";
import { invalid } from "../../base/invalid.js";
import { encodeBarcode, type Modules } from "../barcodes/encode.js";
import { type PlacedBarcode, placeBarcode } from "../barcodes/place.js";
import { barcodePrice } from "../barcodes/price.js";
import { boxPath, path, roundedBox } from "../paint/build.js";
import type { Fill } from "../paint/fill.js";
import { fillsOf, type PictureOf } from "../paint/fill-of.js";
import type { PaintNode, PathNode, Stroke as StrokeNode } from "../paint/node.js";
import { rectPath } from "../paint/outlines.js";
import { isOpaquePaint } from "../paints/paint.js";
import { toExport } from "../scene/export-pixels.js";
import { type Box, grow, intersect, union } from "../scene/geometry.js";
import { dashFault } from "../shapes/dashes.js";
import { pathData } from "../shapes/path-data.js";
import { pathShape, type ViewBox } from "../shapes/path-shape.js";
import { NO_RADII } from "../shapes/rounded-rectangle.js";
import { type Shape, shapeGeometry } from "../shapes/shape.js";
import { MITER_LIMIT } from "../shapes/stroke.js";
import type { BarcodeItem, ShapeItem } from "./layer.js";
import { shapePrice } from "./prices.js";

/** Diameter of the dot for a single value of an area. Preview pixels. */
const AREA_DOT = 4;

/**
 * A shape in its box, with its parameters in export pixels.
 * @throws Error if its path was not checked
 */
export function shapeOf(item: ShapeItem): Shape {
	const { flip } = item.layer;
	const shape = unflipped(item);
	// The corners of a rectangle are mirrored with its look.
	return flip === undefined || shape.kind === "rectangle" ? shape : { ...shape, flip };
}

function unflipped({ layer, look, mirrored }: ShapeItem): Shape {
	switch (layer.shape) {
		case "rectangle":
			return { kind: "rectangle", radii: look.radii };
		case "line":
		case "arrow":
			return { kind: layer.shape, mirrored };
		case "polygon":
			return { kind: "polygon", sides: layer.sides ?? 6 };
		case "star":
			return {
				kind: "star",
				points: layer.points ?? 5,
				innerRadius: layer.innerRadius ?? 40,
			};
		case "arc": {
			const { from = 0, sweep = 360, thickness, stroke } = layer;
			return {
				kind: "arc",
				from,
				sweep,
				thickness: thickness === undefined ? undefined : toExport(thickness),
				ends: stroke?.cap === "round" ? "round" : "butt",
			};
		}
		case "path": {
			const read = pathShape(layer.path ?? "", layer.viewBox as unknown as ViewBox);
			if ("field" in read) throw new Error("an unchecked path reached the drawing");
			return { kind: "path", unit: read.unit };
		}
		case "series": {
			const { values = [], domain, draw = "line", at, spacing, smooth, stroke } = layer;
			return {
				kind: "series",
				values,
				domain: domain as [number, number] | undefined,
				draw,
				at,
				spacing,
				smooth,
				radii: look.radii,
				mirrored,
				// The stroke makes the dot of a line twice as wide as the line, and leaves no hole in it.
				dot: toExport(draw === "line" ? (stroke?.width ?? 2) : AREA_DOT),
			};
		}
		default:
			return { kind: layer.shape };
	}
}

/** Called with the price of a layer. */
type Spend = (path: string, nanoseconds: number) => void;

/**
 * Counts dashes when they are drawn, because their number depends on the layout.
 * @param path JSON pointer of the field
 * @throws ServiceError invalid_render_request if there are too many
 */
export function refuseDashes(dashes: number, path: string): void {
	const fault = dashFault(dashes);
	if (fault !== undefined)
		throw invalid("invalid_render_request", [{ path, message: asClause(fault) }]);
}

/**
 * @param picturesOf the pictures of a field with a paint
 * @throws ServiceError invalid_render_request, too_complex
 */
export function shapeNodes(
	item: ShapeItem,
	box: Box,
	picturesOf: (field: string) => PictureOf,
	spend: Spend = () => {},
): PaintNode[] {
	const { fill, stroke } = item;
	const centred = stroke !== null && stroke.width > 0 ? stroke : undefined;
	// A line inside or outside is one of double width, half of which is not painted.
	const side = centred && isClosed(item) ? centred.position : "center";
	const lined = centred && side !== "center" ? { ...centred, width: 2 * centred.width } : centred;
	const { outline, strokeArea, fillBounds, strokeBounds, dashes } = shapeGeometry(
		shapeOf(item),
		box,
		lined,
	);
	refuseDashes(dashes, `${item.path}/stroke/dash`);
	spend(item.path, shapePrice(outline, lined, dashes));
	const strokes =
		lined && strokeBounds !== null
			? fillsOf(lined.paint, box, picturesOf("stroke/paint"), strokeBounds)
			: [];
	if (strokeArea !== undefined && lined !== undefined && strokeBounds !== null)
		return strokes.map((paint) => path(pathData(strokeArea), paint, strokeBounds));
	const fills = fill === null || fillBounds === null ? [] : fillsOf(fill, box, picturesOf("fill"));
	const lines = lined ? strokes.map((paint) => strokeNode(lined, paint)) : [];
	const { x, y, width, height } = box;
	const node = (inside: Fill | null, line?: StrokeNode): PathNode => ({
		kind: "path",
		data: pathData(outline),
		fill: inside,
		...(line && { stroke: line }),
		...(item.layer.shape === "rectangle" && { box: roundedBox(box, item.look.radii) }),
		...(item.layer.shape === "ellipse" && { ellipse: { x, y, width, height } }),
		bounds:
			line === undefined
				? fillBounds!
				: inside === null
					? strokeBounds!
					: union(fillBounds!, strokeBounds!),
	});
	if (side === "center" && fills.length <= 1 && lines.length <= 1)
		return fills.length + lines.length > 0 ? [node(fills[0] ?? null, lines[0])] : [];
	const areas = fills.map((one) => node(one));
	const along = lines.map((line) => node(null, line));
	if (side === "center" || along.length === 0) return [...areas, ...along];
	// Under an opaque fill, no edge of the line shows.
	if (side === "outside" && isOpaquePaint(fill)) return [...along, ...areas];
	return [...areas, cutToSide(along, side, fillBounds ?? box)];
}

/** Shapes whose outline has an inside. */
export const isClosed = ({ layer }: Pick<ShapeItem, "layer">): boolean =>
	layer.shape !== "line" &&
	layer.shape !== "arrow" &&
	!(layer.shape === "series" && (layer.draw ?? "line") === "line");

/** Leaves the part of lines that is inside or outside of their outline. */
function cutToSide(lines: readonly PathNode[], side: "inside" | "outside", inner: Box): PaintNode {
	const { data, box, bounds: reach } = lines[0]!;
	if (side === "inside")
		return {
			kind: "group",
			children: lines,
			clip: { data, ...(box && { box }) },
			bounds: intersect(inner, reach),
		};
	const { x, y, width, height } = grow(reach, 2);
	const clip = {
		data: `${rectPath(x, y, x + width, y + height)}${data}`,
		rule: "evenodd" as const,
		...(box && { hole: box }),
	};
	return { kind: "group", children: lines, clip, bounds: reach };
}

function strokeNode(
	{ width, dash, cap, join }: NonNullable<ShapeItem["stroke"]>,
	paint: Fill,
): StrokeNode {
	return {
		paint,
		width,
		miterLimit: MITER_LIMIT,
		...(dash && { dash }),
		...(cap && { cap }),
		...(join && { join }),
	};
}

/** Each code is encoded only once per slide, because the longest takes a tenth of a second. */
const encoded = new WeakMap<BarcodeItem, Modules>();

/**
 * A barcode as large as its box allows.
 * @param scale output pixels per pixel
 * @returns null if there is no room
 * @throws ServiceError invalid_render_request if long data does not fit its kind of barcode
 */
export function placedBarcode(item: BarcodeItem, box: Box, scale: number): PlacedBarcode | null {
	const { kind, data, errorCorrection, quietZone } = item.layer;
	const modules = encoded.get(item) ?? encodeBarcode({ kind, data, errorCorrection });
	if ("fault" in modules)
		throw invalid("invalid_render_request", [
			{ path: `${item.path}/data`, message: asClause(modules.fault) },
		]);
	encoded.set(item, modules);
	return placeBarcode(kind, modules, box, quietZone, scale);
}

/**
 * A code on its background.
 * @param scale output pixels per pixel
 * @throws ServiceError as `placedBarcode`
 */
export function barcodeNodes(
	item: BarcodeItem,
	box: Box,
	{ scale, spend }: { readonly scale: number; readonly spend: Spend },
): PaintNode[] {
	spend(item.path, barcodePrice(item.layer));
	const placed = placedBarcode(item, box, scale);
	if (placed === null) return [];
	const ground = boxPath(box, NO_RADII, item.background);
	return [...(item.background.a > 0 ? [ground] : []), path(placed.path, item.color, placed.code)];
}
