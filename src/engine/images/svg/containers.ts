import { tooComplex } from "./budget.js";
import type { Definition, Drawing, Place, ReferenceBox } from "./drawing.js";
import { element as makeElement } from "./element.js";
import {
	IDENTITY,
	isIdentity,
	isSane,
	type Matrix,
	multiply,
	parseTransform,
	printMatrix,
	printNumber,
	stretch,
} from "./matrix.js";
import { manyTiles } from "./pattern-tiles.js";
import { boxMatrix } from "./price/outline.js";
import { coordinates, followTemplates, readUnits } from "./templates.js";
import { readLength, readReference } from "./values.js";
import { readViewBox, type ViewBox, viewBoxTransform } from "./viewport.js";
import type { XmlElement } from "./xml.js";

const BOX = { x: "x", y: "y", width: "x", height: "y" } as const;
/** A mask's region that is not given. */
const MASK_BOX = { x: "-10%", y: "-10%", width: "120%", height: "120%" };
/** Maximum side of a pattern tile in canvas pixels, because the renderer keeps tiles in memory. */
const MAX_TILE = 8_192;

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

/** Clip paths contain only shapes; the use of a shape becomes that shape. */
export function writeClipPath(drawing: Drawing, element: XmlElement, place: Place): Definition {
	const style = drawing.cascade.placed(element);
	const inside = { ...place, style, clipping: true };
	const content = element.children.flatMap((child) => drawing.write(child, inside) ?? []);
	const own = readReference(style.own.get("clip-path") ?? "");
	const outer = own === undefined ? undefined : drawing.reference(own.id, "clip-path", place);
	const units = readUnits(element.attributes.get("clipPathUnits"), "userSpaceOnUse");
	const matrix = transformOf(style.own.get("transform"));
	if (matrix === undefined) return undefined;
	return (id) =>
		makeElement(
			"clipPath",
			[
				["id", id],
				["clipPathUnits", units],
				["transform", printMatrix(matrix)],
				...naming("clip-path", outer),
			],
			content,
		);
}

/**
 * A mask; as in browsers, a mask of a mask has no effect. If its content is in user space, distant
 * elements are left out.
 */
export function writeMask(drawing: Drawing, element: XmlElement, place: Place): Definition {
	const { attributes } = element;
	const style = drawing.cascade.placed(element);
	const units = readUnits(attributes.get("maskUnits"), "objectBoundingBox");
	const contentUnits = readUnits(attributes.get("maskContentUnits"), "userSpaceOnUse");
	// In user space, the position of the content is known, so distant elements are left out.
	const detached = contentUnits === "objectBoundingBox" || place.detached;
	const inside = { ...place, style, detached, clipping: false };
	const box = coordinates(attributes, units, place.viewport, BOX, MASK_BOX);
	const content = drawing.writeChildren(element, inside);
	const kind: [string, string][] =
		style.own.get("mask-type") === "alpha" ? [["mask-type", "alpha"]] : [];
	if (style.get("color-interpolation") === "linearRGB" && kind.length === 0)
		drawing.notes.add("color-interpolation of a mask", element);
	return (id) =>
		makeElement(
			"mask",
			[["id", id], ["maskUnits", units], ["maskContentUnits", contentUnits], ...box, ...kind],
			content,
		);
}

/**
 * A pattern with its templates resolved; `none` if it paints nothing.
 * @param reference what its units refer to, instead of the shape
 * @param detached the position of the shape on the canvas is not known
 * @throws ImageFault too_complex for a tile that is too large
 */
export function writePattern(
	drawing: Drawing,
	element: XmlElement,
	place: Place,
	reference: ReferenceBox | undefined,
	detached: boolean,
): Definition | string {
	const { attributes, content: source } = followTemplates(
		element,
		drawing.byId,
		(at) => at.children.length > 0,
	);
	const relative =
		readUnits(attributes.get("patternUnits"), "objectBoundingBox") === "objectBoundingBox";
	const contentUnits = readUnits(attributes.get("patternContentUnits"), "userSpaceOnUse");
	const own = transformOf(attributes.get("patternTransform"));
	const viewBox = readViewBox(attributes.get("viewBox"));
	const units = relative ? "objectBoundingBox" : "userSpaceOnUse";
	const box = new Map(coordinates(attributes, units, place.viewport, BOX));
	const side = (name: "width" | "height") => Number(box.get(name) ?? 0);
	if (own === undefined || !(side("width") > 0 && side("height") > 0)) return "none";
	let matrix = reference?.matrix === undefined ? own : multiply(reference.matrix, own);
	let resolvedUnits: string = units;
	if (reference !== undefined && relative) {
		// The box of the reference instead of that of the shape.
		const [sx, , , sy, dx, dy] = boxMatrix(reference.box);
		const at = (name: string, scale: number) => Number(box.get(name) ?? 0) * scale;
		for (const [name, value] of [
			["x", at("x", sx) + dx],
			["y", at("y", sy) + dy],
			["width", at("width", sx)],
			["height", at("height", sy)],
		] as const)
			box.set(name, printNumber(value));
		resolvedUnits = "userSpaceOnUse";
	}
	if (!isSane(matrix)) matrix = IDENTITY;
	const scale = stretch(multiply(place.matrix, matrix));
	const longest =
		Math.max(side("width"), side("height")) * (resolvedUnits === "objectBoundingBox" ? 1 : scale);
	if (longest > MAX_TILE) throw tooComplex(`a pattern tile of ${Math.round(longest)} pixels`);
	const style = drawing.cascade.placed(source);
	const inside = {
		...place,
		style,
		viewport: viewBox ?? place.viewport,
		clipping: false,
	};
	let content = drawing.writeChildren(source, inside);
	const ratio = /^(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: (?:meet|slice))?)$/.exec(
		attributes.get("preserveAspectRatio")?.trim() ?? "",
	);
	const aspect: [string, string][] = ratio === null ? [] : [["preserveAspectRatio", ratio[0]]];
	let contained: [string, string][] = [
		["patternContentUnits", contentUnits],
		...viewBoxAttribute(viewBox),
		...aspect,
	];
	const relativeContent = contentUnits === "objectBoundingBox" && viewBox === undefined;
	if (!detached && resolvedUnits === "userSpaceOnUse" && (reference || !relativeContent)) {
		const size = { width: side("width"), height: side("height") };
		const fit =
			reference !== undefined && relativeContent
				? withoutShift(boxMatrix(reference.box))
				: viewBoxTransform(viewBox, size, ratio?.[0]);
		const inner = isIdentity(fit)
			? content
			: [makeElement("g", { transform: printMatrix(fit) }, content)];
		const tiles = manyTiles(drawing, inner, size, multiply(place.matrix, own), MAX_TILE);
		if (tiles !== undefined) {
			content = tiles.content;
			contained = [["patternContentUnits", "userSpaceOnUse"]];
			box.set("width", printNumber(tiles.size.width));
			box.set("height", printNumber(tiles.size.height));
		}
	}
	return (id) =>
		makeElement(
			"pattern",
			[
				["id", id],
				["patternUnits", resolvedUnits],
				["patternTransform", printMatrix(matrix)],
				...box,
				...contained,
			],
			content,
		);
}

const withoutShift = ([a, b, c, d]: Matrix): Matrix => [a, b, c, d, 0, 0];

/** Whether a pattern has several tiles in the box of each shape. */
export function tilesBox(element: XmlElement, byId: ReadonlyMap<string, XmlElement>): boolean {
	const { attributes } = followTemplates(element, byId, () => false);
	if (readUnits(attributes.get("patternUnits"), "objectBoundingBox") !== "objectBoundingBox")
		return false;
	return ["width", "height"].some((name) => (readLength(attributes.get(name), 1) ?? 0) < 0.9);
}

function transformOf(value: string | undefined): Matrix | undefined {
	const matrix = value === undefined ? IDENTITY : (parseTransform(value) ?? IDENTITY);
	return isSane(matrix) ? matrix : undefined;
}
