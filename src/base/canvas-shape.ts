/** The shape of a canvas, which `only` names: for the service and for the pages in the browser. */

/** Least width / height of each shape, from the widest; a landscape is a banner or wide. */
const SHAPES = [
	["banner", 2.4],
	["wide", 1.2],
	["square", 0.9],
	["portrait", 0.65],
	["story", 0],
] as const;

/** A shape that a canvas has: never "landscape", which is two of them. */
export type OneShape = (typeof SHAPES)[number][0];
export const CANVAS_SHAPES: readonly OneShape[] = SHAPES.map(([shape]) => shape);

/** The shape of a canvas by its width and height, in any unit. */
export function canvasShape(width: number, height: number): OneShape {
	const ratio = width / height;
	return SHAPES.find(([, least]) => ratio >= least)![0];
}

/** Whether `only` names a canvas of a shape. */
export const isShownOn = (only: readonly unknown[], shape: string): boolean =>
	only.includes(shape) || ((shape === "banner" || shape === "wide") && only.includes("landscape"));
