import type { SvgBudget } from "./budget.js";
import type { StyleSheet } from "./css.js";
import type { SvgElement } from "./element.js";
import type { Matrix } from "./matrix.js";
import type { Shape } from "./shapes.js";
import type { Style } from "./style.js";
import type { Size } from "./viewport.js";
import type { XmlElement } from "./xml.js";

/** The state of the writer at a position in the drawing. */
export interface Place {
	/** From user space to canvas pixels. */
	readonly matrix: Matrix;
	readonly viewport: Size;
	readonly inherited: Style;
	readonly depth: number;
	readonly layers: number;
	readonly references: number;
	/** Inside a clip path, mask, pattern or marker, so the position on the canvas is not known. */
	readonly detached: boolean;
}

/** What the writers of single elements need from the writer of the whole drawing. */
export interface Drawing {
	readonly canvas: Size;
	readonly sheet: StyleSheet;
	readonly byId: ReadonlyMap<string, XmlElement>;
	readonly budget: SvgBudget;
	/** An element with its content; undefined if nothing is drawn. */
	write(element: XmlElement, place: Place): SvgElement | undefined;
	/** The children of a container, in order. */
	writeChildren(element: XmlElement, place: Place): SvgElement[];
	/** The id for a property; undefined if there is no suitable definition. */
	reference(
		id: string,
		property: string,
		place: Place,
		shape: Shape | undefined,
	): string | undefined;
	/** Counts an off-screen layer. */
	spendLayer(place: Place): void;
}

/** The definition with an id; undefined if it should be treated as missing. */
export type Definition = ((id: string) => SvgElement) | undefined;
