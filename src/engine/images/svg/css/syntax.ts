import { SVG_LIMITS, type SvgBudget, tooComplex } from "../budget.js";

/** A declaration as it is written. */
export interface CssDeclaration {
	readonly kind: "declaration";
	/** In lower case, except for custom properties. */
	readonly name: string;
	readonly value: string;
	readonly important: boolean;
}

/** A style rule, or an at-rule with its name. */
export interface CssRule {
	readonly kind: "rule";
	/** The selectors, or what follows the name of an at-rule. */
	readonly prelude: string;
	/** Without "@", in lower case; undefined for a style rule. */
	readonly at: string | undefined;
	/** undefined: a statement without a block. */
	readonly items: readonly CssItem[] | undefined;
}

export type CssItem = CssDeclaration | CssRule;

/** Reading a declaration, and each character. Nanoseconds. */
const DECLARATION = 1_000;
const CHARACTER = 15;
/** Nesting of rules in rules. */
const MAX_DEPTH = 12;

/** Characters with a meaning between items; everything else is skipped at once. */
const SIGN = /["'\\{};()[\]]|\/\*|<!--|-->/g;

/**
 * Reads a style sheet, or the declarations of a style attribute, in one pass and as CSS Syntax 3
 * recovers from errors. The tokenizer of csstools would take a second and 590 MB for the largest
 * allowed sheet.
 */
export function parseCss(text: string, budget: SvgBudget): CssItem[] {
	budget.spend("nanoseconds", text.length * CHARACTER);
	const reader = new CssReader(text, budget);
	return reader.items(0);
}

class CssReader {
	readonly #text: string;
	readonly #budget: SvgBudget;
	#at = 0;

	constructor(text: string, budget: SvgBudget) {
		this.#text = text;
		this.#budget = budget;
	}

	/** The items until the end of the block. */
	items(depth: number): CssItem[] {
		if (depth > MAX_DEPTH) throw tooComplex("nesting of CSS rules");
		const items: CssItem[] = [];
		while (this.#at < this.#text.length) {
			const { written, end } = this.#statement(depth > 0);
			const item = this.#item(written, end, depth);
			if (item !== undefined) items.push(item);
			if (end === "}") break;
		}
		return items;
	}

	#item(written: string, end: string, depth: number): CssItem | undefined {
		const at = /^@([\w-]{1,60})/.exec(written);
		if (end === "{") {
			this.#budget.spend("cssRules");
			const items = this.items(depth + 1);
			const prelude = at === null ? written : written.slice(at[0].length).trim();
			return { kind: "rule", prelude, at: at?.[1]?.toLowerCase(), items };
		}
		if (at !== null) {
			const prelude = written.slice(at[0].length).trim();
			return { kind: "rule", prelude, at: at[1]!.toLowerCase(), items: undefined };
		}
		return written === "" ? undefined : this.#declaration(written);
	}

	#declaration(written: string): CssDeclaration | undefined {
		this.#budget.spend("nanoseconds", DECLARATION);
		const colon = written.indexOf(":");
		if (colon < 0) return undefined;
		const given = written.slice(0, colon).trim();
		const name = given.startsWith("--") ? given : given.toLowerCase();
		if (!/^[\w-]{1,200}$|^--/.test(name)) return undefined;
		const value = written.slice(colon + 1).trim();
		const important = /\s*!\s*important$/i.exec(value.slice(-40));
		return important === null
			? { kind: "declaration", name, value, important: false }
			: {
					kind: "declaration",
					name,
					value: value.slice(0, value.length - important[0].length).trim(),
					important: true,
				};
	}

	/**
	 * The text up to the next brace or semicolon, without comments.
	 * @param inside a block, which a closing brace ends; elsewhere it is part of the text
	 */
	#statement(inside: boolean): { written: string; end: string } {
		const text = this.#text;
		const parts: string[] = [];
		let from = this.#at;
		let brackets = 0;
		let braces = 0;
		const finish = (to: number, end: string) => {
			parts.push(text.slice(from, to));
			return { written: parts.join(" ").trim(), end };
		};
		SIGN.lastIndex = this.#at;
		for (let match = SIGN.exec(text); match !== null; match = SIGN.exec(text)) {
			const at = match.index;
			const sign = match[0];
			if (sign === "/*" || sign === "<!--" || sign === "-->") {
				parts.push(text.slice(from, at));
				const close = sign === "/*" ? text.indexOf("*/", at + 2) : at + sign.length - 2;
				from = close < 0 ? text.length : close + 2;
				SIGN.lastIndex = from;
			} else if (sign === '"' || sign === "'") SIGN.lastIndex = stringEnd(text, at);
			else if (sign === "\\") SIGN.lastIndex = at + 2;
			else if (sign === "(" || sign === "[") brackets++;
			else if (sign === ")" || sign === "]") brackets = Math.max(0, brackets - 1);
			else if (sign === "{" && /^\s*--[\w-]+\s*:/.test(parts[0] ?? text.slice(from, at))) braces++;
			else if (sign === "}" && braces > 0) braces--;
			else if (sign === "}" && !inside) continue;
			else if ((brackets === 0 && braces === 0) || sign === "}") {
				this.#at = at + 1;
				return finish(at, sign);
			}
		}
		this.#at = text.length;
		return finish(text.length, "");
	}
}

/** The position after a string; a line break ends a bad one. */
function stringEnd(text: string, open: number): number {
	const quote = text[open]!;
	for (let at = open + 1; at < text.length; at++) {
		const character = text[at];
		if (character === "\\") at++;
		else if (character === quote || character === "\n") return at + 1;
	}
	return text.length;
}

/** Splits at a separator outside of brackets and strings. */
export function splitTop(value: string, separator: "," | " " | "/"): string[] {
	const parts: string[] = [];
	let depth = 0;
	let from = 0;
	for (let at = 0; at < value.length; at++) {
		const character = value[at]!;
		if (character === '"' || character === "'") at = stringEnd(value, at) - 1;
		else if (character === "\\") at++;
		else if (character === "(" || character === "[") depth++;
		else if (character === ")" || character === "]") depth--;
		else if (depth <= 0 && (separator === " " ? /\s/.test(character) : character === separator)) {
			parts.push(value.slice(from, at).trim());
			from = at + 1;
		}
	}
	parts.push(value.slice(from).trim());
	return separator === " " ? parts.filter((part) => part !== "") : parts;
}

/** A function of CSS: its name in lower case and its arguments; undefined for anything else. */
export function readFunction(value: string): { name: string; text: string } | undefined {
	const match = /^([\w-]{1,40})\(([\s\S]*)\)$/.exec(value.trim());
	return match === null ? undefined : { name: match[1]!.toLowerCase(), text: match[2]! };
}

/** The functions of a list such as a transform; undefined if there is anything else. */
export function readFunctions(value: string): { name: string; text: string }[] | undefined {
	if (value.length > SVG_LIMITS.cssValue) return undefined;
	const functions = splitTop(value.replace(/\)\s*,?\s*(?=[a-z])/gi, ") "), " ").map(readFunction);
	return functions.every((one) => one !== undefined) ? functions : undefined;
}
