import { SVG_LIMITS, tooComplex } from "./budget.js";
import type { Definition, Drawing, Place } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { isSane, parseTransform, printMatrix, printNumber } from "./matrix.js";
import { declaredStyle, inherit, inheritedStyle } from "./style.js";
import { coordinates, followTemplates, readUnits } from "./templates.js";
import { readFraction } from "./values.js";
import type { XmlElement } from "./xml.js";

const isStop = (element: XmlElement): boolean => element.name === "stop";
/** Writing a gradient. Nanoseconds. */
const STOP = 4_000;
const LINEAR = { x1: "x", y1: "y", x2: "x", y2: "y" } as const;
const RADIAL = { cx: "x", cy: "y", fx: "x", fy: "y", r: "diagonal", fr: "diagonal" } as const;

/** A linear or radial gradient with its templates resolved; undefined if it paints nothing. */
export function writeGradient(drawing: Drawing, element: XmlElement, place: Place): Definition {
	const { attributes, content: source } = followTemplates(element, drawing.byId, (at) =>
		at.children.some(isStop),
	);
	const stops = source.children.filter(isStop);
	if (stops.length === 0) return undefined;
	if (stops.length > SVG_LIMITS.stops) throw tooComplex(`${stops.length} stops`);
	drawing.budget.spend("nanoseconds", stops.length * STOP);
	const units = readUnits(attributes.get("gradientUnits"), "objectBoundingBox");
	const axes = element.name === "linearGradient" ? LINEAR : RADIAL;
	const written = coordinates(attributes, units, place.viewport, axes);
	written.push(["gradientUnits", units]);
	const spread = attributes.get("spreadMethod");
	if (spread === "reflect" || spread === "repeat") written.push(["spreadMethod", spread]);
	const transform = attributes.get("gradientTransform");
	const matrix = transform === undefined ? undefined : parseTransform(transform);
	if (matrix !== undefined) {
		if (!isSane(matrix)) return undefined;
		written.push(["gradientTransform", printMatrix(matrix)]);
	}
	const inherited = inherit(
		inheritedStyle(source, drawing.sheet),
		declaredStyle(source, drawing.sheet),
	);
	const content = stops.map((stop) => writeStop(drawing, stop, inherited.get("color")));
	return (id) => makeElement(element.name, [["id", id], ...written], content);
}

function writeStop(
	drawing: Drawing,
	stop: XmlElement,
	inheritedColor: string | undefined,
): SvgElement {
	const style = declaredStyle(stop, drawing.sheet);
	const offset = readFraction(stop.attributes.get("offset") ?? "0") ?? 0;
	const declared = style.get("stop-color") ?? "black";
	const color =
		declared === "currentColor" ? (style.get("color") ?? inheritedColor ?? "black") : declared;
	const opacity = style.get("stop-opacity") ?? "1";
	return makeElement("stop", {
		offset: printNumber(offset),
		"stop-color": color,
		"stop-opacity": opacity,
	});
}
