import type { FontLibrary } from "../../text/fonts/library.js";
import type { OpenImage } from "../open-image.js";
import type { SvgBudget } from "./budget.js";
import type { Cascade, Style } from "./css/cascade.js";
import type { SvgElement } from "./element.js";
import type { Matrix } from "./matrix.js";
import type { Notes } from "./notes.js";
import type { Box, Outline } from "./outline.js";
import type { Size } from "./viewport.js";
import type { XmlElement } from "./xml.js";

/** A paint as it is written: `none`, a colour, a reference, and the style that wrote it. */
export interface PaintSource {
	readonly value: string;
	/** For the current colour and the opacity. */
	readonly style: Style;
	readonly name: "fill" | "stroke";
	/** Box of the shape that context paints refer to, in the space of that shape. */
	readonly box?: Box;
}

/** The state of the writer at a position in the drawing. */
export interface Place {
	/** From user space to canvas pixels. */
	readonly matrix: Matrix;
	readonly viewport: Size;
	/** Style of the parent. */
	readonly style: Style;
	readonly depth: number;
	readonly layers: number;
	readonly references: number;
	/** Inside a clip path, mask, pattern or marker, so the position on the canvas is not known. */
	readonly detached: boolean;
	/** Inside a clip path only outlines count. */
	readonly clipping: boolean;
	/** Paints of the shape that a marker is on. */
	readonly context?: { readonly fill: PaintSource; readonly stroke: PaintSource };
}

/** A picture within the document. */
export interface EmbeddedImage {
	readonly image: OpenImage;
	/** The element that has it, for notes. */
	readonly where: string;
}

/** A picture that is drawn, at a size in pixels of the canvas. */
export interface PlacedImage {
	readonly source: EmbeddedImage;
	/** Name in the markup. */
	readonly href: string;
	readonly width: number;
	readonly height: number;
	/** It keeps its own pixels, which are not smoothed. */
	readonly pixelated: boolean;
	/** The part that covers the box, as percentages; undefined: it is stretched. */
	readonly cover: { readonly x: number; readonly y: number } | undefined;
}

/** What the writers of single elements need from the writer of the whole drawing. */
export interface Drawing {
	readonly canvas: Size;
	/** From CSS pixels of the drawing to pixels of the canvas. */
	readonly host: Matrix;
	readonly cascade: Cascade;
	readonly byId: ReadonlyMap<string, XmlElement>;
	readonly budget: SvgBudget;
	readonly notes: Notes;
	readonly fonts: FontLibrary | undefined;
	/** Pictures within the document by their href. */
	readonly images: ReadonlyMap<string, EmbeddedImage>;
	/** An element with its content; undefined if nothing is drawn. */
	write(element: XmlElement, place: Place): SvgElement | undefined;
	/** The children of a container, in order. */
	writeChildren(element: XmlElement, place: Place): SvgElement[];
	/** Adds a definition. @returns its id */
	define(definition: (id: string) => SvgElement): string;
	/** Remembers the outline of path data that is written. */
	keepOutline(data: string, outline: Outline): void;
	/** Adds a picture. @returns its name in the markup */
	place(image: Omit<PlacedImage, "href">): string;
	/** The id of a definition for a property; undefined if there is no suitable definition. */
	reference(
		id: string | undefined,
		property: string,
		place: Place,
		box?: ReferenceBox,
	): string | undefined;
	/** The box of written elements, with their strokes and the regions of their filters. */
	layerBox(content: readonly SvgElement[]): Box;
	/** Counts an off-screen layer. */
	spendLayer(place: Place): void;
}

/** What units of a box refer to in a definition, instead of the shape that uses it. */
export interface ReferenceBox {
	readonly box: Box;
	/** From the space of the box to that of the shape. */
	readonly matrix?: Matrix;
}

/** The definition with an id; undefined if it should be treated as missing. */
export type Definition = ((id: string) => SvgElement) | undefined;
