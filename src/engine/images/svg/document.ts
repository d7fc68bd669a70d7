import type { FontLibrary } from "../../text/fonts/library.js";
import { malformed, SvgBudget, tooComplex } from "./budget.js";
import { Cascade, INITIAL_STYLE } from "./css/cascade.js";
import { StyleSheet } from "./css/stylesheet.js";
import type { PlacedImage } from "./drawing.js";
import {
	element,
	printElement,
	printElements,
	type SvgDrawing,
	type SvgElement,
} from "./element.js";
import { type OpenEmbedded, openEmbedded } from "./images.js";
import { withLayerRegions } from "./layer-regions.js";
import { isSane, type Matrix, multiply, printMatrix } from "./matrix.js";
import { Notes, type SvgNote } from "./notes.js";
import { priceDrawing, unseenLayers } from "./price/price.js";
import { RATES } from "./price/rates.js";
import { applyAnimations } from "./smil.js";
import {
	type Intrinsic,
	intrinsicSize,
	isEmptyViewBox,
	readViewBox,
	type Size,
	viewBoxTransform,
} from "./viewport.js";
import { SvgWriter } from "./writer.js";
import { parseSvg, type XmlElement } from "./xml.js";
import { decodeSvgText } from "./xml-text.js";

/** What the elements of a document may use. */
export interface SvgSources {
	/** Fonts for text; without them, text is left out. */
	readonly fonts?: FontLibrary | undefined;
	/** Opens pictures within the document; without it, they are left out. */
	readonly open?: OpenEmbedded | undefined;
}

/** An SVG from outside, parsed. */
export interface SvgDocument {
	readonly intrinsic: Intrinsic;
	/**
	 * Safe markup of the part that is on a canvas.
	 * @param matrix from CSS pixels of the drawing to pixels of the canvas
	 * @param viewport size of the whole drawing, CSS pixels
	 * @throws ImageFault too_complex, not_an_image
	 */
	write(matrix: Matrix, viewport: Size, canvas: Size): WrittenSvg;
}

/** A safe drawing: its elements, their markup, and its cost. */
export interface WrittenSvg extends SvgDrawing {
	readonly markup: string;
	/** Cost of reading, writing and drawing it. Nanoseconds of one core. */
	readonly price: number;
	/** The pictures in it, which the markup names. */
	readonly placed: readonly PlacedImage[];
	/** What is not drawn as in a browser. */
	readonly notes: readonly SvgNote[];
}

/** @throws ImageFault not_an_image if malformed, too_complex if a limit is exceeded */
export async function readSvgDocument(
	bytes: Uint8Array,
	{ fonts, open }: SvgSources,
): Promise<SvgDocument> {
	const parsing = new SvgBudget();
	parsing.spend("nanoseconds", bytes.length * RATES.byte);
	const instructions = new Set<string>();
	const root = parseSvg(decodeSvgText(bytes), parsing, (target) => instructions.add(target));
	const notes = new Notes();
	if (instructions.has("xml-stylesheet")) notes.add("xml-stylesheet", root);
	const { byId, all } = index(root);
	applyAnimations(all, byId);
	const styles = all.filter(({ name }) => name === "style");
	const sheet = new StyleSheet(styles, parsing, notes);
	const pictures = all.filter(({ name }) => name === "image" || name === "feImage");
	const images = await openEmbedded(pictures, open, notes);
	const { attributes } = root;
	const viewBox = readViewBox(attributes.get("viewBox"));
	const unsized = new Cascade(sheet, { width: 0, height: 0 }, parsing, notes);
	const rootStyle = unsized.style(root, INITIAL_STYLE);
	const intrinsic = intrinsicSize(
		(name) => rootStyle.own.get(name),
		unsized.units(rootStyle),
		viewBox,
	);
	if (viewBox === undefined && isEmptyViewBox(attributes.get("viewBox")))
		throw malformed("its viewBox has no width or no height");
	if (intrinsic === undefined) throw malformed("its width or height is zero or negative");
	return {
		intrinsic,
		write(outer, viewport, canvas) {
			const budget = new SvgBudget();
			const seen = new Notes(notes);
			const cascade = new Cascade(sheet, viewport, budget, seen);
			const writer = new SvgWriter({
				canvas,
				host: outer,
				cascade,
				byId,
				budget,
				notes: seen,
				fonts,
				images,
			});
			// Without a viewBox, a side that is known is scaled as if there was one.
			const { width, height } = intrinsic;
			const known =
				width === undefined && height === undefined
					? undefined
					: { x: 0, y: 0, width: width ?? viewport.width, height: height ?? viewport.height };
			const shown = viewBox ?? known;
			const fit = viewBoxTransform(
				shown,
				viewport,
				viewBox === undefined ? "none" : attributes.get("preserveAspectRatio"),
			);
			const matrix = multiply(outer, fit);
			if (!isSane(matrix)) throw malformed("its scale is out of range");
			const [a, , , d, e, f] = fit;
			// The edge of the viewport in user space.
			const edge = {
				minX: -e / a,
				minY: -f / d,
				maxX: (viewport.width - e) / a,
				maxY: (viewport.height - f) / d,
			};
			const content = writer.writeRoot(
				root,
				{
					matrix,
					viewport: shown ?? viewport,
					style: INITIAL_STYLE,
					depth: 0,
					layers: 0,
					references: 0,
					detached: false,
					clipping: false,
				},
				edge,
				fit,
			);
			const drawing = element("g", { transform: printMatrix(matrix) }, content);
			const definitions = [...writer.definitions.elements];
			const bounded =
				writer.reachesFar || writer.placed.length > 0
					? withLayerRegions(drawing, canvas, (one) => writer.definitions.add(one))
					: drawing;
			const safe = withoutUnseen(
				{ drawing: bounded, definitions: writer.definitions.elements, outlines: writer.outlines },
				canvas,
			);
			const defs = printElements(safe.definitions);
			const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}"><defs>${defs}</defs>${printElement(safe.drawing)}</svg>`;
			const written = { drawing, definitions, outlines: writer.outlines };
			priceDrawing(written, markup.length, canvas, writer.budget);
			const price = budget.spent("nanoseconds") + parsing.spent("nanoseconds");
			return { ...written, markup, price, placed: writer.placed, notes: seen.list };
		},
	};
}

/** Rounds in which layers are left out: without one, the layer around it is smaller. */
const ROUNDS = 8;

/**
 * A drawing without the layers that resvg cannot draw.
 * @throws ImageFault too_complex if it never ends
 */
function withoutUnseen(drawing: SvgDrawing, canvas: Size): SvgDrawing {
	let kept = drawing;
	for (let round = 0; round < ROUNDS; round++) {
		const unseen = unseenLayers(kept, canvas);
		if (unseen.size === 0) return kept;
		const without = (node: SvgElement): SvgElement => {
			if (node.children.length === 0) return node;
			const children = node.children.filter((child) => !unseen.has(child)).map(without);
			return { ...node, children };
		};
		kept = {
			...kept,
			drawing: without(kept.drawing),
			definitions: kept.definitions.map(without),
		};
	}
	throw tooComplex("its layers are too far from each other");
}

/** Elements by id (the first of each), and all elements in document order. */
function index(root: XmlElement): { byId: Map<string, XmlElement>; all: XmlElement[] } {
	const byId = new Map<string, XmlElement>();
	const all: XmlElement[] = [];
	const waiting = [root];
	for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
		all.push(element);
		const id = element.attributes.get("id");
		if (id !== undefined && !byId.has(id)) byId.set(id, element);
		for (let i = element.children.length - 1; i >= 0; i--) waiting.push(element.children[i]!);
	}
	return { byId, all };
}
