import { malformed, SVG_LIMITS, type SvgBudget, tooComplex } from "./budget.js";
import type { StyleSheet } from "./css.js";
import { Definitions } from "./definitions.js";
import type { Drawing, Place } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
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
import type { Outline } from "./outline.js";
import { readShape, SHAPE_NAMES, type Shape } from "./shapes.js";
import { declaredStyle, inherit, type Style } from "./style.js";
import { readLength, readReference } from "./values.js";
import { readViewBox, type Size, viewBoxTransform } from "./viewport.js";
import type { XmlElement } from "./xml.js";

/** Elements with visible content that this service does not draw in SVG sources. */
const REFUSED: ReadonlySet<string> = new Set(["image", "feImage"]);
const CONTAINERS: ReadonlySet<string> = new Set(["g", "a", "switch"]);
const LAYER_REFERENCES = ["clip-path", "mask", "filter"] as const;
type Attributes = (readonly [name: string, value: string])[];

/**
 * Writes a new SVG with the elements of the allow-list. Uses are followed here, nested viewports
 * become groups, and shapes far outside of the canvas are left out, because a layer around such a
 * shape makes resvg abort.
 */
export class SvgWriter implements Drawing {
	readonly definitions: Definitions;
	/** The elements that are being followed, to detect uses that contain themselves. */
	readonly #open = new Set<XmlElement>();
	readonly #paths = new Map<XmlElement, Shape>();
	/** Outlines of the path data and lists of points that were written. */
	readonly outlines = new Map<string, Outline>();
	/** Whether a shape was written that reaches beyond the canvas by more than half of its size. */
	reachesFar = false;

	constructor(
		readonly canvas: Size,
		readonly sheet: StyleSheet,
		readonly byId: ReadonlyMap<string, XmlElement>,
		readonly budget: SvgBudget,
	) {
		this.definitions = new Definitions(this);
	}

	reference(
		id: string,
		property: string,
		place: Place,
		shape: Shape | undefined,
	): string | undefined {
		return this.definitions.reference(id, property, place, shape);
	}

	/** An element with its content; undefined if nothing is drawn. */
	write(element: XmlElement, place: Place): SvgElement | undefined {
		const { name } = element;
		if (REFUSED.has(name)) throw malformed(`${name} element`);
		const drawn = SHAPE_NAMES.has(name) || CONTAINERS.has(name) || name === "use" || name === "svg";
		if (!drawn) return undefined;
		this.budget.spend("drawn");
		if (place.depth > SVG_LIMITS.depth) throw tooComplex("nesting");
		if (this.#open.has(element)) throw tooComplex("element that contains itself");
		const style = declaredStyle(element, this.sheet);
		if (style.get("display") === "none") return undefined;
		const own = ownTransform(element);
		if (own === undefined) return undefined;
		const matrix = multiply(place.matrix, own);
		if (!place.detached && !isSane(matrix)) return undefined;
		const inner = {
			...place,
			matrix,
			inherited: inherit(place.inherited, style),
			depth: place.depth + 1,
		};
		this.#open.add(element);
		try {
			if (SHAPE_NAMES.has(name)) return this.#shape(element, style, own, inner);
			return this.#group(element, style, own, inner);
		} finally {
			this.#open.delete(element);
		}
	}

	/** The children of a container, in order. */
	writeChildren(element: XmlElement, place: Place): SvgElement[] {
		if (element.name === "switch") {
			const first = element.children.find(
				(child) =>
					!child.attributes.has("requiredExtensions") &&
					(SHAPE_NAMES.has(child.name) ||
						CONTAINERS.has(child.name) ||
						child.name === "use" ||
						child.name === "svg"),
			);
			return first === undefined ? [] : listOf(this.write(first, place));
		}
		return element.children.flatMap((child) => this.write(child, place) ?? []);
	}

	/** The root element. Its viewport is the picture, which is already part of the matrix. */
	writeRoot(root: XmlElement, place: Place): SvgElement[] {
		const style = declaredStyle(root, this.sheet);
		if (style.get("display") === "none") return [];
		this.#open.add(root);
		const layers = needsLayer(style) ? 1 : 0;
		const effects = this.#layerEffects(style, place, layers, undefined);
		const content = this.writeChildren(root, { ...place, layers, depth: 1 });
		if (content.length === 0) return [];
		return [
			makeElement("g", [...this.#styleAttributes(style, place, undefined), ...effects], content),
		];
	}

	#group(
		element: XmlElement,
		style: Map<string, string>,
		own: Matrix,
		place: Place,
	): SvgElement | undefined {
		const layers = needsLayer(style) ? place.layers + 1 : place.layers;
		const effects = this.#layerEffects(style, place, layers, undefined);
		const inside = { ...place, layers };
		const content =
			element.name === "use"
				? this.#use(element, inside)
				: element.name === "svg"
					? this.writeViewport(element, inside)
					: this.writeChildren(element, inside);
		if (content.length === 0) return undefined;
		const styled = this.#styleAttributes(style, place, undefined);
		return makeElement("g", [...transformAttribute(own), ...styled, ...effects], content);
	}

	#use(element: XmlElement, place: Place): SvgElement[] {
		const href = element.attributes.get("href")?.trim() ?? "";
		if (!href.startsWith("#")) {
			if (href !== "") throw malformed("use of another file");
			return [];
		}
		const target = this.byId.get(href.slice(1));
		if (target === undefined) return [];
		const x = readLength(element.attributes.get("x"), place.viewport.width) ?? 0;
		const y = readLength(element.attributes.get("y"), place.viewport.height) ?? 0;
		const shift: Matrix = [1, 0, 0, 1, x, y];
		const moved = { ...place, matrix: multiply(place.matrix, shift), depth: place.depth + 1 };
		const content =
			target.name === "symbol"
				? this.#symbol(target, element, moved)
				: listOf(this.write(target, moved));
		return content.length === 0 ? [] : [makeElement("g", transformAttribute(shift), content)];
	}

	#symbol(symbol: XmlElement, use: XmlElement, place: Place): SvgElement[] {
		if (this.#open.has(symbol)) throw tooComplex("symbol that contains itself");
		this.budget.spend("drawn");
		this.#open.add(symbol);
		try {
			const style = declaredStyle(symbol, this.sheet);
			const inside = { ...place, inherited: inherit(place.inherited, style) };
			const content = this.writeViewport(symbol, inside, use.attributes);
			if (content.length === 0) return [];
			return [makeElement("g", this.#styleAttributes(style, place, undefined), content)];
		} finally {
			this.#open.delete(symbol);
		}
	}

	/**
	 * A nested svg or a symbol as a group, with its viewBox as a transform and its edge as a clip.
	 */
	writeViewport(
		element: XmlElement,
		place: Place,
		sizedBy?: ReadonlyMap<string, string>,
	): SvgElement[] {
		const { attributes } = element;
		const side = (name: "width" | "height"): number =>
			readLength(sizedBy?.get(name) ?? attributes.get(name), place.viewport[name]) ??
			place.viewport[name];
		const size = { width: side("width"), height: side("height") };
		if (!(size.width > 0 && size.height > 0)) return [];
		const x =
			element.name === "svg" ? (readLength(attributes.get("x"), place.viewport.width) ?? 0) : 0;
		const y =
			element.name === "svg" ? (readLength(attributes.get("y"), place.viewport.height) ?? 0) : 0;
		const viewBox = readViewBox(attributes.get("viewBox"));
		const fit = viewBoxTransform(viewBox, size, attributes.get("preserveAspectRatio"));
		const inner = multiply([1, 0, 0, 1, x, y], fit);
		const matrix = multiply(place.matrix, inner);
		if (!isSane(matrix)) return [];
		const viewport = viewBox ?? size;
		const content = this.writeChildren(element, {
			...place,
			matrix,
			viewport,
			depth: place.depth + 1,
		});
		if (content.length === 0) return [];
		const group = makeElement("g", transformAttribute(inner), content);
		const overflow = declaredStyle(element, this.sheet).get("overflow") ?? "hidden";
		if (overflow === "visible" || this.#coversCanvas(place, x, y, size)) return [group];
		this.spendLayer(place);
		const clip = this.definitions.addRectangleClip(x, y, size);
		return [makeElement("g", { "clip-path": `url(#${clip})` }, [group])];
	}

	#coversCanvas(place: Place, x: number, y: number, size: Size): boolean {
		const [a, b, c, d, e, f] = place.matrix;
		if (place.detached || b !== 0 || c !== 0) return false;
		const xs = [a * x + e, a * (x + size.width) + e];
		const ys = [d * y + f, d * (y + size.height) + f];
		const near = 0.01;
		return (
			Math.min(...xs) <= near &&
			Math.max(...xs) >= this.canvas.width - near &&
			Math.min(...ys) <= near &&
			Math.max(...ys) >= this.canvas.height - near
		);
	}

	#shape(
		element: XmlElement,
		style: Map<string, string>,
		own: Matrix,
		place: Place,
	): SvgElement | undefined {
		const shape = this.#read(element, place);
		if (shape === undefined || !this.#within(shape, place)) return undefined;
		this.budget.spend("segments", shape.segments);
		for (const [, value] of shape.attributes) this.budget.spend("nanoseconds", value.length * 50);
		foldOpacity(style, place.inherited);
		const layers = needsLayer(style) ? place.layers + 1 : place.layers;
		const effects = this.#layerEffects(style, place, layers, shape);
		const styled = this.#styleAttributes(style, place, shape);
		const name = element.name === "circle" ? "ellipse" : element.name;
		const attributes = [...transformAttribute(own), ...shape.attributes, ...styled, ...effects];
		return makeElement(name, attributes);
	}

	/**
	 * Path data is read only once, however often it is used, because it does not depend on its
	 * position.
	 */
	#read(element: XmlElement, place: Place): Shape | undefined {
		const known = this.#paths.get(element);
		if (known !== undefined) return known;
		const shape = readShape(element.name, element.attributes, place.viewport);
		if (shape?.outline !== undefined) {
			this.#paths.set(element, shape);
			this.outlines.set(shape.attributes[0]![1], shape.outline);
		}
		return shape;
	}

	/** Whether the shape is close enough to the canvas; refuses coordinates beyond the limits. */
	#within(shape: Shape, place: Place): boolean {
		if (place.detached) return true;
		const [a, b, c, d, e, f] = place.matrix;
		const stroke = strokeReach(place);
		const halfX =
			(Math.abs(a) * (shape.maxX - shape.minX) + Math.abs(c) * (shape.maxY - shape.minY)) / 2 +
			stroke;
		const halfY =
			(Math.abs(b) * (shape.maxX - shape.minX) + Math.abs(d) * (shape.maxY - shape.minY)) / 2 +
			stroke;
		const midX = (shape.minX + shape.maxX) / 2;
		const midY = (shape.minY + shape.maxY) / 2;
		const x = a * midX + c * midY + e;
		const y = b * midX + d * midY + f;
		const { width, height } = this.canvas;
		// A shadow or blur may be visible from one canvas size away.
		if (
			x + halfX < -width ||
			x - halfX > 2 * width ||
			y + halfY < -height ||
			y - halfY > 2 * height
		)
			return false;
		this.reachesFar ||=
			x - halfX < -width / 2 ||
			x + halfX > 1.5 * width ||
			y - halfY < -height / 2 ||
			y + halfY > 1.5 * height;
		const reach = Math.max(Math.abs(x) + halfX, Math.abs(y) + halfY);
		if (!(reach <= SVG_LIMITS.device)) throw tooComplex(`coordinate of ${reach}`);
		return true;
	}

	/** References that need a layer, as attributes. */
	#layerEffects(
		style: Map<string, string>,
		place: Place,
		layers: number,
		shape: Shape | undefined,
	): Attributes {
		if (layers > SVG_LIMITS.layerDepth) throw tooComplex("layers in layers");
		if (layers > place.layers) this.spendLayer(place);
		const attributes: Attributes = [];
		for (const name of LAYER_REFERENCES) {
			const reference = readReference(style.get(name) ?? "");
			style.delete(name);
			if (reference === undefined) continue;
			const id = this.reference(reference.id, name, place, shape);
			// A missing clip path or mask is ignored by browsers; so is a filter in images.
			if (id !== undefined) attributes.push([name, `url(#${id})`]);
		}
		return attributes;
	}

	spendLayer(place: Place): void {
		if (place.layers >= SVG_LIMITS.layerDepth) throw tooComplex("layers in layers");
	}

	#styleAttributes(style: Style, place: Place, shape: Shape | undefined): Attributes {
		const attributes: Attributes = [];
		for (const [name, value] of style) {
			if (name === "overflow" || name === "display") continue;
			const written = this.#propertyValue(name, value, place, shape);
			if (written !== undefined) attributes.push([name, written]);
		}
		return attributes;
	}

	#propertyValue(
		name: string,
		value: string,
		place: Place,
		shape: Shape | undefined,
	): string | undefined {
		const reference = readReference(value);
		if (name === "stroke-width" || name === "stroke-dashoffset") {
			const diagonal = Math.hypot(place.viewport.width, place.viewport.height) / Math.SQRT2;
			const length = readLength(value, diagonal);
			return length === undefined || (length < 0 && name === "stroke-width")
				? undefined
				: printNumber(length);
		}
		if (reference === undefined) return value;
		const id = this.reference(reference.id, name, place, shape);
		if (id !== undefined) return `url(#${id})`;
		return name === "fill" || name === "stroke"
			? reference.fallback === undefined || /[^#\w]/.test(reference.fallback)
				? "none"
				: reference.fallback
			: undefined;
	}
}

function ownTransform(element: XmlElement): Matrix | undefined {
	const value = element.attributes.get("transform");
	const matrix = value === undefined ? IDENTITY : (parseTransform(value) ?? IDENTITY);
	return isSane(matrix) ? matrix : undefined;
}

const listOf = (element: SvgElement | undefined): SvgElement[] => (element ? [element] : []);

function transformAttribute(matrix: Matrix): Attributes {
	return matrix.every((value, i) => value === IDENTITY[i])
		? []
		: [["transform", printMatrix(matrix)]];
}

const needsLayer = (style: Style): boolean =>
	LAYER_REFERENCES.some((name) => (style.get(name) ?? "none") !== "none") ||
	(style.get("opacity") ?? "1") !== "1" ||
	(style.get("mix-blend-mode") ?? "normal") !== "normal" ||
	style.get("isolation") === "isolate";

/**
 * The opacity of a shape that is only filled or only stroked needs no layer; it is multiplied into
 * that paint.
 */
function foldOpacity(style: Map<string, string>, inherited: Style): void {
	const opacity = style.get("opacity");
	if (opacity === undefined) return;
	const filled = (inherited.get("fill") ?? "black") !== "none";
	const stroked = (inherited.get("stroke") ?? "none") !== "none";
	const marked = ["marker-start", "marker-mid", "marker-end"].some(
		(name) => (inherited.get(name) ?? "none") !== "none",
	);
	if ((filled && stroked) || marked) return;
	const paint = filled ? "fill-opacity" : "stroke-opacity";
	style.delete("opacity");
	style.set(paint, String(Number(opacity) * Number(inherited.get(paint) ?? 1)));
}

/** How far a stroke may extend beyond its path, including mitres. Canvas pixels. */
function strokeReach(place: Place): number {
	if ((place.inherited.get("stroke") ?? "none") === "none") return 0;
	const diagonal = Math.hypot(place.viewport.width, place.viewport.height) / Math.SQRT2;
	const width = Math.abs(readLength(place.inherited.get("stroke-width") ?? "1", diagonal) ?? 1);
	return (width / 2) * stretch(place.matrix) * 1.5;
}
