/** SVG's gradients as fills of the paint tree. */
import type { SvgElement } from "../images/svg/element.js";
import { IDENTITY, type Matrix, multiply, parseTransform } from "../images/svg/matrix.js";
import { parseCssColor } from "../text/rich/css-color.js";
import { type Fill, type GradientStop, solid } from "./fill.js";

/** The box of a shape without its stroke. */
export interface Bounds {
	readonly minX: number;
	readonly minY: number;
	readonly maxX: number;
	readonly maxY: number;
}

/**
 * @param object box of the painted shape
 * @param opacity of the paint, multiplied into all stops
 * @returns undefined for a gradient that a fill cannot describe: one that repeats, or whose focus
 * is a circle or outside of the gradient
 */
export function gradientFill(
	{ name, attributes, children }: SvgElement,
	object: Bounds,
	opacity: number,
): Fill | undefined {
	if (name !== "linearGradient" && name !== "radialGradient") return undefined;
	if (attributes.has("spreadMethod") || Number(attributes.get("fr") ?? 0) > 0) return undefined;
	const stops = readStops(children, opacity);
	if (stops === undefined) return undefined;
	if (stops.length === 1) return solid(stops[0]!.color);
	const relative = attributes.get("gradientUnits") === "objectBoundingBox";
	const [width, height] = [object.maxX - object.minX, object.maxY - object.minY];
	if (relative && !(width > 0 && height > 0)) return undefined;
	const own = parseTransform(attributes.get("gradientTransform") ?? "");
	if (own === undefined) return undefined;
	const box: Matrix = relative ? [width, 0, 0, height, object.minX, object.minY] : IDENTITY;
	const matrix = multiply(box, own);
	// The default of an absent value is a share of the shape's box, or of a viewport whose size is
	// not known here.
	const read = (key: string, share: number): number => {
		const value = attributes.get(key);
		return value !== undefined ? Number(value) : relative || share === 0 ? share : Number.NaN;
	};
	if (name === "linearGradient") {
		const [x1, y1, x2, y2] = [read("x1", 0), read("y1", 0), read("x2", 1), read("y2", 0)];
		if (![x1, y1, x2, y2].every(Number.isFinite) || (x1 === x2 && y1 === y2)) return undefined;
		return { kind: "linear", x1, y1, x2, y2, stops, matrix };
	}
	const [cx, cy, r] = [read("cx", 0.5), read("cy", 0.5), read("r", 0.5)];
	const [fx, fy] = [Number(attributes.get("fx") ?? cx), Number(attributes.get("fy") ?? cy)];
	if (!(r > 0) || !(Math.hypot(fx - cx, fy - cy) < r * 0.99)) return undefined;
	return { kind: "radial", cx, cy, r, fx, fy, stops, matrix };
}

function readStops(children: readonly SvgElement[], opacity: number): GradientStop[] | undefined {
	let least = 0;
	const stops: GradientStop[] = [];
	for (const { attributes } of children) {
		const color = parseCssColor(attributes.get("stop-color") ?? "black");
		if (color === null) return undefined;
		const at = Math.max(least, Math.min(1, Number(attributes.get("offset") ?? 0)));
		least = at;
		const a = color.a * Number(attributes.get("stop-opacity") ?? 1) * opacity;
		stops.push({ at, color: { ...color, a } });
	}
	return stops.length === 0 ? undefined : stops;
}
