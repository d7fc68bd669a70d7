import { element as makeElement, type SvgElement } from "./element.js";
import { boxInUserSpace, IDENTITY, type Matrix, multiply, printNumber } from "./matrix.js";
import { matrixOf } from "./price/boxes.js";
import { needsLayer } from "./price/price.js";
import type { Size } from "./viewport.js";

/**
 * Gives every layer the size of the canvas, by a filter that changes nothing. Otherwise resvg makes
 * a layer around all that a group holds, and panics if a layer within it is far from its corner.
 * @param drawing a group that maps to pixels of the canvas
 * @param add writes a definition, and returns its id
 */
export function withLayerRegions(
	drawing: SvgElement,
	canvas: Size,
	add: (definition: (id: string) => SvgElement) => string,
): SvgElement {
	const pixels = { minX: 0, minY: 0, maxX: canvas.width, maxY: canvas.height };
	const ids = new Map<string, string>();
	const filterFor = (matrix: Matrix): string => {
		const key = matrix.join();
		const known = ids.get(key);
		if (known !== undefined) return known;
		const { minX, minY, maxX, maxY } = boxInUserSpace(matrix, pixels);
		const id = add((id) =>
			makeElement(
				"filter",
				{
					id,
					filterUnits: "userSpaceOnUse",
					x: printNumber(minX),
					y: printNumber(minY),
					width: printNumber(maxX - minX),
					height: printNumber(maxY - minY),
					"color-interpolation-filters": "sRGB",
				},
				[makeElement("feMerge", {}, [makeElement("feMergeNode", { in: "SourceGraphic" })])],
			),
		);
		ids.set(key, id);
		return id;
	};
	const walk = (node: SvgElement, outer: Matrix): SvgElement => {
		const matrix = multiply(outer, matrixOf(node));
		const children = node.children.map((child) => walk(child, matrix));
		if (!needsLayer(node) || node.attributes.has("filter")) return { ...node, children };
		const attributes = new Map([...node.attributes, ["filter", `url(#${filterFor(matrix)})`]]);
		return { ...node, attributes, children };
	};
	return walk(drawing, IDENTITY);
}
