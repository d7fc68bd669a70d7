import { malformed, SvgBudget } from "./budget.js";
import { parseStyleSheet } from "./css.js";
import { element, printElement, printElements, type SvgDrawing } from "./element.js";
import { withLayerRegions } from "./layer-regions.js";
import { isSane, type Matrix, multiply, printMatrix } from "./matrix.js";
import { priceDrawing } from "./price/price.js";
import { RATES } from "./price/rates.js";
import { declaredStyle } from "./style.js";
import { intrinsicSize, readViewBox, type Size, viewBoxTransform } from "./viewport.js";
import { SvgWriter } from "./writer.js";
import { parseSvg, type XmlElement } from "./xml.js";
import { decodeSvgText } from "./xml-text.js";

/** An SVG from outside, parsed. */
export interface SvgDocument {
	/** Its intrinsic size in pixels. */
	readonly size: Size;
	/** It has text, which is not drawn because its fonts are not available. */
	readonly hasText: boolean;
	/**
	 * Safe markup of the part that is on a canvas.
	 * @param matrix from pixels of the document to pixels of the canvas
	 * @throws ImageFault too_complex, not_an_image
	 */
	write(matrix: Matrix, canvas: Size): WrittenSvg;
}

/** A safe drawing: its elements, their markup, and its cost. */
export interface WrittenSvg extends SvgDrawing {
	readonly markup: string;
	/** Cost of reading, writing and drawing it. Nanoseconds of one core. */
	readonly price: number;
}

/** @throws ImageFault not_an_image if malformed, too_complex if a limit is exceeded */
export function readSvgDocument(bytes: Uint8Array): SvgDocument {
	const parsing = new SvgBudget();
	parsing.spend("nanoseconds", bytes.length * RATES.byte);
	const root = parseSvg(decodeSvgText(bytes), parsing);
	const size = intrinsicSize(root.attributes);
	if (size === undefined) throw malformed("no size");
	const { byId, css, hasText } = index(root);
	const sheet = parseStyleSheet(css, parsing);
	const viewBox = readViewBox(root.attributes.get("viewBox"));
	return {
		size,
		hasText,
		write(outer, canvas) {
			const writer = new SvgWriter(canvas, sheet, byId, new SvgBudget());
			const fit = viewBoxTransform(viewBox, size, root.attributes.get("preserveAspectRatio"));
			const matrix = multiply(outer, fit);
			if (!isSane(matrix)) throw malformed("scale");
			const content = writer.writeRoot(root, {
				matrix,
				viewport: viewBox ?? size,
				inherited: declaredStyle(root, sheet),
				depth: 0,
				layers: 0,
				references: 0,
				detached: false,
			});
			const drawing = element("g", { transform: printMatrix(matrix) }, content);
			const definitions = [...writer.definitions.elements];
			const bounded = writer.reachesFar
				? withLayerRegions(drawing, canvas, (one) => writer.definitions.add(one))
				: drawing;
			const defs = printElements(writer.definitions.elements);
			const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}"><defs>${defs}</defs>${printElement(bounded)}</svg>`;
			const written = { drawing, definitions, outlines: writer.outlines };
			priceDrawing(written, markup.length, canvas, writer.budget);
			const price = writer.budget.spent("nanoseconds") + parsing.spent("nanoseconds");
			return { ...written, markup, price };
		},
	};
}

/**
 * Elements by id (the first of each), the text of the style elements, and whether there is visible
 * text.
 */
function index(root: XmlElement): {
	byId: Map<string, XmlElement>;
	css: string;
	hasText: boolean;
} {
	const byId = new Map<string, XmlElement>();
	const css: string[] = [];
	let hasText = false;
	const waiting = [root];
	for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
		const id = element.attributes.get("id");
		if (id !== undefined && !byId.has(id)) byId.set(id, element);
		if (element.name === "style") css.push(element.text);
		if (element.name === "text") hasText = true;
		for (let i = element.children.length - 1; i >= 0; i--) waiting.push(element.children[i]!);
	}
	return { byId, css: css.join("\n"), hasText };
}
