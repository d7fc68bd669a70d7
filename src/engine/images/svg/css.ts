import { SVG_LIMITS, type SvgBudget } from "./budget.js";
import { PROPERTIES } from "./properties.js";
import type { XmlElement } from "./xml.js";

interface Rule {
	/** CSS specificity in one number, then order. */
	readonly weight: number;
	readonly element: string | null;
	readonly id: string | null;
	readonly classes: readonly string[];
	readonly declarations: ReadonlyMap<string, string>;
}

/** The rules of a document. */
export interface StyleSheet {
	/**
	 * Rules by the first part of their selector, so that each element is only compared with rules
	 * that may match.
	 */
	readonly rules: ReadonlyMap<string, readonly Rule[]>;
	readonly budget: SvgBudget;
}

/** Comparing a rule, and copying a declaration, for each element. Nanoseconds. */
const RULE = 400;
const DECLARATION = 100;

const SIMPLE_SELECTOR = /^(?:([A-Za-z][\w-]{0,60})|\*)?((?:[.#][\w\u0080-\uFFFF-]{1,200}){0,8})$/;
/** Maximum length of a declaration block or selector list. Bytes. */
const MAX_BLOCK = 20_000;
const IMPORTANT = "!important";

/**
 * The style elements of a document. Parsed by our own code in one pass, because the tokenizer of
 * csstools takes 1.1 s and 590 MB for the 5 MB that an SVG image may have. Selectors of one element
 * (type, class, id and combinations of them) are supported; rules with combinators, pseudo-classes
 * or inside at-rules are ignored. Nothing is imported.
 */
export function parseStyleSheet(css: string, budget: SvgBudget): StyleSheet {
	const rules = new Map<string, Rule[]>();
	const text = withoutComments(css).replace(/<!--|-->/g, " ");
	let at = 0;
	let order = 0;
	while (at < text.length) {
		const open = text.indexOf("{", at);
		if (
			text
				.slice(at, at + 1000)
				.trimStart()
				.startsWith("@")
		) {
			budget.spend("cssRules");
			const statement = text.indexOf(";", at);
			at = statement >= 0 && (open < 0 || statement < open) ? statement + 1 : blockEnd(text, open);
			continue;
		}
		if (open < 0) break;
		const close = text.indexOf("}", open);
		if (close < 0) break;
		const declarations = parseDeclarations(text.slice(open + 1, close));
		for (const selector of text.slice(at, Math.min(open, at + MAX_BLOCK)).split(",")) {
			budget.spend("cssRules");
			addRule(rules, selector.trim(), declarations, order++);
		}
		at = close + 1;
	}
	return { rules, budget };
}

/** The declarations of the style sheet for an element, in ascending order of precedence. */
export function matchStyleSheet(
	sheet: StyleSheet,
	element: XmlElement,
): ReadonlyMap<string, string>[] {
	const { rules, budget } = sheet;
	if (rules.size === 0) return [];
	const id = element.attributes.get("id");
	const classes = (element.attributes.get("class") ?? "").split(/\s+/, 32).filter(Boolean);
	const keys = new Set(["*", element.name, ...classes.map((name) => `.${name}`)]);
	if (id !== undefined) keys.add(`#${id}`);
	const candidates = [...keys].flatMap((key) => rules.get(key) ?? []);
	budget.spend("nanoseconds", candidates.length * RULE);
	const matching = candidates
		.filter(
			(rule) =>
				(rule.element === null || rule.element === element.name) &&
				(rule.id === null || rule.id === id) &&
				rule.classes.every((name) => classes.includes(name)),
		)
		.sort((a, b) => a.weight - b.weight)
		.map((rule) => rule.declarations);
	for (const { size } of matching) budget.spend("nanoseconds", size * DECLARATION);
	return matching;
}

/** Allowed declarations of a block or a style attribute; `!important` is ignored. */
export function parseDeclarations(block: string): Map<string, string> {
	const declarations = new Map<string, string>();
	for (const declaration of block.slice(0, MAX_BLOCK).split(";", 200)) {
		const colon = declaration.indexOf(":");
		if (colon < 0) continue;
		const name = declaration.slice(0, colon).trim().toLowerCase();
		const value = declaration.slice(colon + 1).trim();
		const checked = PROPERTIES.get(name)?.(
			/!important$/i.test(value.slice(-IMPORTANT.length))
				? value.slice(0, -IMPORTANT.length).trimEnd()
				: value,
		);
		if (checked !== undefined) declarations.set(name, checked);
	}
	return declarations;
}

function addRule(
	sheet: Map<string, Rule[]>,
	selector: string,
	declarations: ReadonlyMap<string, string>,
	order: number,
): void {
	const match = selector === "" ? null : SIMPLE_SELECTOR.exec(selector);
	if (match === null) return;
	const element = match[1] ?? null;
	const parts = match[2]!.match(/[.#][^.#]+/g) ?? [];
	const id = parts.find((part) => part.startsWith("#"))?.slice(1) ?? null;
	const classes = parts.filter((part) => part.startsWith(".")).map((part) => part.slice(1));
	const specificity = (id === null ? 0 : 100) + classes.length * 10 + (element === null ? 0 : 1);
	const key =
		id !== null ? `#${id}` : classes[0] !== undefined ? `.${classes[0]}` : (element ?? "*");
	const rules = sheet.get(key) ?? [];
	rules.push({
		weight: specificity * SVG_LIMITS.cssRules * 2 + order,
		element,
		id,
		classes,
		declarations,
	});
	sheet.set(key, rules);
}

function withoutComments(css: string): string {
	const kept: string[] = [];
	let at = 0;
	for (let open = css.indexOf("/*"); open >= 0; open = css.indexOf("/*", at)) {
		kept.push(css.slice(at, open));
		const close = css.indexOf("*/", open + 2);
		if (close < 0) return kept.join(" ");
		at = close + 2;
	}
	return [...kept, css.slice(at)].join(" ");
}

/** The end of a block that may contain blocks. */
function blockEnd(text: string, open: number): number {
	if (open < 0) return text.length;
	let depth = 0;
	for (let at = open; at < text.length; at++) {
		if (text[at] === "{") depth++;
		else if (text[at] === "}" && --depth === 0) return at + 1;
	}
	return text.length;
}
