import { SVG_LIMITS, tooComplex } from "./budget.js";
import { clipShape } from "./clip-shapes.js";
import type { Style } from "./css/cascade.js";
import { splitTop } from "./css/syntax.js";
import type { Drawing, Place } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { filterFunctions } from "./filter-functions.js";
import type { Shift } from "./filter-quirks.js";
import { noiseShift } from "./filter-quirks.js";
import { needsBox } from "./filters.js";
import { isIdentity, type Matrix, printMatrix, printNumber, translation } from "./matrix.js";
import type { Box } from "./outline.js";
import { SHAPE_NAMES } from "./shapes.js";
import { readReference } from "./values.js";
import type { XmlElement } from "./xml.js";

type Attribute = readonly [name: string, value: string];

/** Groups with the opacity, clip path, mask, filter and blending of an element. */
export class Effects {
	readonly #drawing: Drawing;

	constructor(drawing: Drawing) {
		this.#drawing = drawing;
	}

	/**
	 * @param own transform of the element
	 * @param place of its content
	 * @param box of its content, in its own space
	 */
	wrap(
		content: SvgElement[],
		element: XmlElement,
		own: Matrix,
		place: Place,
		box: () => Box,
	): SvgElement {
		const { style } = place;
		const transform: Attribute[] = isIdentity(own) ? [] : [["transform", printMatrix(own)]];
		const [only] = content;
		if (!needsLayer(style)) {
			if (content.length > 1 || only === undefined) return makeElement("g", transform, content);
			return merged(only, transform);
		}
		if (place.layers + 1 > SVG_LIMITS.layerDepth) throw tooComplex("layers in layers");
		const folded =
			content.length === 1 && only !== undefined ? foldOpacity(only, style) : undefined;
		if (folded !== undefined) return merged(folded, transform);
		const outer: Attribute[] = [
			...this.clip(element, place, box),
			...this.#mask(element, place, box),
			...blending(style),
		];
		const filters = this.#filters(element, place, box);
		let inner = content;
		for (const filter of filters) {
			this.#drawing.spendLayer(place);
			inner = [withFilter(filter, inner)];
		}
		const attributes = [...transform, ...outer];
		const [group] = inner;
		// A single group takes the attributes of the group around it; filters come first.
		if (inner.length === 1 && group?.attributes.has("filter"))
			return makeElement("g", [...attributes, ...group.attributes], group.children);
		return makeElement("g", attributes, inner);
	}

	/** Whether a filter paints something for an element without content. */
	paintsByFilter({ own }: Style): boolean {
		const id = readReference(own.get("filter") ?? "none")?.id;
		const filter = this.#drawing.byId.get(id ?? "");
		return filter?.attributes.get("filterUnits") === "userSpaceOnUse";
	}

	/** The clip path of an element, as an attribute. */
	clip(element: XmlElement, place: Place, box: () => Box): Attribute[] {
		const value = place.style.get("clip-path") ?? "none";
		if (value === "none") return [];
		const reference = readReference(value);
		const drawing = this.#drawing;
		const id =
			reference === undefined
				? clipShape(drawing, value, place, box())
				: drawing.reference(reference.id, "clip-path", place);
		if (reference !== undefined && reference.id === undefined)
			drawing.notes.add("clip-path of another file", element);
		// A missing clip path is ignored by browsers.
		return id === undefined ? [] : [["clip-path", `url(#${id})`]];
	}

	#mask(element: XmlElement, place: Place, _box: () => Box): Attribute[] {
		const reference = readReference(place.style.get("mask") ?? "none");
		if (reference === undefined) return [];
		if (reference.id === undefined) this.#drawing.notes.add("mask of another file", element);
		const id = this.#drawing.reference(reference.id, "mask", place);
		return id === undefined ? [] : [["mask", `url(#${id})`]];
	}

	/** The definitions of an element's filters; the first one applies first. */
	#filters(element: XmlElement, place: Place, box: () => Box): Applied[] {
		const value = place.style.get("filter") ?? "none";
		if (value === "none") return [];
		const ids: Applied[] = [];
		let functions: string[] = [];
		const flush = () => {
			if (functions.length === 0) return;
			const id = filterFunctions(this.#drawing, functions, place, box, element);
			if (id !== undefined) ids.push({ id, shift: undefined });
			functions = [];
		};
		for (const one of splitTop(value.replace(/\)\s*(?=[a-z])/gi, ") "), " ")) {
			const reference = readReference(one);
			if (reference === undefined) {
				functions.push(one);
				continue;
			}
			flush();
			if (reference.id === undefined) this.#drawing.notes.add("filter of another file", element);
			const target = this.#drawing.byId.get(reference.id ?? "");
			const id = this.#drawing.reference(
				reference.id,
				"filter",
				place,
				target && needsBox(target) ? { box: box() } : undefined,
			);
			if (id !== undefined) ids.push({ id, shift: target && noiseShift(target, place) });
		}
		flush();
		if (ids.length > SVG_LIMITS.layerDepth) throw tooComplex("filters of one element");
		return ids;
	}
}

/** A filter that is applied. */
interface Applied {
	readonly id: string;
	/** The element is moved by this, filtered, and moved back. */
	readonly shift: Shift | undefined;
}

function withFilter({ id, shift }: Applied, content: SvgElement[]): SvgElement {
	const filter = { filter: `url(#${id})` };
	if (shift === undefined) return makeElement("g", filter, content);
	const by = (sign: number) => ({
		transform: printMatrix(translation(sign * shift.x, sign * shift.y)),
	});
	return makeElement("g", by(-1), [makeElement("g", filter, [makeElement("g", by(1), content)])]);
}

export const needsLayer = (style: Style): boolean =>
	["clip-path", "mask", "filter"].some((name) => (style.own.get(name) ?? "none") !== "none") ||
	blending(style).length > 0;

function blending(style: Style): Attribute[] {
	const opacity = style.own.get("opacity") ?? "1";
	const blend = style.own.get("mix-blend-mode") ?? "normal";
	const isolation = style.own.get("isolation") ?? "auto";
	return [
		...(opacity === "1" ? [] : [["opacity", opacity] as const]),
		...(blend === "normal" ? [] : [["mix-blend-mode", blend] as const]),
		...(isolation === "auto" ? [] : [["isolation", isolation] as const]),
	];
}

/** Adds attributes to an element that has none of them; its transform applies first. */
function merged(element: SvgElement, attributes: readonly Attribute[]): SvgElement {
	if (attributes.length === 0) return element;
	if (element.attributes.has("transform")) return makeElement("g", attributes, [element]);
	return makeElement(element.name, [...attributes, ...element.attributes], element.children);
}

/**
 * The opacity of a shape that is only filled or only stroked needs no layer; it is multiplied into
 * that paint.
 */
function foldOpacity(shape: SvgElement, style: Style): SvgElement | undefined {
	const effects = ["clip-path", "mask", "filter", "mix-blend-mode", "isolation"];
	if (!SHAPE_NAMES.has(shape.name) || effects.some((name) => style.own.has(name))) return undefined;
	const filled = shape.attributes.get("fill") !== "none";
	const stroked = shape.attributes.has("stroke");
	if (filled && stroked) return undefined;
	const paint = filled ? "fill-opacity" : "stroke-opacity";
	const opacity = Number(style.own.get("opacity") ?? 1) * Number(shape.attributes.get(paint) ?? 1);
	return makeElement(shape.name, new Map([...shape.attributes, [paint, printNumber(opacity)]]));
}
