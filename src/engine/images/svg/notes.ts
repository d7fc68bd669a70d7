import type { XmlElement } from "./xml.js";

/** Something in an SVG that a browser draws otherwise. */
export interface SvgNote {
	/** not_supported: it is not drawn; font: another font is used instead. */
	readonly kind: "not_supported" | "font";
	/** Element, attribute, property or font family. */
	readonly name: string;
	/** The element that has it, and its line. */
	readonly where: string;
}

/** Different things that are reported for one document. */
const MAX_NOTES = 20;
const MAX_NAME = 80;

/** Collects what is not drawn, each thing once. */
export class Notes {
	readonly #notes: Map<string, SvgNote>;

	/** @param before notes that are part of these */
	constructor(before?: Notes) {
		this.#notes = new Map(before === undefined ? [] : before.#notes);
	}

	add(name: string, element: XmlElement, kind: SvgNote["kind"] = "not_supported"): void {
		const key = `${kind} ${name}`;
		if (this.#notes.has(key) || this.#notes.size >= MAX_NOTES) return;
		this.#notes.set(key, { kind, name: name.slice(0, MAX_NAME), where: describe(element) });
	}

	get list(): SvgNote[] {
		return [...this.#notes.values()];
	}
}

/** `<rect id="a"> in line 3`. */
export function describe({ name, attributes, line }: XmlElement): string {
	const id = attributes.get("id");
	const known = id !== undefined && /^[\w.:-]{1,60}$/.test(id) ? ` id="${id}"` : "";
	return `<${name
		.replace(/^html:/, "")
		.replace(/^:/, "")
		.slice(0, 40)}${known}> in line ${line}`;
}
