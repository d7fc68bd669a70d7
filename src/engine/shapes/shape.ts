import type { Flip } from "../../contract/enums.js";
import { type ArcSegment, arcOutline } from "./arc-segment.js";
import { fillBounds } from "./bounds.js";
import type { Box } from "./box.js";
import { dashCount, dashFault } from "./dashes.js";
import { ellipseOutline } from "./ellipse.js";
import { flipOutline } from "./flip.js";
import { arrowOutline, lineOutline } from "./line.js";
import type { Outline } from "./outline.js";
import { type PathShape, placePath } from "./path-shape.js";
import { regularPolygon, starOutline, triangleOutline } from "./polygon.js";
import { type Radii, roundedRectangle } from "./rounded-rectangle.js";
import { type Series, seriesOutline } from "./series.js";
import type { Stroke } from "./stroke.js";
import { strokeBounds } from "./stroke-bounds.js";

/** A shape and its parameters; lengths in export pixels. */
export type Shape = ShapeKind & { readonly flip?: Flip | undefined };

type ShapeKind =
	| { readonly kind: "rectangle"; readonly radii?: Radii | undefined }
	| { readonly kind: "ellipse" | "triangle" }
	| { readonly kind: "line" | "arrow"; readonly mirrored?: boolean | undefined }
	| { readonly kind: "polygon"; readonly sides: number }
	| { readonly kind: "star"; readonly points: number; readonly innerRadius: number }
	| ({ readonly kind: "arc" } & ArcSegment)
	| ({ readonly kind: "path" } & PathShape)
	| ({ readonly kind: "series" } & Series);

export interface ShapeGeometry {
	/** The outline to fill (nonzero) and to stroke. */
	readonly outline: Outline;
	/**
	 * An area to fill (nonzero) with the stroke's colour, instead of a stroke: that of an arrow, with
	 * dashes, caps and head.
	 */
	readonly strokeArea?: Outline;
	/** Box around the filled outline; null if nothing is filled. */
	readonly fillBounds: Box | null;
	/** Box around everything in the stroke's colour; null if there is none. */
	readonly strokeBounds: Box | null;
	/** Dashes of the stroke. Check their number with dashFault; an arrow with too many has none. */
	readonly dashes: number;
}

/** The outline of a shape in its box, without its stroke. */
export function shapeOutline(shape: Shape, box: Box): Outline {
	return inMirror(outlineOf(shape, box), shape, box);
}

const inMirror = (outline: Outline, { flip }: Shape, box: Box): Outline =>
	flip === undefined ? outline : flipOutline(outline, flip, box);

function outlineOf(shape: Shape, box: Box): Outline {
	switch (shape.kind) {
		case "rectangle":
			return roundedRectangle(box, shape.radii);
		case "ellipse":
			return ellipseOutline(box);
		case "triangle":
			return triangleOutline(box);
		case "line":
		case "arrow":
			return lineOutline(box, shape.mirrored);
		case "polygon":
			return regularPolygon(box, shape.sides);
		case "star":
			return starOutline(box, shape.points, shape.innerRadius);
		case "arc":
			return arcOutline(box, shape);
		case "path":
			return placePath(shape, box);
		case "series":
			return seriesOutline(shape, box);
	}
}

/** Outlines and bounds of a shape, in time linear in its parameters. */
export function shapeGeometry(shape: Shape, box: Box, stroke?: Stroke): ShapeGeometry {
	const outline = shapeOutline(shape, box);
	const open =
		shape.kind === "line" ||
		shape.kind === "arrow" ||
		(shape.kind === "series" && shape.draw === "line");
	const filled = open ? null : fillBounds(outline);
	const dashes = stroke?.dash && stroke.width > 0 ? dashCount(outline, stroke.dash) : 0;
	if (stroke === undefined) return { outline, fillBounds: filled, strokeBounds: null, dashes };
	if (shape.kind !== "arrow")
		return { outline, fillBounds: filled, strokeBounds: strokeBounds(outline, stroke), dashes };
	const drawable = dashFault(dashes) === undefined ? stroke : { ...stroke, dash: undefined };
	const strokeArea = inMirror(arrowOutline(box, drawable, shape.mirrored), shape, box);
	return { outline, strokeArea, fillBounds: null, strokeBounds: fillBounds(strokeArea), dashes };
}
