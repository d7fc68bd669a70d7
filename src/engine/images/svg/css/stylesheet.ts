import { SVG_LIMITS, type SvgBudget } from "../budget.js";
import type { Notes } from "../notes.js";
import type { Size } from "../viewport.js";
import type { XmlElement } from "../xml.js";
import { matchesMedia, matchesSupports } from "./media.js";
import { type Longhand, readDeclaration, type Unsupported, unsupportedPart } from "./properties.js";
import { compileSelectors, type Selector } from "./selectors.js";
import { type CssItem, type CssRule, parseCss } from "./syntax.js";

/** The checked declarations of a block. */
export interface Declarations {
	readonly normal: readonly Longhand[];
	readonly important: readonly Longhand[];
	readonly unsupported: readonly Unsupported[];
}

/** A cascade layer; the root layer has the styles without one. */
class Layer {
	readonly children = new Map<string, Layer>();
	/** Position in the cascade: later layers win. */
	order = 0;

	child(name: string): Layer {
		let child = this.children.get(name);
		if (child === undefined) {
			child = new Layer();
			this.children.set(name, child);
		}
		return child;
	}

	/** A layer's own styles win against those of the layers in it. */
	number(from: number): number {
		let next = from;
		for (const child of this.children.values()) next = child.number(next);
		this.order = next;
		return next + 1;
	}
}

interface StyleRule {
	readonly selector: Selector;
	readonly order: number;
	readonly layer: Layer;
	readonly media: readonly string[];
	readonly declarations: Declarations;
}

/** The declarations of a matching rule, with what decides about their precedence. */
export interface Matched {
	readonly layer: number;
	readonly specificity: number;
	readonly order: number;
	readonly declarations: Declarations;
}

/** The frames of a CSS animation: offset from 0 to 1, and its declarations. */
export type Keyframes = readonly { readonly at: number; readonly values: readonly Longhand[] }[];

/** Comparing a rule with an element. Nanoseconds. */
const RULE = 400;

/** The style elements of a document. Nothing is imported. */
export class StyleSheet {
	readonly keyframes = new Map<string, Keyframes>();
	/** Initial values of registered custom properties. */
	readonly customInitial = new Map<string, string>();
	readonly #rules = new Map<string, StyleRule[]>();
	readonly #root = new Layer();
	readonly #budget: SvgBudget;
	readonly #notes: Notes;
	#order = 0;
	#anonymous = 0;

	constructor(elements: readonly XmlElement[], budget: SvgBudget, notes: Notes) {
		this.#budget = budget;
		this.#notes = notes;
		for (const element of elements) {
			const { attributes, text } = element;
			const type = attributes.get("type")?.trim().toLowerCase() ?? "";
			if (type !== "" && type !== "text/css") continue;
			const media = attributes.get("media") ?? "";
			const context = { layer: this.#root, media: [media], parent: undefined, element };
			this.#add(parseCss(text, budget), context);
		}
		this.#root.number(0);
	}

	/** The rules that match an element, in no particular order. */
	match(element: XmlElement, viewport: Size): Matched[] {
		if (this.#rules.size === 0) return [];
		const id = element.attributes.get("id");
		const classes = (element.attributes.get("class") ?? "").split(/\s+/, 64).filter(Boolean);
		const keys = new Set(["*", element.name, ...classes.map((name) => `.${name}`)]);
		if (id !== undefined) keys.add(`#${id}`);
		const matched: Matched[] = [];
		for (const key of keys) {
			const rules = this.#rules.get(key) ?? [];
			this.#budget.spend("nanoseconds", rules.length * RULE);
			for (const { selector, order, layer, media, declarations } of rules) {
				if (!selector.matches(element)) continue;
				if (!media.every((query) => matchesMedia(query, viewport))) continue;
				const { specificity } = selector;
				matched.push({ layer: layer.order, specificity, order, declarations });
			}
		}
		return matched;
	}

	#add(items: readonly CssItem[], context: Context): void {
		for (const item of items) {
			if (item.kind === "declaration") continue;
			if (item.at === undefined) this.#addRule(item, context);
			else this.#addAtRule(item, item.at, context);
		}
	}

	#addRule({ prelude, items = [] }: CssRule, context: Context): void {
		const { parent, layer, media } = context;
		const selector = parent === undefined ? prelude : nested(prelude, parent);
		this.#addDeclarations(selector, items, context);
		this.#add(items, { layer, media, parent: selector, element: context.element });
	}

	#addDeclarations(selector: string, items: readonly CssItem[], context: Context): void {
		const declarations = readDeclarations(items);
		if (!Object.values(declarations).some(({ length }) => length > 0)) return;
		const order = this.#order++;
		for (const compiled of compileSelectors(selector, this.#budget)) {
			this.#budget.spend("cssRules");
			const rule = {
				selector: compiled,
				order,
				layer: context.layer,
				media: context.media,
				declarations,
			};
			const rules = this.#rules.get(compiled.key);
			if (rules === undefined) this.#rules.set(compiled.key, [rule]);
			else rules.push(rule);
		}
	}

	#addAtRule(rule: CssRule, at: string, context: Context): void {
		const { prelude, items } = rule;
		const { parent, media } = context;
		// Declarations directly in a nested at-rule are those of the surrounding rule.
		const inside = (own: Context) => {
			if (items === undefined) return;
			if (parent !== undefined) this.#addDeclarations(parent, items, own);
			this.#add(items, own);
		};
		switch (at) {
			case "media":
				inside({ ...context, media: [...media, prelude] });
				break;
			case "supports":
				if (matchesSupports(prelude)) inside(context);
				break;
			case "layer":
				if (items === undefined) this.#declareLayers(prelude, context.layer);
				else inside({ ...context, layer: this.#layer(prelude, context.layer) });
				break;
			case "keyframes":
			case "-webkit-keyframes":
				this.keyframes.set(unquoted(prelude), readKeyframes(items ?? []));
				break;
			case "property":
				this.#register(prelude, items ?? []);
				break;
			case "import":
			case "font-face":
			case "container":
			case "scope":
				this.#notes.add(`@${at}`, context.element);
				break;
			default:
		}
	}

	#declareLayers(names: string, layer: Layer): void {
		for (const name of names.split(",", 100)) if (name.trim() !== "") this.#layer(name, layer);
	}

	#layer(name: string, within: Layer): Layer {
		const path = name.trim() === "" ? [`${this.#anonymous++}`] : name.trim().split(".", 10);
		return path.reduce((layer, part) => layer.child(part.trim()), within);
	}

	#register(name: string, items: readonly CssItem[]): void {
		for (const item of items)
			if (item.kind === "declaration" && item.name === "initial-value")
				this.customInitial.set(name, item.value);
	}
}

interface Context {
	readonly layer: Layer;
	readonly media: readonly string[];
	/** Selectors of the surrounding rule. */
	readonly parent: string | undefined;
	readonly element: XmlElement;
}

/** A selector of a nested rule without nesting. @see https://www.w3.org/TR/css-nesting-1/ */
function nested(list: string, parent: string): string {
	const is = `:is(${parent})`;
	// Text that would exceed the limit of a selector anyway.
	if (list.length + parent.length > SVG_LIMITS.cssValue) return "";
	return list
		.split(/,(?![^(]*\))/)
		.map((one) => {
			const text = one.trim();
			return text.includes("&") ? text.replaceAll("&", is) : `${is} ${text}`;
		})
		.join(",");
}

/** The declarations of a block that are known. */
export function readDeclarations(items: readonly CssItem[]): Declarations {
	const normal: Longhand[] = [];
	const important: Longhand[] = [];
	const unsupported: Unsupported[] = [];
	for (const item of items) {
		if (item.kind === "rule" || item.value.length > SVG_LIMITS.cssValue) continue;
		const { name, value } = item;
		const part = unsupportedPart(name, value);
		if (part !== undefined) unsupported.push(part);
		const longhands = readDeclaration(name, value);
		if (longhands !== undefined) (item.important ? important : normal).push(...longhands);
	}
	return { normal, important, unsupported };
}

function readKeyframes(items: readonly CssItem[]): Keyframes {
	const frames: { at: number; values: readonly Longhand[] }[] = [];
	for (const item of items) {
		if (item.kind !== "rule" || item.items === undefined) continue;
		const { normal } = readDeclarations(item.items);
		for (const selector of item.prelude.split(",", 100)) {
			const word = selector.trim().toLowerCase();
			const at = word === "from" ? 0 : word === "to" ? 1 : Number.parseFloat(word) / 100;
			if (at >= 0 && at <= 1) frames.push({ at, values: normal });
		}
	}
	return frames.sort((a, b) => a.at - b.at);
}

const unquoted = (name: string): string => name.trim().replace(/^(["'])([\s\S]*)\1$/, "$2");
