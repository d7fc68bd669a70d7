import { SVG_LIMITS, tooComplex } from "./budget.js";
import { writeClipPath, writeMask, writePattern } from "./containers.js";
import type { Definition, Drawing, Place, ReferenceBox } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { writeFilter } from "./filters.js";
import { writeGradient } from "./gradients.js";
import { printNumber } from "./matrix.js";
import type { Size } from "./viewport.js";
import type { XmlElement } from "./xml.js";

interface Written {
	readonly id: string | undefined;
	/** The cost of drawing it once. */
	readonly drawn: number;
	readonly segments: number;
}

/** The elements that a property may refer to. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
	fill: ["linearGradient", "radialGradient", "pattern"],
	stroke: ["linearGradient", "radialGradient", "pattern"],
	"clip-path": ["clipPath"],
	mask: ["mask"],
	filter: ["filter"],
};

const COSTS = ["drawn", "segments"] as const;
/** Elements that are written again for each transform, because their bounds depend on it. */
const PLACED: ReadonlySet<string> = new Set(["mask", "filter", "pattern"]);

/**
 * The definitions that are used, each written once with a new id. Every reference counts the cost
 * of drawing the definition, so that references cannot multiply work.
 */
export class Definitions {
	/** The definitions that have been written; the ids are in that order. */
	readonly elements: SvgElement[] = [];
	readonly #written = new Map<string, Written>();
	readonly #open = new Set<XmlElement>();

	constructor(readonly drawing: Drawing) {}

	/**
	 * The id of a definition for a property, `none` or a colour if it paints that, undefined if there
	 * is no suitable definition.
	 */
	reference(
		id: string,
		property: string,
		place: Place,
		box: ReferenceBox | undefined,
	): string | undefined {
		const element = this.drawing.byId.get(id);
		if (element === undefined || !TARGETS[property]?.includes(element.name)) return undefined;
		if (place.references >= SVG_LIMITS.referenceDepth) throw tooComplex("references in references");
		// As in browsers, a definition does not refer to itself.
		if (this.#open.has(element)) return undefined;
		const { budget } = this.drawing;
		const { width, height } = place.viewport;
		const placed = PLACED.has(element.name) ? place.matrix.join() : "";
		const key = `${id} ${width} ${height} ${placed} ${box === undefined ? "" : JSON.stringify(box)}`;
		let written = this.#written.get(key);
		if (written === undefined) {
			written = this.#write(element, place, box);
			this.#written.set(key, written);
		}
		for (const what of COSTS) budget.spend(what, written[what]);
		if (element.name === "mask") this.drawing.spendLayer({ ...place, layers: 0 });
		return written.id;
	}

	/** A clip path of one rectangle, in the user space of the element that uses it. */
	addRectangleClip(x: number, y: number, size: Size): string {
		const rectangle = makeElement("rect", {
			x: printNumber(x),
			y: printNumber(y),
			width: printNumber(size.width),
			height: printNumber(size.height),
		});
		return this.add((id) => makeElement("clipPath", { id }, [rectangle]));
	}

	/** Writes a definition. @returns its id */
	add(definition: (id: string) => SvgElement): string {
		const id = `d${this.elements.length}`;
		this.elements.push(definition(id));
		return id;
	}

	#write(element: XmlElement, place: Place, box: ReferenceBox | undefined): Written {
		const { budget } = this.drawing;
		const before = COSTS.map((what) => budget.spent(what));
		this.#open.add(element);
		const inside = {
			...place,
			detached: place.detached || (element.name !== "mask" && element.name !== "filter"),
			references: place.references + 1,
			depth: place.depth + 1,
		};
		const definition = this.#definitionOf(element, inside, box, place.detached);
		this.#open.delete(element);
		const [drawn = 0, segments = 0] = COSTS.map((what, i) => budget.spent(what) - before[i]!);
		const id = typeof definition === "function" ? this.add(definition) : definition;
		return { id, drawn, segments };
	}

	#definitionOf(
		element: XmlElement,
		place: Place,
		box: ReferenceBox | undefined,
		detached: boolean,
	): Definition | string {
		switch (element.name) {
			case "clipPath":
				return writeClipPath(this.drawing, element, place);
			case "mask":
				return writeMask(this.drawing, element, place);
			case "pattern":
				return writePattern(this.drawing, element, place, box, detached);
			case "filter":
				return writeFilter(this.drawing, element, place, box);
			default:
				return writeGradient(this.drawing, element, place, box);
		}
	}
}
