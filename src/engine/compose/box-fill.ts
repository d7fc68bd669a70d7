/** Boxes and ellipses, which are filled without a rasteriser. */
import { IDENTITY, inverse, type Matrix, multiply } from "../images/svg/matrix.js";
import type { PathNode, RoundedBox } from "../paint/node.js";
import { type Box, isEmpty, mapBox } from "../scene/geometry.js";
import { type BrushFill, isBrush } from "./brush.js";

/** A box that is filled without a rasteriser. */
export interface BoxFill {
	readonly kind: "box";
	readonly box: RoundedBox;
	readonly fill: BrushFill;
	/** From the space of the box and the fill to the slide. */
	readonly matrix: Matrix;
	readonly bounds: Box;
}

/** The box with which a circle of radius 1 around the origin is drawn. */
const CIRCLE: RoundedBox = { x: -1, y: -1, width: 2, height: 2, radii: [1, 1, 1, 1] };

/**
 * The fill of a path that is a box or an ellipse; undefined for any other path.
 * @param matrix from the space of the path to the slide
 */
export function boxFill({ box, ellipse, fill }: PathNode, matrix: Matrix): BoxFill | undefined {
	if (fill === null || !isBrush(fill)) return undefined;
	if (box) return { kind: "box", box, fill, matrix, bounds: mapBox(matrix, box) };
	if (!ellipse || isEmpty(ellipse)) return undefined;
	const { x, y, width, height } = ellipse;
	const toEllipse: Matrix = [width / 2, 0, 0, height / 2, x + width / 2, y + height / 2];
	const own = multiply(matrix, toEllipse);
	const inCircle = (other: Exclude<BrushFill, { kind: "solid" }>): BrushFill => ({
		...other,
		matrix: multiply(inverse(toEllipse), other.matrix ?? IDENTITY),
	});
	return {
		...{ kind: "box", box: CIRCLE, matrix: own, bounds: mapBox(own, CIRCLE) },
		fill: fill.kind === "solid" ? fill : inCircle(fill),
	};
}
