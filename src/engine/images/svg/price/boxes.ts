import type { SvgElement } from "../element.js";
import { IDENTITY, type Matrix } from "../matrix.js";
import type { Outline } from "../outline.js";
import { SHAPE_NAMES } from "../shapes.js";
import {
	type Box,
	boxMatrix,
	boxOf,
	grow,
	join,
	NO_BOX,
	outlineOfShape,
	transformBox,
} from "./outline.js";
import type { Paints } from "./paints.js";

/** The boxes of an element in the space of its parent, as the renderer computes them. */
export interface Boxes {
	/** The box of the shapes alone. */
	readonly object: Box;
	/** The box with strokes and filter regions, which a layer around it has to contain. */
	readonly layer: Box;
}

const NONE: Boxes = { object: NO_BOX, layer: NO_BOX };
const number = (node: SvgElement, name: string): number => Number(node.attributes.get(name) ?? 0);

export function matrixOf(node: SvgElement, name = "transform"): Matrix {
	const written = node.attributes.get(name);
	if (written === undefined) return IDENTITY;
	return written.slice(7, -1).split(" ").map(Number) as unknown as Matrix;
}

export const isGroup = ({ name }: SvgElement): boolean => name === "g" || name === "svg";

/**
 * The region of a filter or mask on the element that uses it: x, y, width and height in its units.
 */
export function regionOf(node: SvgElement, units: string, object: Box): Box {
	const relative = node.attributes.get(units) === "objectBoundingBox";
	const x = number(node, "x");
	const y = number(node, "y");
	const box = {
		minX: x,
		minY: y,
		maxX: x + number(node, "width"),
		maxY: y + number(node, "height"),
	};
	return relative ? transformBox(boxMatrix(object), box) : box;
}

/** Computes and caches boxes and outlines. */
export class Boxer {
	readonly #outlines: ReadonlyMap<string, Outline>;
	readonly #byId: ReadonlyMap<string, SvgElement>;
	readonly #outlineOf = new Map<SvgElement, Outline>();
	readonly #boxesOf = new Map<SvgElement, Boxes>();

	/** @param outlines outlines of path data and lists of points */
	constructor(outlines: ReadonlyMap<string, Outline>, byId: ReadonlyMap<string, SvgElement>) {
		this.#outlines = outlines;
		this.#byId = byId;
	}

	outline(node: SvgElement): Outline {
		let outline = this.#outlineOf.get(node);
		if (outline === undefined) {
			const written = node.attributes.get("d") ?? node.attributes.get("points");
			outline =
				written === undefined
					? outlineOfShape(node.name, (name) => number(node, name))
					: (this.#outlines.get(written) ?? []);
			this.#outlineOf.set(node, outline);
		}
		return outline;
	}

	/** @param paints painting properties of the element, including inherited ones */
	boxes(node: SvgElement, paints: Paints): Boxes {
		const local = this.local(node, paints);
		const matrix = matrixOf(node);
		return {
			object: transformBox(matrix, local.object),
			layer: transformBox(matrix, local.layer),
		};
	}

	/** The boxes in the element's own space, before its transform. */
	local(node: SvgElement, paints: Paints): Boxes {
		const known = this.#boxesOf.get(node);
		if (known !== undefined) return known;
		const own = paints.of(node);
		let boxes = isGroup(node) ? this.children(node, own) : this.#shape(node, own);
		const filter = this.named(node, "filter");
		if (filter !== undefined)
			boxes = { object: boxes.object, layer: regionOf(filter, "filterUnits", boxes.object) };
		this.#boxesOf.set(node, boxes);
		return boxes;
	}

	/** The boxes of all children together, in the space of their parent. */
	children(node: SvgElement, paints: Paints): Boxes {
		return node.children.reduce((all, child) => {
			if (!isGroup(child) && !SHAPE_NAMES.has(child.name) && child.name !== "image") return all;
			const { object, layer } = this.boxes(child, paints);
			return { object: join(all.object, object), layer: join(all.layer, layer) };
		}, NONE);
	}

	/** The definition that a property of an element refers to. */
	named(node: SvgElement, property: string): SvgElement | undefined {
		const value = node.attributes.get(property);
		return value?.startsWith("url(#") ? this.#byId.get(value.slice(5, -1)) : undefined;
	}

	#shape(node: SvgElement, paints: Paints): Boxes {
		const object = boxOf(this.outline(node));
		return { object, layer: grow(object, paints.strokeReach) };
	}
}
