import { SVG_LIMITS, type SvgBudget } from "../budget.js";
import type { Notes } from "../notes.js";
import { CURRENT_COLOR, colorParts, readLength, type Units, withCurrentColor } from "../values.js";
import type { Size } from "../viewport.js";
import type { XmlElement } from "../xml.js";
import { animatedValues } from "./animation.js";
import { type Longhand, PROPERTIES, readDeclaration, readPresentation } from "./properties.js";
import { readDeclarations, type StyleSheet } from "./stylesheet.js";
import { parseCss } from "./syntax.js";

/** The values of an element's properties; those that are not set have no entry. */
export class Style {
	/** @param inherited by name, those that children inherit */
	constructor(
		readonly inherited: ReadonlyMap<string, string>,
		readonly own: ReadonlyMap<string, string>,
	) {}

	get(name: string): string | undefined {
		return this.own.get(name) ?? this.inherited.get(name);
	}

	/** Font size in pixels. */
	get em(): number {
		return Number(this.inherited.get("font-size") ?? 16);
	}

	/** The same style with other values. */
	with(values: Readonly<Record<string, string>>): Style {
		const inherited = new Map(this.inherited);
		const own = new Map(this.own);
		for (const [name, value] of Object.entries(values))
			(PROPERTIES.get(name)?.inherited ? inherited : own).set(name, value);
		return new Style(inherited, own);
	}
}

export const INITIAL_STYLE = new Style(new Map(), new Map());

/** Copying a declaration. Nanoseconds. */
const DECLARATION = 200;
/** Properties with relative lengths that children inherit in pixels. */
const INHERITED_LENGTHS = ["stroke-width", "stroke-dashoffset", "letter-spacing", "word-spacing"];
const COLORS = [
	"fill",
	"stroke",
	"stop-color",
	"flood-color",
	"lighting-color",
	"background-color",
	"text-decoration-color",
];

/** Resolves the styles of a document's elements for a viewport. */
export class Cascade {
	readonly #sheet: StyleSheet;
	readonly #viewport: Size;
	readonly #budget: SvgBudget;
	readonly #notes: Notes;
	readonly #declared = new WeakMap<XmlElement, ReadonlyMap<string, string>>();
	readonly #styles = new WeakMap<XmlElement, { parent: Style; style: Style }>();
	#rem = 16;

	/** @param viewport of the whole drawing, CSS pixels */
	constructor(sheet: StyleSheet, viewport: Size, budget: SvgBudget, notes: Notes) {
		this.#sheet = sheet;
		this.#viewport = viewport;
		this.#budget = budget;
		this.#notes = notes;
	}

	/** Units of an element with a style. */
	units({ em }: Style): Units {
		return { em, rem: this.#rem, ...this.#viewport };
	}

	/**
	 * The style of an element whose parent has a style: in its own place or where it is used.
	 */
	style(element: XmlElement, parent: Style): Style {
		const known = this.#styles.get(element);
		if (known !== undefined && known.parent === parent) return known.style;
		const style = this.#compute(this.#declarations(element), parent);
		if (element.parent === null) this.#rem = style.em;
		this.#styles.set(element, { parent, style });
		return style;
	}

	/** The style of an element in its own place in the document. */
	placed(element: XmlElement): Style {
		const { parent } = element;
		return this.style(element, parent === null ? INITIAL_STYLE : this.placed(parent));
	}

	/** The declarations of an element in the order of the cascade; the last of each name counts. */
	#declarations(element: XmlElement): ReadonlyMap<string, string> {
		const known = this.#declared.get(element);
		if (known !== undefined) return known;
		const declared = new Map<string, string>();
		const add = (longhands: readonly Longhand[]) => {
			this.#budget.spend("nanoseconds", longhands.length * DECLARATION);
			for (const [name, value] of longhands) {
				declared.delete(name);
				declared.set(name, value);
			}
		};
		const { attributes, name } = element;
		for (const [key, value] of attributes) {
			if (value.length <= SVG_LIMITS.cssValue || key === "d")
				add(readPresentation(name, key, value) ?? []);
		}
		const matched = this.#sheet
			.match(element, this.#viewport)
			.sort((a, b) => a.layer - b.layer || a.specificity - b.specificity || a.order - b.order);
		const inline = readDeclarations(parseCss(attributes.get("style") ?? "", this.#budget));
		for (const { unsupported } of [...matched.map((rule) => rule.declarations), inline])
			for (const part of unsupported)
				if (!part.rootOnly || element.parent === null) this.#notes.add(part.name, element);
		for (const { declarations } of matched) add(declarations.normal);
		add(inline.normal);
		add(animatedValues(declared, this.#sheet.keyframes));
		for (const [key, value] of element.animated ?? [])
			add(readPresentation(name, key, value) ?? []);
		// Important declarations of earlier layers win.
		for (const { declarations } of matched.sort(
			(a, b) => b.layer - a.layer || a.specificity - b.specificity || a.order - b.order,
		))
			add(declarations.important);
		add(inline.important);
		this.#declared.set(element, declared);
		return declared;
	}

	#compute(declared: ReadonlyMap<string, string>, parent: Style): Style {
		if (declared.size === 0) return new Style(parent.inherited, new Map());
		const inherited = new Map(parent.inherited);
		const own = new Map<string, string>();
		for (const [name, value] of declared) if (name.startsWith("--")) inherited.set(name, value);
		const set = (name: string, value: string): void => {
			const inherits = PROPERTIES.get(name)?.inherited ?? name.startsWith("--");
			const keep = inherits ? inherited : own;
			const before = inherits ? parent.inherited.get(name) : parent.own.get(name);
			if (value === "inherit" || (inherits && /^(?:unset|revert|revert-layer)$/.test(value))) {
				if (before === undefined) keep.delete(name);
				else keep.set(name, before);
			} else if (/^(?:initial|unset|revert|revert-layer)$/.test(value)) keep.delete(name);
			else keep.set(name, value);
		};
		for (const [name, value] of declared) {
			if (!/\bvar\(/i.test(value)) {
				set(name, value);
				continue;
			}
			const plain = this.#substitute(value, inherited, 0);
			if (name.startsWith("--")) {
				if (plain === undefined) inherited.delete(name);
				else inherited.set(name, plain);
				continue;
			}
			const longhands = plain === undefined ? undefined : readDeclaration(name, plain);
			// Invalid at computed-value time.
			for (const [each, read] of longhands ?? [[name, "unset"] as const]) set(each, read);
		}
		this.#resolve(inherited, own, declared, parent);
		return new Style(inherited, own);
	}

	/** Colours and lengths of an element that refer to its other properties. */
	#resolve(
		inherited: Map<string, string>,
		own: Map<string, string>,
		declared: ReadonlyMap<string, string>,
		parent: Style,
	): void {
		const parentColor = parent.inherited.get("color") ?? "#000000";
		const color = withCurrentColor(inherited.get("color") ?? "#000000", parentColor);
		if (inherited.has("color")) inherited.set("color", color);
		for (const name of COLORS) {
			const map = own.has(name) ? own : inherited;
			const value = map.get(name);
			// An inherited current colour is that of the child.
			if (
				value !== undefined &&
				map === own &&
				value !== CURRENT_COLOR &&
				/currentcolor/i.test(value)
			)
				map.set(name, withCurrentColor(value, color));
		}
		const size = inherited.get("font-size");
		if (size !== undefined && declared.has("font-size")) {
			const em = parent.em;
			const pixels = readLength(size, em, { em, rem: this.#rem, ...this.#viewport });
			inherited.set("font-size", String(Math.max(0, pixels ?? em)));
		}
		const units = this.units(new Style(inherited, own));
		for (const name of INHERITED_LENGTHS) {
			const value = inherited.get(name);
			if (value === undefined || !declared.has(name) || value.endsWith("%") || value.includes("("))
				continue;
			inherited.set(name, String(readLength(value, 0, units) ?? 0));
		}
		const weight = inherited.get("font-weight");
		if (weight === "bolder" || weight === "lighter") {
			const before = Number(parent.inherited.get("font-weight") ?? 400);
			const heavier = before < 350 ? 400 : before < 550 ? 700 : 900;
			const lighter = before < 550 ? 100 : before < 750 ? 400 : 700;
			inherited.set("font-weight", String(weight === "bolder" ? heavier : lighter));
		}
	}

	/** Replaces var(); undefined if a property has no value, or if the text gets too long. */
	#substitute(
		value: string,
		custom: ReadonlyMap<string, string>,
		depth: number,
	): string | undefined {
		if (depth > 10) return undefined;
		let result = value;
		for (let i = 0; i < 20; i++) {
			const at = result.search(/\bvar\(/i);
			if (at < 0) return result;
			let level = 0;
			let close = -1;
			for (let end = at + 3; end < result.length && close < 0; end++) {
				if (result[end] === "(") level++;
				else if (result[end] === ")" && --level === 0) close = end;
			}
			if (close < 0) return undefined;
			this.#budget.spend("nanoseconds", result.length * 10);
			const inside = result.slice(at + 4, close);
			const comma = inside.indexOf(",");
			const name = (comma < 0 ? inside : inside.slice(0, comma)).trim();
			const known = custom.get(name) ?? this.#sheet.customInitial.get(name);
			const fallback = comma < 0 ? undefined : inside.slice(comma + 1).trim();
			const plain =
				(known === undefined || known === "initial"
					? undefined
					: this.#substitute(known, custom, depth + 1)) ??
				(fallback === undefined ? undefined : this.#substitute(fallback, custom, depth + 1));
			if (plain === undefined) return undefined;
			result = `${result.slice(0, at)}${plain}${result.slice(close + 1)}`;
			if (result.length > SVG_LIMITS.cssValue) return undefined;
		}
		return undefined;
	}
}

/** A colour of a style, with `currentColor` resolved. */
export function colorOf(
	style: Style,
	name: string,
	initial: string,
): { hex: string; alpha: number } {
	const value = style.get(name) ?? initial;
	return colorParts(withCurrentColor(value, style.get("color") ?? "#000000"));
}
