import type { FontLibrary } from "../../text/fonts/library.js";
import { SVG_LIMITS, type SvgBudget, tooComplex } from "./budget.js";
import { type Cascade, INITIAL_STYLE, Style } from "./css/cascade.js";
import { transformOf } from "./css/transform.js";
import { Definitions } from "./definitions.js";
import type { Drawing, EmbeddedImage, Place, PlacedImage, ReferenceBox } from "./drawing.js";
import { Effects, needsLayer } from "./effects.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { isEmptyBox, tightBox, union } from "./geometry.js";
import { writeImage } from "./images.js";
import { writeMarkers } from "./markers.js";
import {
	IDENTITY,
	inverse,
	isIdentity,
	isSane,
	type Matrix,
	multiply,
	printMatrix,
	stretch,
	translation,
} from "./matrix.js";
import type { Notes } from "./notes.js";
import type { Box, Outline } from "./outline.js";
import { paintShape, strokeWidth } from "./painting.js";
import { Boxer } from "./price/boxes.js";
import { transformBox } from "./price/outline.js";
import { Paints } from "./price/paints.js";
import { readShape, SHAPE_NAMES, type Shape } from "./shapes.js";
import { textShapes } from "./text.js";
import { readFragment, readLength } from "./values.js";
import { readViewBox, type Size, viewBoxTransform } from "./viewport.js";
import type { XmlElement } from "./xml.js";

const CONTAINERS: ReadonlySet<string> = new Set(["g", "a", "switch"]);
/** Elements that a browser draws and this service does not. */
const UNSUPPORTED: ReadonlySet<string> = new Set([
	"foreignObject",
	"html:video",
	"html:audio",
	"html:canvas",
	"html:iframe",
	"html:div",
	"html:img",
]);
/** The language of the browser that a picture is made for. */
const LANGUAGES: ReadonlySet<string> = new Set(["en", "en-us"]);

/** What a drawing is made from, and for. */
export interface WriterOptions {
	readonly canvas: Size;
	readonly host: Matrix;
	readonly cascade: Cascade;
	readonly byId: ReadonlyMap<string, XmlElement>;
	readonly budget: SvgBudget;
	readonly notes: Notes;
	readonly fonts: FontLibrary | undefined;
	readonly images: ReadonlyMap<string, EmbeddedImage>;
}

/**
 * Writes a new SVG in which every value is resolved: shapes with plain attributes in groups with
 * effects. Uses and markers become groups, text becomes outlines, and shapes far outside of the
 * canvas are left out, because a layer around such a shape makes resvg abort.
 */
export class SvgWriter implements Drawing {
	readonly canvas: Size;
	readonly host: Matrix;
	readonly cascade: Cascade;
	readonly byId: ReadonlyMap<string, XmlElement>;
	readonly budget: SvgBudget;
	readonly notes: Notes;
	readonly fonts: FontLibrary | undefined;
	readonly images: ReadonlyMap<string, EmbeddedImage>;
	readonly definitions: Definitions;
	/** Outlines of the path data and lists of points that were written. */
	readonly outlines = new Map<string, Outline>();
	/** The pictures that were written. */
	readonly placed: PlacedImage[] = [];
	/** Whether a shape was written that reaches beyond the canvas by more than half of its size. */
	reachesFar = false;
	readonly #effects: Effects;
	/** The elements that are being followed, to detect uses that contain themselves. */
	readonly #open = new Set<XmlElement>();
	readonly #shapes = new WeakMap<XmlElement, { style: Style; viewport: Size; shapes: Shape[] }>();

	constructor(options: WriterOptions) {
		this.canvas = options.canvas;
		this.host = options.host;
		this.cascade = options.cascade;
		this.byId = options.byId;
		this.budget = options.budget;
		this.notes = options.notes;
		this.fonts = options.fonts;
		this.images = options.images;
		this.definitions = new Definitions(this);
		this.#effects = new Effects(this);
	}

	reference(
		id: string | undefined,
		property: string,
		place: Place,
		box?: ReferenceBox,
	): string | undefined {
		return id === undefined ? undefined : this.definitions.reference(id, property, place, box);
	}

	define(definition: (id: string) => SvgElement): string {
		return this.definitions.add(definition);
	}

	keepOutline(data: string, outline: Outline): void {
		this.outlines.set(data, outline);
	}

	place(image: Omit<PlacedImage, "href">): string {
		const same = this.placed.find(
			(one) =>
				one.source === image.source &&
				one.width === image.width &&
				one.height === image.height &&
				one.pixelated === image.pixelated &&
				one.cover?.x === image.cover?.x &&
				one.cover?.y === image.cover?.y,
		);
		if (same !== undefined) return same.href;
		const href = `picture:${this.placed.length}`;
		this.placed.push({ ...image, href });
		return href;
	}

	layerBox(children: readonly SvgElement[]): Box {
		const byId = new Map(
			this.definitions.elements.map((node) => [node.attributes.get("id") ?? "", node]),
		);
		return new Boxer(this.outlines, byId).children(makeElement("g", {}, children), new Paints(byId))
			.layer;
	}

	spendLayer(place: Place): void {
		if (place.layers >= SVG_LIMITS.layerDepth) throw tooComplex("layers in layers");
	}

	/** An element with its content; undefined if nothing is drawn. */
	write(element: XmlElement, place: Place): SvgElement | undefined {
		const { name } = element;
		if (!this.#isDrawn(element)) return undefined;
		this.budget.spend("drawn");
		if (place.depth > SVG_LIMITS.depth) throw tooComplex("nesting");
		// As in browsers, an element is not drawn within itself.
		if (this.#open.has(element)) return undefined;
		const style = this.cascade.style(element, place.style);
		if (style.get("display") === "none") return undefined;
		this.#open.add(element);
		try {
			const own = this.#transform(element, style, place);
			if (!isSane(own)) return undefined;
			const matrix = multiply(place.matrix, own);
			if (!place.detached && !isSane(matrix)) return undefined;
			const inner = { ...place, matrix, style, depth: place.depth + 1 };
			if (place.clipping) return this.#clipped(element, own, inner);
			const box = () => this.#contentBox(element, inner);
			const content =
				SHAPE_NAMES.has(name) || name === "text"
					? this.#painted(element, inner)
					: this.#content(element, inner);
			if (content.length === 0 && !this.#effects.paintsByFilter(style)) return undefined;
			return this.#effects.wrap(content, element, own, inner, box);
		} finally {
			this.#open.delete(element);
		}
	}

	/** The children of a container, in order. */
	writeChildren(element: XmlElement, place: Place): SvgElement[] {
		if (element.name === "switch") {
			const first = element.children.find(
				(child) => !child.name.includes(":") && this.#conditions(child),
			);
			return first === undefined ? [] : listOf(this.write(first, place));
		}
		return element.children.flatMap((child) => this.write(child, place) ?? []);
	}

	/**
	 * The root element. Its viewport is the picture, which is already part of the matrix.
	 * @param viewport edge of the picture in user space
	 * @param fit from user space to CSS pixels
	 */
	writeRoot(root: XmlElement, place: Place, viewport: Box, fit: Matrix): SvgElement[] {
		this.budget.spend("drawn");
		const style = this.cascade.style(root, INITIAL_STYLE);
		if (style.get("display") === "none") return [];
		this.#open.add(root);
		// Its effects are those of an element of CSS, around the drawing.
		const edge = transformBox(fit, viewport);
		const own = transformOf(style, edge, this.cascade.units(style), true);
		if (!isSane(own)) return [];
		const whole = multiply(multiply(place.matrix, inverse(fit)), own);
		const inner = { ...place, matrix: multiply(whole, fit), style, depth: 1 };
		const background = this.#background(style, viewport);
		const children = this.writeChildren(root, inner);
		const drawn =
			children.length === 0 || (isIdentity(own) && !needsLayer(style))
				? children
				: [
						makeElement("g", transformAttribute(inverse(fit)), [
							this.#effects.wrap(
								[makeElement("g", transformAttribute(fit), children)],
								root,
								own,
								{ ...inner, matrix: whole },
								() => edge,
							),
						]),
					];
		// The background is that of the canvas, which the effects of the root do not change.
		return [...background, ...drawn];
	}

	/** The box of an element's shapes in the space of its parent; empty if there are none. */
	box(element: XmlElement, place: Place): Box {
		if (!this.#isDrawn(element) || place.depth > SVG_LIMITS.depth) return union([]);
		const style = this.cascade.style(element, place.style);
		if (style.get("display") === "none") return union([]);
		const own = this.#transform(element, style, place);
		const inner = { ...place, matrix: multiply(place.matrix, own), style, depth: place.depth + 1 };
		return transformBox(own, this.#contentBox(element, inner));
	}

	#isDrawn(element: XmlElement): boolean {
		const { name } = element;
		if (UNSUPPORTED.has(name) && this.#conditions(element)) {
			if (name !== "foreignObject" || element.children.length > 0 || /\S/.test(element.text))
				this.notes.add(name.replace("html:", ""), element);
			return false;
		}
		return (
			(SHAPE_NAMES.has(name) ||
				CONTAINERS.has(name) ||
				name === "use" ||
				name === "svg" ||
				name === "text" ||
				name === "image") &&
			this.#conditions(element)
		);
	}

	/** `systemLanguage` and `requiredExtensions`, which also count outside of a switch. */
	#conditions({ attributes }: XmlElement): boolean {
		const language = attributes.get("systemLanguage");
		if (
			language !== undefined &&
			!language.split(",", 50).some((one) => LANGUAGES.has(one.trim().toLowerCase()))
		)
			return false;
		return !attributes.has("requiredExtensions");
	}

	/** The box of an element's content in its own space. */
	#contentBox(element: XmlElement, place: Place): Box {
		this.budget.spend("nanoseconds", 500);
		const { name } = element;
		if (SHAPE_NAMES.has(name) || name === "text")
			return union(this.#read(element, place).map(({ outline }) => tightBox(outline, IDENTITY)));
		if (name === "image") {
			const at = (key: string, whole: number) =>
				readLength(place.style.get(key), whole, this.cascade.units(place.style)) ?? 0;
			const [minX, minY] = [at("x", place.viewport.width), at("y", place.viewport.height)];
			const [width, height] = [
				at("width", place.viewport.width),
				at("height", place.viewport.height),
			];
			return { minX, minY, maxX: minX + width, maxY: minY + height };
		}
		if (name === "use") {
			const used = this.#used(element, place);
			if (used === undefined || this.#open.has(used.target)) return union([]);
			this.#open.add(used.target);
			const box =
				used.target.name === "symbol"
					? this.#childrenBox(used.target, used.place)
					: this.box(used.target, used.place);
			this.#open.delete(used.target);
			return transformBox(used.shift, box);
		}
		if (name === "svg") {
			const inner = this.#viewport(element, place);
			return inner === undefined
				? union([])
				: transformBox(inner.fit, this.#childrenBox(element, inner.place));
		}
		return this.#childrenBox(element, place);
	}

	#childrenBox(element: XmlElement, place: Place): Box {
		return union(element.children.map((child) => this.box(child, place)));
	}

	#transform(element: XmlElement, style: Style, place: Place): Matrix {
		const has = (name: string) => style.own.has(name);
		let matrix = IDENTITY;
		if (has("transform") || has("translate") || has("rotate") || has("scale")) {
			const kind = style.get("transform-box") ?? "view-box";
			const { width, height } = place.viewport;
			const box =
				kind === "view-box"
					? { minX: 0, minY: 0, maxX: width, maxY: height }
					: this.#contentBox(element, { ...place, style, depth: place.depth + 1 });
			const known = isEmptyBox(box) ? { minX: 0, minY: 0, maxX: 0, maxY: 0 } : box;
			matrix = transformOf(style, known, this.cascade.units(style), false);
		}
		if (element.motion === undefined) return matrix;
		const motion = transformOf(
			new Style(new Map(), new Map([["transform", element.motion]])),
			{ minX: 0, minY: 0, maxX: 0, maxY: 0 },
			this.cascade.units(style),
			false,
		);
		return multiply(motion, matrix);
	}

	#background(style: Style, { minX, minY, maxX, maxY }: Box): SvgElement[] {
		const color = style.get("background-color");
		if (color === undefined) return [];
		const shape = { x: minX, y: minY, width: maxX - minX, height: maxY - minY };
		const attributes = Object.entries(shape).map(([name, value]) => [name, String(value)] as const);
		const [fill, opacity = "1"] = color.split("/");
		return opacity === "0"
			? []
			: [makeElement("rect", [...attributes, ["fill", fill!], ["fill-opacity", opacity]])];
	}

	/** What is inside of a container, a use, or a picture. */
	#content(element: XmlElement, place: Place): SvgElement[] {
		switch (element.name) {
			case "use":
				return this.#use(element, place);
			case "svg":
				return this.#writeViewport(element, place);
			case "image":
				return writeImage(this, element, place);
			default:
				return this.writeChildren(element, place);
		}
	}

	#used(
		element: XmlElement,
		place: Place,
	): { target: XmlElement; shift: Matrix; place: Place } | undefined {
		const href = element.attributes.get("href");
		const id = readFragment(href);
		if (id === undefined) {
			if (href?.trim()) this.notes.add("use of another file", element);
			return undefined;
		}
		const target = this.byId.get(id);
		if (target === undefined) return undefined;
		const units = this.cascade.units(place.style);
		const x = readLength(place.style.get("x"), place.viewport.width, units) ?? 0;
		const y = readLength(place.style.get("y"), place.viewport.height, units) ?? 0;
		const shift = translation(x, y);
		const moved = { ...place, matrix: multiply(place.matrix, shift), depth: place.depth + 1 };
		return { target, shift, place: moved };
	}

	#use(element: XmlElement, place: Place): SvgElement[] {
		const used = this.#used(element, place);
		if (used === undefined) return [];
		const { target, shift } = used;
		const content =
			target.name === "symbol"
				? this.#symbol(target, used.place)
				: target.name === "svg"
					? this.#usedViewport(target, element, used.place)
					: listOf(this.write(target, used.place));
		if (content.length === 0) return [];
		return isIdentity(shift) ? content : [makeElement("g", transformAttribute(shift), content)];
	}

	/** A nested document that is used may get its size from the use. */
	#usedViewport(target: XmlElement, use: XmlElement, place: Place): SvgElement[] {
		const style = this.cascade.style(use, place.style);
		const sized = new Map(target.attributes);
		for (const side of ["width", "height"]) {
			const value = style.own.get(side);
			if (value !== undefined && value !== "auto") sized.set(side, value);
		}
		return listOf(this.write({ ...target, attributes: sized }, place));
	}

	#symbol(symbol: XmlElement, place: Place): SvgElement[] {
		if (this.#open.has(symbol)) return [];
		this.budget.spend("drawn");
		this.#open.add(symbol);
		try {
			const style = this.cascade.style(symbol, place.style);
			const inside = { ...place, style };
			const content = this.#writeViewport(symbol, inside, place.style);
			if (content.length === 0) return [];
			return listOf(
				this.#effects.wrap(content, symbol, IDENTITY, inside, () =>
					this.#childrenBox(symbol, inside),
				),
			);
		} finally {
			this.#open.delete(symbol);
		}
	}

	/** The viewport of a nested svg or a symbol: its edge, and the transform of its viewBox. */
	#viewport(
		element: XmlElement,
		place: Place,
		sizing: Style = place.style,
	): { x: number; y: number; size: Size; fit: Matrix; place: Place } | undefined {
		const { attributes } = element;
		const { viewport, style } = place;
		const units = this.cascade.units(style);
		const side = (name: "width" | "height"): number => {
			const value = sizing.own.get(name) ?? attributes.get(name);
			return value === undefined || value === "auto"
				? viewport[name]
				: (readLength(value, viewport[name], units) ?? viewport[name]);
		};
		const size = { width: side("width"), height: side("height") };
		if (!(size.width > 0 && size.height > 0)) return undefined;
		const at = (name: "x" | "y", whole: number) => readLength(style.get(name), whole, units) ?? 0;
		const [x, y] = [at("x", viewport.width), at("y", viewport.height)];
		const viewBox = readViewBox(attributes.get("viewBox"));
		const fit = multiply(
			translation(x, y),
			viewBoxTransform(viewBox, size, attributes.get("preserveAspectRatio")),
		);
		const matrix = multiply(place.matrix, fit);
		if (!isSane(matrix)) return undefined;
		const inner = { ...place, matrix, viewport: viewBox ?? size, depth: place.depth + 1 };
		return { x, y, size, fit, place: inner };
	}

	/**
	 * A nested svg or a symbol as a group, with its viewBox as a transform and its edge as a clip.
	 */
	#writeViewport(element: XmlElement, place: Place, sizing?: Style): SvgElement[] {
		const inner = this.#viewport(element, place, sizing);
		if (inner === undefined) return [];
		const { x, y, size, fit } = inner;
		const content = this.writeChildren(element, inner.place);
		if (content.length === 0) return [];
		const group = isIdentity(fit) ? content : [makeElement("g", transformAttribute(fit), content)];
		const overflow = place.style.own.get("overflow") ?? "hidden";
		if (/visible|auto/.test(overflow) || this.#coversCanvas(place, x, y, size)) return group;
		this.spendLayer(place);
		const clip = this.definitions.addRectangleClip(x, y, size);
		return [makeElement("g", { "clip-path": `url(#${clip})` }, group)];
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

	/** The shapes of a basic shape or of a text, painted. */
	#painted(element: XmlElement, place: Place): SvgElement[] {
		const shapes = this.#read(element, place);
		const text = element.name === "text";
		// Units of a box refer to the whole text.
		const box = text ? union(shapes.map(({ outline }) => tightBox(outline, IDENTITY))) : undefined;
		return shapes.flatMap((shape) => {
			const style = shape.style ?? place.style;
			const inside = style === place.style ? place : { ...place, style };
			if (!this.#within(shape, inside)) return [];
			this.#spend(shape);
			const painted = paintShape(this, shape, style, inside, element, box);
			if (text || shape.ends === undefined) return painted;
			return writeMarkers(this, element, shape, inside, painted);
		});
	}

	#spend(shape: Shape): void {
		this.budget.spend("segments", shape.segments);
		for (const [, value] of shape.attributes) this.budget.spend("nanoseconds", value.length * 50);
		const written = shape.attributes[0]?.[1];
		if (shape.name === "path" || shape.name.startsWith("poly"))
			this.outlines.set(written!, shape.outline);
	}

	/** A shape, text or use of one in a clip path: outlines only. */
	#clipped(element: XmlElement, own: Matrix, place: Place): SvgElement | undefined {
		const { style } = place;
		if (element.name === "use") {
			const used = this.#used(element, place);
			if (used === undefined || used.target.name === "use") return undefined;
			const inside = this.write(used.target, used.place);
			if (inside === undefined) return undefined;
			const before = inside.attributes.get("transform");
			const matrix = multiply(own, used.shift);
			const transform = `${printMatrix(matrix)}${before === undefined ? "" : ` ${before}`}`;
			return makeElement(
				inside.name,
				[...inside.attributes, ["transform", composed(transform)]],
				inside.children,
			);
		}
		if (!SHAPE_NAMES.has(element.name) && element.name !== "text") return undefined;
		if ((style.get("visibility") ?? "visible") !== "visible") return undefined;
		const shapes = this.#read(element, place).filter((shape) => this.#within(shape, place));
		const [shape] = shapes;
		if (shape === undefined) return undefined;
		for (const one of shapes) this.#spend(one);
		const rule = style.get("clip-rule") === "evenodd" ? [["clip-rule", "evenodd"] as const] : [];
		const clip = this.#effects.clip(element, place, () => this.#contentBox(element, place));
		const common = [...transformAttribute(own), ...rule, ...clip];
		if (shapes.length === 1) return makeElement(shape.name, [...common, ...shape.attributes]);
		const data = shapes.map(({ attributes }) => attributes[0]![1]).join("");
		this.outlines.set(
			data,
			shapes.flatMap(({ outline }) => [...outline]),
		);
		return makeElement("path", [...common, ["d", data]]);
	}

	/** Geometry is read only once for each style, however often it is used. */
	#read(element: XmlElement, place: Place): Shape[] {
		const { style, viewport } = place;
		const known = this.#shapes.get(element);
		if (known?.style === style && known.viewport === viewport) return known.shapes;
		const shapes =
			element.name === "text"
				? textShapes(this, element, place)
				: listOf(readShape(element, style, viewport, this.cascade.units(style)));
		this.#shapes.set(element, { style, viewport, shapes });
		return shapes;
	}

	/** Whether the shape is close enough to the canvas; refuses coordinates beyond the limits. */
	#within(shape: Shape, place: Place): boolean {
		if (place.detached) return true;
		const [a, b, c, d, e, f] = place.matrix;
		const stroke = (strokeWidth(this, place) / 2) * stretch(place.matrix) * 1.5;
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
		if (!(reach <= SVG_LIMITS.device))
			throw tooComplex(`a coordinate of ${Math.round(reach)} pixels`);
		return true;
	}
}

const listOf = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one]);

export const transformAttribute = (matrix: Matrix): (readonly [string, string])[] =>
	isIdentity(matrix) ? [] : [["transform", printMatrix(matrix)]];

/** A list of printed matrices as one. */
function composed(list: string): string {
	const matrices = list
		.match(/matrix\([^)]*\)/g)!
		.map((one) => one.slice(7, -1).split(" ").map(Number) as unknown as Matrix);
	return printMatrix(matrices.reduce(multiply));
}
