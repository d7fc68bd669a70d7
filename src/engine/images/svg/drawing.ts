import type { SvgBudget } from "./budget.js";
import type { StyleSheet } from "./css.js";
import type { SvgElement } from "./element.js";
import type { Matrix } from "./matrix.js";
import type { Shape } from "./shapes.js";
import type { Style } from "./style.js";
import type { Size } from "./viewport.js";
import type { XmlElement } from "./xml.js";

/** Where in the drawing the writer is. */
export interface Place {
	/** From user space to canvas pixels. */
	readonly matrix: Matrix;
	readonly viewport: Size;
	readonly inherited: Style;
	readonly depth: number;
	readonly layers: number;
	readonly references: number;
	/** Inside a clip path, mask, pattern or marker: not where it lies on the canvas. */
	readonly detached: boolean;
}

/** What the writers of single elements need of the one that writes the whole drawing. */
export interface Drawing {
	readonly canvas: Size;
	readonly sheet: StyleSheet;
	readonly byId: ReadonlyMap<string, XmlElement>;
	readonly budget: SvgBudget;
	/** An element and all that it holds; undefined when nothing is to be drawn. */
	write(element: XmlElement, place: Place): SvgElement | undefined;
	/** The children of a container, in order. */
	writeChildren(element: XmlElement, place: Place): SvgElement[];
	/** The id to name in a property; undefined when there is nothing fit to name. */
	reference(
		id: string,
		property: string,
		place: Place,
		shape: Shape | undefined,
	): string | undefined;
	/** Counts an off-screen layer. */
	spendLayer(place: Place): void;
}

/** A definition under an id; undefined: it is as if it were not there. */
export type Definition = ((id: string) => SvgElement) | undefined;
