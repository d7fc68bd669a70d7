import { matchStyleSheet, parseDeclarations, type StyleSheet } from "./css.js";
import { INHERITED, PROPERTIES } from "./properties.js";
import type { XmlElement } from "./xml.js";

/** The checked declarations of an element, from all sources. */
export type Style = ReadonlyMap<string, string>;

/** Cached results, for each document. */
const declaredIn = new WeakMap<StyleSheet, WeakMap<XmlElement, Map<string, string>>>();
const inheritedIn = new WeakMap<StyleSheet, WeakMap<XmlElement, Style>>();

function remembered<T>(
	memory: WeakMap<StyleSheet, WeakMap<XmlElement, T>>,
	sheet: StyleSheet,
	element: XmlElement,
	find: () => T,
): T {
	let known = memory.get(sheet);
	if (known === undefined) {
		known = new WeakMap();
		memory.set(sheet, known);
	}
	let value = known.get(element);
	if (value === undefined) {
		value = find();
		known.set(element, value);
	}
	return value;
}

/**
 * Presentation attributes, then style sheet, then style attribute. The caller may change the
 * result.
 */
export function declaredStyle(element: XmlElement, sheet: StyleSheet): Map<string, string> {
	return new Map(remembered(declaredIn, sheet, element, () => findDeclared(element, sheet)));
}

function findDeclared(element: XmlElement, sheet: StyleSheet): Map<string, string> {
	const style = new Map<string, string>();
	for (const [name, value] of element.attributes) {
		const checked = PROPERTIES.get(name)?.(value);
		if (checked !== undefined) style.set(name, checked);
	}
	const inline = element.attributes.get("style");
	const layers = matchStyleSheet(sheet, element);
	if (inline !== undefined) layers.push(parseDeclarations(inline));
	for (const layer of layers) for (const [name, value] of layer) style.set(name, value);
	const marker = style.get("marker");
	style.delete("marker");
	if (marker !== undefined) {
		for (const place of ["marker-start", "marker-mid", "marker-end"]) {
			if (!style.has(place)) style.set(place, marker);
		}
	}
	return style;
}

/** The properties that a child of this element inherits. */
export function inherit(parent: Style, own: Style): Style {
	let result: Map<string, string> | undefined;
	for (const [name, value] of own) {
		if (!INHERITED.has(name)) continue;
		result ??= new Map(parent);
		result.set(name, value);
	}
	return result ?? parent;
}

/** The properties that an element inherits at its position in the document. */
export function inheritedStyle(element: XmlElement, sheet: StyleSheet): Style {
	const { parent } = element;
	if (parent === null) return new Map();
	return remembered(inheritedIn, sheet, parent, () =>
		inherit(inheritedStyle(parent, sheet), declaredStyle(parent, sheet)),
	);
}
