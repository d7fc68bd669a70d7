import { tooComplex } from "./budget.js";
import type { Definition, Drawing, Place } from "./drawing.js";
import { element as makeElement } from "./element.js";
import {
	IDENTITY,
	isSane,
	type Matrix,
	multiply,
	parseTransform,
	printMatrix,
	printNumber,
	stretch,
} from "./matrix.js";
import { declaredStyle, inherit, inheritedStyle, type Style } from "./style.js";
import { coordinates, followTemplates, readUnits } from "./templates.js";
import { readLength, readNumber, readReference } from "./values.js";
import { readViewBox, type ViewBox, viewBoxTransform } from "./viewport.js";
import type { XmlElement } from "./xml.js";

const BOX = { x: "x", y: "y", width: "x", height: "y" } as const;
/** Maximum side of a pattern tile in canvas pixels, because the renderer keeps tiles in memory. */
const MAX_TILE = 8_192;

/** Style properties that a definition inherits from its position in the document, as attributes. */
const inheritedAttributes = (style: Style): [name: string, value: string][] =>
	[...style].filter(([, value]) => readReference(value) === undefined);

/** An attribute that refers to a definition, if the definition exists. */
const naming = (attribute: string, id: string | undefined): [name: string, value: string][] =>
	id === undefined ? [] : [[attribute, `url(#${id})`]];

const viewBoxAttribute = (viewBox: ViewBox | undefined): [name: string, value: string][] =>
	viewBox === undefined
		? []
		: [
				[
					"viewBox",
					[viewBox.x, viewBox.y, viewBox.width, viewBox.height].map(printNumber).join(" "),
				],
			];

function contentPlace(drawing: Drawing, element: XmlElement, place: Place): Place {
	const inherited = inherit(
		inheritedStyle(element, drawing.sheet),
		declaredStyle(element, drawing.sheet),
	);
	return { ...place, inherited, layers: place.layers };
}

/** Clip paths contain only shapes, so the use of a shape becomes that shape. */
export function writeClipPath(drawing: Drawing, element: XmlElement, place: Place): Definition {
	const inside = contentPlace(drawing, element, place);
	const content = element.children
		.map((child) => (child.name === "use" ? usedShape(drawing, child) : child))
		.filter((child) => child !== undefined && child.name !== "g" && child.name !== "svg")
		.flatMap((child) => drawing.write(child!, inside) ?? []);
	const style = declaredStyle(element, drawing.sheet);
	const own = readReference(style.get("clip-path") ?? "");
	const outer =
		own === undefined ? undefined : drawing.reference(own.id, "clip-path", place, undefined);
	const units = readUnits(element.attributes.get("clipPathUnits"), "userSpaceOnUse");
	const matrix = transformOf(element.attributes.get("transform"));
	if (matrix === undefined) return undefined;
	return (id) =>
		makeElement(
			"clipPath",
			[
				["id", id],
				["clipPathUnits", units],
				["transform", printMatrix(matrix)],
				...inheritedAttributes(inside.inherited),
				...naming("clip-path", outer),
			],
			content,
		);
}

function usedShape(drawing: Drawing, use: XmlElement): XmlElement | undefined {
	const href = use.attributes.get("href")?.trim() ?? "";
	const target = href.startsWith("#") ? drawing.byId.get(href.slice(1)) : undefined;
	if (target === undefined || target.name === "use") return undefined;
	const x = readNumber(use.attributes.get("x") ?? "0") ?? 0;
	const y = readNumber(use.attributes.get("y") ?? "0") ?? 0;
	const own = multiply(transformOf(use.attributes.get("transform")) ?? IDENTITY, [
		1,
		0,
		0,
		1,
		x,
		y,
	]);
	const matrix = multiply(own, transformOf(target.attributes.get("transform")) ?? IDENTITY);
	const attributes = new Map([
		...use.attributes,
		...target.attributes,
		["transform", printMatrix(matrix)],
	] as [string, string][]);
	for (const [name, value] of declaredStyle(use, drawing.sheet))
		if (!target.attributes.has(name)) attributes.set(name, value);
	return { ...target, attributes };
}

/**
 * A mask, including the mask of the mask. If its content is in user space, distant elements are
 * left out.
 */
export function writeMask(drawing: Drawing, element: XmlElement, place: Place): Definition {
	const { attributes } = element;
	const units = readUnits(attributes.get("maskUnits"), "objectBoundingBox");
	const contentUnits = readUnits(attributes.get("maskContentUnits"), "userSpaceOnUse");
	// In user space, the position of the content is known, so distant elements are left out.
	const detached = contentUnits === "objectBoundingBox" || place.detached;
	const inside = { ...contentPlace(drawing, element, place), detached };
	const box = coordinates(attributes, units, place.viewport, BOX);
	const content = drawing.writeChildren(element, inside);
	const style = declaredStyle(element, drawing.sheet);
	const kind: [string, string][] =
		style.get("mask-type") === "alpha" ? [["mask-type", "alpha"]] : [];
	const own = readReference(style.get("mask") ?? "");
	const outer = own === undefined ? undefined : drawing.reference(own.id, "mask", place, undefined);
	return (id) =>
		makeElement(
			"mask",
			[
				["id", id],
				["maskUnits", units],
				["maskContentUnits", contentUnits],
				...box,
				...kind,
				...inheritedAttributes(inside.inherited),
				...naming("mask", outer),
			],
			content,
		);
}

/**
 * A pattern with its templates resolved; undefined if it paints nothing.
 * @throws ImageFault too_complex for a tile that is too large
 */
export function writePattern(drawing: Drawing, element: XmlElement, place: Place): Definition {
	const { attributes, content: source } = followTemplates(
		element,
		drawing.byId,
		(at) => at.children.length > 0,
	);
	const units = readUnits(attributes.get("patternUnits"), "objectBoundingBox");
	const contentUnits = readUnits(attributes.get("patternContentUnits"), "userSpaceOnUse");
	const matrix = transformOf(attributes.get("patternTransform"));
	const viewBox = readViewBox(attributes.get("viewBox"));
	const whole = units === "objectBoundingBox" ? { width: 1, height: 1 } : place.viewport;
	const width = readLength(attributes.get("width"), whole.width) ?? 0;
	const height = readLength(attributes.get("height"), whole.height) ?? 0;
	if (matrix === undefined || !(width > 0 && height > 0)) return undefined;
	const scale = stretch(multiply(place.matrix, matrix));
	const side = Math.max(width, height) * (units === "objectBoundingBox" ? 1 : scale);
	if (side > MAX_TILE) throw tooComplex(`pattern tile of ${side}`);
	const box = coordinates(attributes, units, place.viewport, BOX);
	const inside = { ...contentPlace(drawing, source, place), viewport: viewBox ?? place.viewport };
	const content = drawing.writeChildren(source, inside);
	const ratio = /^(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: (?:meet|slice))?)$/.exec(
		attributes.get("preserveAspectRatio")?.trim() ?? "",
	);
	const aspect: [string, string][] = ratio === null ? [] : [["preserveAspectRatio", ratio[0]]];
	return (id) =>
		makeElement(
			"pattern",
			[
				["id", id],
				["patternUnits", units],
				["patternContentUnits", contentUnits],
				["patternTransform", printMatrix(matrix)],
				...box,
				...viewBoxAttribute(viewBox),
				...aspect,
				...inheritedAttributes(inside.inherited),
			],
			content,
		);
}

/**
 * A marker, which is drawn at the vertices of the shapes that use it; undefined if it has no size.
 */
export function writeMarker(drawing: Drawing, element: XmlElement, place: Place): Definition {
	const { attributes } = element;
	const width = readLength(attributes.get("markerWidth") ?? "3", place.viewport.width) ?? 3;
	const height = readLength(attributes.get("markerHeight") ?? "3", place.viewport.height) ?? 3;
	if (!(width > 0 && height > 0)) return undefined;
	const viewBox = readViewBox(attributes.get("viewBox"));
	const viewport = viewBox ?? { width, height };
	const fit = viewBoxTransform(viewBox, { width, height }, attributes.get("preserveAspectRatio"));
	if (!isSane(fit)) return undefined;
	const inside = { ...contentPlace(drawing, element, place), viewport };
	const content = drawing.writeChildren(element, inside);
	const refX = readLength(attributes.get("refX"), viewport.width) ?? 0;
	const refY = readLength(attributes.get("refY"), viewport.height) ?? 0;
	const orient = attributes.get("orient") ?? "0";
	const turn =
		orient === "auto" || orient === "auto-start-reverse" ? orient : String(readNumber(orient) ?? 0);
	const units =
		attributes.get("markerUnits") === "userSpaceOnUse" ? "userSpaceOnUse" : "strokeWidth";
	const visible: [string, string][] =
		declaredStyle(element, drawing.sheet).get("overflow") === "visible"
			? [["overflow", "visible"]]
			: [];
	return (id) =>
		makeElement(
			"marker",
			[
				["id", id],
				["markerWidth", printNumber(width)],
				["markerHeight", printNumber(height)],
				["refX", printNumber(refX)],
				["refY", printNumber(refY)],
				["orient", turn],
				["markerUnits", units],
				...viewBoxAttribute(viewBox),
				...visible,
				...inheritedAttributes(inside.inherited),
			],
			content,
		);
}

function transformOf(value: string | undefined): Matrix | undefined {
	const matrix = value === undefined ? IDENTITY : (parseTransform(value) ?? IDENTITY);
	return isSane(matrix) ? matrix : undefined;
}
