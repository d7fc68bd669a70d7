import { SVG_LIMITS, tooComplex } from "./budget.js";
import { writeClipPath, writeMarker, writeMask, writePattern } from "./containers.js";
import { writeFilter } from "./filters.js";
import { writeGradient } from "./gradients.js";
import { printNumber } from "./matrix.js";
import type { Shape } from "./shapes.js";
import type { Size } from "./viewport.js";
import type { Place, SvgWriter } from "./writer.js";
import type { XmlElement } from "./xml.js";

interface Written {
	readonly id: string | undefined;
	/** What drawing it once costs. */
	readonly drawn: number;
	readonly segments: number;
}

/** Which elements a property may name. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
	fill: ["linearGradient", "radialGradient", "pattern"],
	stroke: ["linearGradient", "radialGradient", "pattern"],
	"clip-path": ["clipPath"],
	mask: ["mask"],
	filter: ["filter"],
	"marker-start": ["marker"],
	"marker-mid": ["marker"],
	"marker-end": ["marker"],
};

/**
 * Definitions that something drawn names, each written once under an id of
 * ours; every reference spends what drawing it costs, so that references cannot
 * multiply.
 */
export class Definitions {
	readonly #markup: string[] = [];
	readonly #written = new Map<string, Written>();
	readonly #open = new Set<XmlElement>();

	constructor(readonly writer: SvgWriter) {}

	get markup(): string {
		return this.#markup.join("");
	}

	/** The id to name in a property; undefined when there is nothing fit to name. */
	reference(
		id: string,
		property: string,
		place: Place,
		shape: Shape | undefined,
	): string | undefined {
		const element = this.writer.byId.get(id);
		if (element === undefined || !TARGETS[property]?.includes(element.name)) return undefined;
		if (place.references >= SVG_LIMITS.referenceDepth) throw tooComplex("references in references");
		if (this.#open.has(element)) throw tooComplex("definition that contains itself");
		const { budget } = this.writer;
		const times = element.name === "marker" ? (shape?.segments ?? 1) + 1 : 1;
		const key = `${id} ${place.viewport.width} ${place.viewport.height}`;
		let written = this.#written.get(key);
		if (written === undefined) {
			written = this.#write(element, place);
			this.#written.set(key, written);
		}
		budget.spend("drawn", written.drawn * times);
		budget.spend("segments", written.segments * times);
		if (element.name === "mask") this.writer.spendLayer({ ...place, layers: 0 });
		return written.id;
	}

	/** A clip path of one rectangle, in the user space of what names it. */
	addRectangleClip(x: number, y: number, size: Size): string {
		const numbers = [x, y, size.width, size.height].map(printNumber);
		return this.add(
			(id) =>
				`<clipPath id="${id}"><rect x="${numbers[0]}" y="${numbers[1]}" width="${numbers[2]}" height="${numbers[3]}"/></clipPath>`,
		);
	}

	add(markup: (id: string) => string): string {
		const id = `d${this.#markup.length}`;
		this.#markup.push(markup(id));
		return id;
	}

	#write(element: XmlElement, place: Place): Written {
		const { budget } = this.writer;
		const drawn = budget.spent("drawn");
		const segments = budget.spent("segments");
		this.#open.add(element);
		const inside = {
			...place,
			detached: true,
			references: place.references + 1,
			depth: place.depth + 1,
		};
		const markup = this.#markupOf(element, inside);
		this.#open.delete(element);
		return {
			id: markup === undefined ? undefined : this.add(markup),
			drawn: budget.spent("drawn") - drawn,
			segments: budget.spent("segments") - segments,
		};
	}

	#markupOf(element: XmlElement, place: Place): ((id: string) => string) | undefined {
		switch (element.name) {
			case "clipPath":
				return writeClipPath(this.writer, element, place);
			case "mask":
				return writeMask(this.writer, element, place);
			case "pattern":
				return writePattern(this.writer, element, place);
			case "marker":
				return writeMarker(this.writer, element, place);
			case "filter":
				return writeFilter(this.writer, element, place);
			default:
				return writeGradient(this.writer, element, place);
		}
	}
}
