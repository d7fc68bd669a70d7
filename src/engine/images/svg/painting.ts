/** Fills and strokes of shapes as plain attributes. */
import { tilesBox } from "./containers.js";
import { colorOf, type Style } from "./css/cascade.js";
import type { Drawing, PaintSource, Place, ReferenceBox } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { outlineLength, tightBox } from "./geometry.js";
import {
	IDENTITY,
	inverse,
	isSane,
	type Matrix,
	multiply,
	printMatrix,
	printNumber,
} from "./matrix.js";
import { type Box, CLOSE, type Outline } from "./outline.js";
import { printPath, type Shape } from "./shapes.js";
import { followTemplates, readUnits } from "./templates.js";
import { colorParts, readLength, readReference, withCurrentColor } from "./values.js";
import type { XmlElement } from "./xml.js";

type Attribute = readonly [name: string, value: string];

/** A paint with its fallback: nothing, a colour, or a definition. */
type Paint = { readonly value: string; readonly opacity: number } | undefined;

/** The width of a shape's stroke in user space; 0 if there is none. */
export function strokeWidth(drawing: Drawing, { style, viewport }: Place): number {
	if ((style.get("stroke") ?? "none") === "none") return 0;
	const diagonal = Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
	const units = drawing.cascade.units(style);
	return Math.max(0, readLength(style.get("stroke-width") ?? "1", diagonal, units) ?? 1);
}

/** The paint of a shape, before it is resolved. */
export function paintSource(style: Style, name: "fill" | "stroke", place: Place): PaintSource {
	const value = style.get(name) ?? (name === "fill" ? "#000000" : "none");
	if (value === "context-fill") return place.context?.fill ?? { value: "none", style, name };
	if (value === "context-stroke") return place.context?.stroke ?? { value: "none", style, name };
	return { value, style, name };
}

function resolvePaint(
	drawing: Drawing,
	source: PaintSource,
	name: "fill" | "stroke",
	place: Place,
	box: ReferenceBox | undefined,
	element: XmlElement,
	shape: Shape,
): Paint {
	const { value, style } = source;
	if (value === "none") return undefined;
	const opacity = Number(style.get(`${source.name}-opacity`) ?? 1);
	const reference = readReference(value);
	if (reference === undefined) {
		const { hex, alpha } = colorOf(style.with({ [name]: value }), name, value);
		return alpha * opacity === 0 ? undefined : { value: hex, opacity: alpha * opacity };
	}
	const context =
		source.box === undefined ? box : { box: source.box, matrix: [1, 0, 0, 1, 0, 0] as Matrix };
	const target = drawing.byId.get(reference.id ?? "");
	const own = (): ReferenceBox | undefined =>
		target?.name === "pattern" && !place.detached && tilesBox(target, drawing.byId)
			? { box: tightBox(shape.outline, IDENTITY) }
			: undefined;
	const flat = context === undefined && isFlat(shape) && target && isRelative(target, drawing);
	const id = flat ? undefined : drawing.reference(reference.id, name, place, context ?? own());
	if (id !== undefined) {
		return id.startsWith("#")
			? { value: colorParts(id).hex, opacity: colorParts(id).alpha * opacity }
			: id === "none"
				? undefined
				: { value: `url(#${id})`, opacity };
	}
	if (reference.id === undefined || reference.id === "")
		drawing.notes.add(`${name} of another file`, element);
	const { fallback } = reference;
	if (fallback === undefined || fallback === "none") return undefined;
	const { hex, alpha } = colorParts(withCurrentColor(fallback, style.get("color") ?? "#000000"));
	return { value: hex, opacity: alpha * opacity };
}

const isFlat = ({ minX, minY, maxX, maxY }: Shape): boolean => maxX === minX || maxY === minY;

/** Whether a gradient or pattern needs a box with an area. */
function isRelative(target: XmlElement, { byId }: Drawing): boolean {
	const units = target.name === "pattern" ? "patternUnits" : "gradientUnits";
	const { attributes } = followTemplates(target, byId, () => false);
	return readUnits(attributes.get(units), "objectBoundingBox") === "objectBoundingBox";
}

function paintAttributes(name: "fill" | "stroke", paint: Paint): Attribute[] {
	if (paint === undefined) return name === "fill" ? [["fill", "none"]] : [];
	const attributes: Attribute[] = [];
	if (name === "stroke" || paint.value !== "#000000") attributes.push([name, paint.value]);
	if (paint.opacity < 1) attributes.push([`${name}-opacity`, printNumber(paint.opacity)]);
	return attributes;
}

/**
 * A shape with its fill and stroke, in painting order; nothing if it is not visible.
 * @param box what paints refer to instead of the box of the shape
 */
export function paintShape(
	drawing: Drawing,
	shape: Shape,
	style: Style,
	place: Place,
	element: XmlElement,
	box: Box | undefined,
): SvgElement[] {
	if ((style.get("visibility") ?? "visible") !== "visible") return [];
	const reference = box && { box };
	const fill =
		shape.name === "line"
			? undefined
			: resolvePaint(
					drawing,
					paintSource(style, "fill", place),
					"fill",
					place,
					reference,
					element,
					shape,
				);
	const width = strokeWidth(drawing, place);
	const scaled =
		style.get("vector-effect") === "non-scaling-stroke" && !place.detached
			? hostOutline(drawing, shape, place)
			: undefined;
	const stroke =
		width > 0
			? resolvePaint(
					drawing,
					paintSource(style, "stroke", place),
					"stroke",
					place,
					scaled === undefined ? reference : { box: box ?? scaled.box, matrix: scaled.matrix },
					element,
					shape,
				)
			: undefined;
	const rendering = style.get("shape-rendering") ?? "auto";
	const common: Attribute[] =
		rendering === "auto" || rendering === "geometricprecision"
			? []
			: [["shape-rendering", rendering === "crispedges" ? "crispEdges" : "optimizeSpeed"]];
	const rule: Attribute[] = style.get("fill-rule") === "evenodd" ? [["fill-rule", "evenodd"]] : [];
	const filling: Attribute[] = [...paintAttributes("fill", fill), ...rule];
	if (stroke === undefined)
		return fill === undefined
			? []
			: [makeElement(shape.name, [...shape.attributes, ...filling, ...common])];
	const stroking: Attribute[] = [
		...paintAttributes("stroke", stroke),
		...strokeAttributes(drawing, shape, style, place, width, scaled?.outline),
	];
	const strokeFirst = (style.get("paint-order") ?? "").startsWith("stroke");
	if (scaled === undefined && !(strokeFirst && fill !== undefined))
		return [makeElement(shape.name, [...shape.attributes, ...filling, ...stroking, ...common])];
	const stroked =
		scaled === undefined
			? makeElement(shape.name, [...shape.attributes, ["fill", "none"], ...stroking, ...common])
			: strokedOutline(drawing, scaled, [["fill", "none"], ...stroking, ...common]);
	if (fill === undefined) return [stroked];
	const filled = makeElement(shape.name, [...shape.attributes, ...filling, ...common]);
	return strokeFirst ? [stroked, filled] : [filled, stroked];
}

interface HostOutline {
	readonly outline: Outline;
	/** From user space to CSS pixels of the drawing, and back. */
	readonly matrix: Matrix;
	readonly back: Matrix;
	readonly box: Box;
}

/** The outline of a shape in CSS pixels of the drawing, where its stroke has its own width. */
function hostOutline(drawing: Drawing, shape: Shape, place: Place): HostOutline | undefined {
	const matrix = multiply(inverse(drawing.host), place.matrix);
	if (!isSane(matrix)) return undefined;
	const back = inverse(matrix);
	if (!isSane(back)) return undefined;
	const { minX, minY, maxX, maxY } = shape;
	return {
		outline: transformOutline(shape.outline, matrix),
		matrix,
		back,
		box: { minX, minY, maxX, maxY },
	};
}

function strokedOutline(
	drawing: Drawing,
	{ outline, back }: HostOutline,
	attributes: readonly Attribute[],
): SvgElement {
	const data = printPath(outline);
	drawing.keepOutline(data, outline);
	return makeElement("path", [["transform", printMatrix(back)], ["d", data], ...attributes]);
}

export function transformOutline(outline: Outline, [a, b, c, d, e, f]: Matrix): number[] {
	const result: number[] = [];
	for (let at = 0; at < outline.length; ) {
		const kind = outline[at++]!;
		result.push(kind);
		const points = kind === CLOSE ? 0 : kind === 2 ? 3 : 1;
		for (let i = 0; i < points; i++, at += 2) {
			const [x, y] = [outline[at]!, outline[at + 1]!];
			result.push(a * x + c * y + e, b * x + d * y + f);
		}
	}
	return result;
}

/** @param outline that is stroked instead of the shape's */
function strokeAttributes(
	drawing: Drawing,
	shape: Shape,
	style: Style,
	place: Place,
	width: number,
	outline: Outline | undefined,
): Attribute[] {
	const { viewport } = place;
	const units = drawing.cascade.units(style);
	const diagonal = Math.hypot(viewport.width, viewport.height) / Math.SQRT2;
	const attributes: Attribute[] = [];
	if (width !== 1) attributes.push(["stroke-width", printNumber(width)]);
	for (const name of ["stroke-linecap", "stroke-linejoin", "stroke-miterlimit"]) {
		const value = style.get(name);
		if (value !== undefined && value !== "butt" && value !== "miter")
			attributes.push([name, value]);
	}
	const written = style.get("stroke-dasharray") ?? "none";
	if (written === "none") return attributes;
	const scale = dashScale(shape, outline);
	const dashes = written
		.split(/\s+(?![^(]*\))/)
		.map((dash) => (readLength(dash, diagonal, units) ?? 0) * scale);
	if (!dashes.some((dash) => dash > 0)) return attributes;
	const offset = (readLength(style.get("stroke-dashoffset"), diagonal, units) ?? 0) * scale;
	attributes.push(["stroke-dasharray", dashes.map(printNumber).join(" ")]);
	if (offset !== 0) attributes.push(["stroke-dashoffset", printNumber(offset)]);
	return attributes;
}

/** Lengths of dashes are in units of the author's path length, if there is one. */
function dashScale(shape: Shape, outline: Outline | undefined): number {
	const { pathLength } = shape;
	if (pathLength === undefined) return 1;
	return outlineLength(outline ?? shape.outline) / pathLength;
}
