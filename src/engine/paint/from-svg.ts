/**
 * Converts SVG elements to nodes of the paint tree, for sanitised sources and bundled drawings.
 */
import type { SvgElement } from "../images/svg/element.js";
import { IDENTITY, type Matrix, parseTransform } from "../images/svg/matrix.js";
import type { Outline } from "../images/svg/outline.js";
import { boxOf, transformBox } from "../images/svg/price/outline.js";
import { type Box, grow, union } from "../scene/geometry.js";
import { parseCssColor, type Rgba } from "../text/rich/css-color.js";
import { type Fill, solid } from "./fill.js";
import { type Bounds, gradientFill } from "./from-svg-gradient.js";
import { outlineOf, pathDataOf, printOutline } from "./from-svg-shape.js";
import type { Clip, PaintNode, PathNode, Stroke } from "./node.js";

/** Thrown in this file for anything that the tree has no node for. */
class NoNode extends Error {}

/** The values of an element's properties, including inherited ones. */
type Style = Readonly<Record<string, string>>;

const INHERITED = [
	"fill",
	"stroke",
	"color",
	"fill-opacity",
	"stroke-opacity",
	"fill-rule",
	"clip-rule",
	"stroke-width",
	"stroke-linecap",
	"stroke-linejoin",
	"stroke-miterlimit",
	"stroke-dasharray",
	"stroke-dashoffset",
	"visibility",
	"paint-order",
	"shape-rendering",
] as const;

/** Properties that need pixels, or that no node can express. */
const WITHOUT_NODE = [
	"filter",
	"mask",
	"mix-blend-mode",
	"marker-start",
	"marker-mid",
	"marker-end",
] as const;

export interface SvgSource {
	readonly elements: readonly SvgElement[];
	readonly definitions?: readonly SvgElement[];
	/** Parsed path data, cached. */
	readonly outlines?: ReadonlyMap<string, Outline>;
}

/** @returns undefined if something in it has no node; it is then drawn as a picture */
export function nodesOfSvg({
	elements,
	definitions = [],
	outlines = new Map(),
}: SvgSource): PaintNode[] | undefined {
	const byId = new Map(definitions.map((node) => [node.attributes.get("id") ?? "", node]));
	try {
		return new SvgReader(byId, outlines).children(elements, {});
	} catch (error) {
		if (error instanceof NoNode) return undefined;
		throw error;
	}
}

class SvgReader {
	constructor(
		readonly byId: ReadonlyMap<string, SvgElement>,
		readonly outlines: ReadonlyMap<string, Outline>,
	) {}

	children(elements: readonly SvgElement[], style: Style): PaintNode[] {
		return elements.flatMap((element) => this.#element(element, style) ?? []);
	}

	#element(element: SvgElement, inherited: Style): PaintNode | undefined {
		const { name, attributes } = element;
		for (const property of WITHOUT_NODE) {
			const value = attributes.get(property);
			if (value !== undefined && value !== "none" && value !== "normal") throw new NoNode(property);
		}
		const style = inherit(inherited, attributes);
		const written = attributes.get("transform");
		const matrix = written === undefined ? IDENTITY : parseTransform(written);
		if (matrix === undefined) throw new NoNode("transform");
		const children =
			name === "g" ? this.children(element.children, style) : listOf(this.#shape(element, style));
		if (children.length === 0) return undefined;
		const clip = this.#clip(attributes.get("clip-path"));
		const opacity = Number(attributes.get("opacity") ?? 1);
		const moved = matrix.some((value, i) => value !== IDENTITY[i]);
		const [only] = children;
		if (!moved && clip === undefined && opacity === 1 && children.length === 1) return only;
		const inner = children.map(({ bounds }) => bounds).reduce(union);
		return {
			kind: "group",
			children,
			...(moved && { matrix }),
			...(clip && { clip }),
			...(opacity < 1 && { opacity }),
			bounds: moved ? transformed(matrix, inner) : inner,
		};
	}

	#shape(element: SvgElement, style: Style): PathNode | undefined {
		if (style.visibility === "hidden" || style.visibility === "collapse") return undefined;
		if (!/^(?:auto|geometricprecision|)$/.test(style["shape-rendering"] ?? ""))
			throw new NoNode("shape-rendering");
		const data = pathDataOf(element);
		if (data === undefined) throw new NoNode(element.name);
		const outline = this.#outline(element, data);
		const object = boxOf(outline);
		if (!(object.minX <= object.maxX)) return undefined;
		const fill = this.#paint("fill", style, object);
		const stroke = this.#stroke(style, object);
		if (fill === null && stroke === undefined) return undefined;
		const reach = stroke ? strokeReach(stroke) : 0;
		return {
			kind: "path",
			data,
			fill,
			...(style["fill-rule"] === "evenodd" && { rule: "evenodd" }),
			...(stroke && { stroke }),
			bounds: grow(boxed(object), reach),
		};
	}

	#outline(element: SvgElement, data: string): Outline {
		const { attributes } = element;
		const known = this.outlines.get(attributes.get("d") ?? attributes.get("points") ?? "");
		return known ?? outlineOf(data);
	}

	#paint(property: "fill" | "stroke", style: Style, object: Bounds): Fill | null {
		const value = style[property] ?? (property === "fill" ? "black" : "none");
		if (value === "none") return null;
		const opacity = Number(style[`${property}-opacity`] ?? 1);
		if (!value.startsWith("url(#")) return solid(faded(this.color(value, style), opacity));
		const server = this.byId.get(value.slice(5, -1));
		const fill = server && gradientFill(server, object, opacity);
		if (!fill) throw new NoNode(server?.name ?? "reference");
		return fill;
	}

	color(value: string, style: Style): Rgba {
		const color = parseCssColor(value === "currentColor" ? (style.color ?? "black") : value);
		if (color === null) throw new NoNode("color");
		return color;
	}

	#stroke(style: Style, object: Bounds): Stroke | undefined {
		const paint = this.#paint("stroke", style, object);
		const width = Number.parseFloat(style["stroke-width"] ?? "1");
		if (paint === null || !(width > 0)) return undefined;
		const dashes = style["stroke-dasharray"] ?? "none";
		const dash = dashes === "none" ? [] : dashes.split(/[\s,]+/).map(Number);
		const cap = style["stroke-linecap"];
		const join = style["stroke-linejoin"];
		return {
			paint,
			width,
			...(dash.some((length) => length > 0) && { dash }),
			...(style["stroke-dashoffset"] && {
				dashOffset: Number.parseFloat(style["stroke-dashoffset"]),
			}),
			...((cap === "round" || cap === "square") && { cap }),
			...((join === "round" || join === "bevel") && { join }),
			...(style["stroke-miterlimit"] && { miterLimit: Number(style["stroke-miterlimit"]) }),
			...(style["paint-order"]?.startsWith("stroke") && { below: true }),
		};
	}

	/** A clip path of a single shape; several shapes would have to be combined. */
	#clip(value: string | undefined): Clip | undefined {
		if (value === undefined || value === "none") return undefined;
		const definition = this.byId.get(value.slice(5, -1));
		const [shape, ...more] = definition?.children ?? [];
		if (!definition || !shape || more.length > 0) throw new NoNode("clip-path");
		const { attributes } = definition;
		if (attributes.get("clipPathUnits") === "objectBoundingBox" || attributes.has("clip-path"))
			throw new NoNode("clip-path");
		const steps = [attributes.get("transform"), shape.attributes.get("transform")];
		const matrices = steps.map((step) => parseTransform(step ?? ""));
		const data = pathDataOf(shape);
		if (data === undefined || shape.attributes.has("clip-path") || shape.attributes.has("mask"))
			throw new NoNode("clip-path");
		const style = inherit(inherit({}, attributes), shape.attributes);
		if (style.visibility && style.visibility !== "visible") throw new NoNode("clip-path");
		const rule = style["clip-rule"] === "evenodd" ? ({ rule: "evenodd" } as const) : {};
		const outline = this.#outline(shape, data);
		const [outer, inner] = matrices;
		if (!outer || !inner) throw new NoNode("clip-path");
		return { data: printOutline(outline, [outer, inner]), ...rule };
	}
}

const listOf = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one]);

function inherit(parent: Style, attributes: ReadonlyMap<string, string>): Style {
	let own: Record<string, string> | undefined;
	for (const name of INHERITED) {
		const value = attributes.get(name);
		if (value === undefined) continue;
		own ??= { ...parent };
		own[name] = value;
	}
	return own ?? parent;
}

const faded = (color: Rgba, opacity: number): Rgba => ({ ...color, a: color.a * opacity });

/** How far a stroke may extend beyond its outline, because of mitres and square caps. */
export function strokeReach({ width, cap, join, miterLimit = 4 }: Stroke): number {
	const corner = join === undefined || join === "miter" ? miterLimit : 1;
	return (width / 2) * Math.max(corner, cap === "square" ? Math.SQRT2 : 1);
}

const boxed = ({ minX, minY, maxX, maxY }: Bounds): Box => ({
	x: minX,
	y: minY,
	width: maxX - minX,
	height: maxY - minY,
});

/** The upright box around a transformed box. */
export const transformed = (matrix: Matrix, { x, y, width, height }: Box): Box =>
	boxed(transformBox(matrix, { minX: x, minY: y, maxX: x + width, maxY: y + height }));
