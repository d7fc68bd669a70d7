import { SVG_LIMITS, tooComplex } from "./budget.js";
import { colorOf } from "./css/cascade.js";
import type { Definition, Drawing, Place, ReferenceBox } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { linearStops } from "./linear-rgb.js";
import { IDENTITY, isSane, multiply, parseTransform, printMatrix, printNumber } from "./matrix.js";
import { boxMatrix } from "./price/outline.js";
import { coordinates, followTemplates, readUnits } from "./templates.js";
import { readFraction } from "./values.js";
import type { XmlElement } from "./xml.js";

const isStop = (element: XmlElement): boolean => element.name === "stop";
/** Writing a gradient. Nanoseconds. */
const STOP = 4_000;
const LINEAR = { x1: "x", y1: "y", x2: "x", y2: "y" } as const;
const RADIAL = { cx: "x", cy: "y", fx: "x", fy: "y", r: "diagonal", fr: "diagonal" } as const;

/**
 * A linear or radial gradient with its templates resolved; `none` or a colour if it paints that.
 * @param reference what its units refer to, instead of the shape
 */
export function writeGradient(
	drawing: Drawing,
	element: XmlElement,
	place: Place,
	reference: ReferenceBox | undefined,
): Definition | string {
	const { attributes, content: source } = followTemplates(element, drawing.byId, (at) =>
		at.children.some(isStop),
	);
	const stops = source.children.filter(isStop);
	if (stops.length === 0) return "none";
	if (stops.length > SVG_LIMITS.stops) throw tooComplex(`${stops.length} stops`);
	drawing.budget.spend("nanoseconds", stops.length * STOP);
	const units = readUnits(attributes.get("gradientUnits"), "objectBoundingBox");
	const linear = element.name === "linearGradient";
	let content = writeStops(drawing, stops);
	const last = content.at(-1)!.attributes;
	const solid = `${last.get("stop-color")}/${last.get("stop-opacity") ?? 1}`;
	if (content.length === 1) return solid;
	const relative = units === "objectBoundingBox";
	const written = new Map(
		coordinates(attributes, units, place.viewport, linear ? LINEAR : RADIAL, INITIAL),
	);
	const number = (name: string) => Number(written.get(name));
	const point = linear
		? written.get("x1") === written.get("x2") && written.get("y1") === written.get("y2")
		: !(number("r") > 0);
	if (point) return solid;
	const spread = attributes.get("spreadMethod");
	const repeated = spread === "reflect" || spread === "repeat";
	if (!linear && number("fr") > 0 && repeated)
		drawing.notes.add("fr of a repeated gradient", element);
	if (drawing.cascade.placed(element).get("color-interpolation") === "linearRGB")
		content = linearStops(content);
	if (!linear) content = fromFocalCircle(content, number("fr") / number("r"));
	written.delete("fr");
	const own = parseTransform(attributes.get("gradientTransform") ?? "") ?? IDENTITY;
	if (!isSane(own)) return "none";
	let matrix = own;
	if (reference !== undefined) {
		if (relative) matrix = multiply(boxMatrix(reference.box), matrix);
		if (reference.matrix !== undefined) matrix = multiply(reference.matrix, matrix);
		if (!isSane(matrix)) return "none";
	}
	const resolved: [string, string][] = [
		...written,
		["gradientUnits", reference === undefined ? units : "userSpaceOnUse"],
	];
	if (repeated) resolved.push(["spreadMethod", spread]);
	if (matrix !== IDENTITY) resolved.push(["gradientTransform", printMatrix(matrix)]);
	return (id) => makeElement(element.name, [["id", id], ...resolved], content);
}

/** The renderer has no focal circle, so the stops begin at its edge instead. @param share of r */
function fromFocalCircle(stops: SvgElement[], share: number): SvgElement[] {
	if (!(share > 0 && share < 1)) return stops;
	return stops.map(({ name, attributes }) => {
		const offset = share + (1 - share) * Number(attributes.get("offset"));
		return makeElement(name, new Map([...attributes, ["offset", printNumber(offset)]]));
	});
}

/** Values of coordinates that are not given, as shares of the box or the viewport. */
const INITIAL = { x1: "0%", y1: "0%", x2: "100%", y2: "0%", cx: "50%", cy: "50%", r: "50%" };

function writeStops(drawing: Drawing, stops: readonly XmlElement[]): SvgElement[] {
	let least = 0;
	return stops.map((stop) => {
		const style = drawing.cascade.placed(stop);
		const offset = Math.max(least, readFraction(stop.attributes.get("offset") ?? "0") ?? 0);
		least = offset;
		const { hex, alpha } = colorOf(style, "stop-color", "#000000");
		const opacity = alpha * Number(style.get("stop-opacity") ?? 1);
		return makeElement("stop", {
			offset: printNumber(offset),
			"stop-color": hex,
			"stop-opacity": opacity < 1 ? printNumber(opacity) : undefined,
		});
	});
}
