import type { ComponentValue } from "@csstools/css-parser-algorithms";
import type { CSSToken } from "@csstools/css-tokenizer";
import { onDemand, requirePackage } from "../../../base/on-demand.js";

const tokenizer = onDemand(
	() => requirePackage("@csstools/css-tokenizer") as typeof import("@csstools/css-tokenizer"),
);
const algorithms = onDemand(
	() =>
		requirePackage(
			"@csstools/css-parser-algorithms",
		) as typeof import("@csstools/css-parser-algorithms"),
);

export type CssValue = readonly ComponentValue[];

export interface Declaration {
	/** Lower case. */
	readonly property: string;
	/** Without `!important`, white space at the ends and comments. */
	readonly value: CssValue;
	readonly important: boolean;
}

/** The token of a component value; null for a function, a block and white space. */
function tokenOf(value: ComponentValue | undefined): CSSToken | null {
	return value !== undefined && algorithms().isTokenNode(value) ? value.value : null;
}

/** The keyword of a value in lower case; null if it is not a single keyword. */
export function keywordOf(value: CssValue): string | null {
	const token = value.length === 1 ? tokenOf(value[0]) : null;
	return tokenizer().isTokenIdent(token) ? token[4].value.toLowerCase() : null;
}

const isSpace = (value: ComponentValue | undefined): boolean =>
	value !== undefined && algorithms().isWhitespaceNode(value);

function trimmed(values: CssValue): CssValue {
	const start = values.findIndex((value) => !isSpace(value));
	if (start < 0) return [];
	return values.slice(start, values.findLastIndex((value) => !isSpace(value)) + 1);
}

/**
 * Adds the closing brackets that are missing at the end (CSS Syntax 3, 5.4.8). Without them, the
 * parser makes nodes without an end for inner brackets, which throw when they are printed.
 */
function closed(tokens: CSSToken[]): CSSToken[] {
	const { isTokenFunction, isTokenOpenParen, mirrorVariant } = tokenizer();
	const open: CSSToken[] = [];
	for (const token of tokens) {
		const closes =
			isTokenFunction(token) || isTokenOpenParen(token) ? CLOSE_PAREN : mirrorVariant(token);
		if (closes !== null && OPENING.test(token[0])) open.push(closes);
		else if (open.at(-1)?.[0] === token[0]) open.pop();
	}
	return open.length === 0 ? tokens : [...tokens.slice(0, -1), ...open.reverse(), tokens.at(-1)!];
}

const OPENING = /^(?:function|[({[])-token$/;
const CLOSE_PAREN = [")-token", ")", -1, -1, undefined] as CSSToken;

/**
 * A text as component values (CSS Syntax 3, 5.3.9), without comments and outer white space; empty
 * if brackets are nested too deep for the parser.
 */
export function cssValue(text: string): CssValue {
	const { parseListOfComponentValues, isCommentNode } = algorithms();
	try {
		const values = parseListOfComponentValues(closed(tokenizer().tokenize({ css: text })));
		return trimmed(values.filter((value) => !isCommentNode(value)));
	} catch {
		return [];
	}
}

/** Whether functions and brackets are nested at most `levels` deep. */
export function isShallow(value: CssValue, levels: number): boolean {
	const { isFunctionNode, isSimpleBlockNode } = algorithms();
	return value.every((part) => {
		if (!isFunctionNode(part) && !isSimpleBlockNode(part)) return true;
		return levels > 0 && isShallow(part.value, levels - 1);
	});
}

function declaration(part: CssValue): Declaration | null {
	const { isTokenIdent, isTokenColon, isTokenDelim } = tokenizer();
	const values = trimmed(part);
	const name = tokenOf(values[0]);
	const colon = values.findIndex((value, i) => i > 0 && !isSpace(value));
	if (!isTokenIdent(name) || !isTokenColon(tokenOf(values[colon]))) return null;
	const value = trimmed(values.slice(colon + 1));
	const property = name[4].value.toLowerCase();
	if (keywordOf(value.slice(-1)) === "important") {
		const before = trimmed(value.slice(0, -1));
		const mark = tokenOf(before.at(-1));
		if (isTokenDelim(mark) && mark[4].value === "!") {
			return { property, value: trimmed(before.slice(0, -1)), important: true };
		}
	}
	return { property, value, important: false };
}

/**
 * The valid declarations of a style attribute (CSS Style Attributes); none if brackets are nested
 * too deep for the parser.
 */
export function cssDeclarations(style: string): Declaration[] {
	const { isTokenSemicolon } = tokenizer();
	const parts: ComponentValue[][] = [[]];
	for (const value of cssValue(style)) {
		if (isTokenSemicolon(tokenOf(value))) parts.push([]);
		else parts.at(-1)!.push(value);
	}
	return parts.map(declaration).filter((found) => found !== null);
}

/** A number with its unit in lower case ("" for none); null if the value is not a number. */
export function quantityOf(value: CssValue): { value: number; unit: string } | null {
	const token = value.length === 1 ? tokenOf(value[0]) : null;
	const { isTokenDimension, isTokenNumber, isTokenPercentage } = tokenizer();
	if (isTokenDimension(token)) return { value: token[4].value, unit: token[4].unit.toLowerCase() };
	if (isTokenPercentage(token)) return { value: token[4].value, unit: "%" };
	return isTokenNumber(token) ? { value: token[4].value, unit: "" } : null;
}

/**
 * The names in a font-family list. A word without quotes is returned as a name, and in lower case
 * as a possible generic name.
 */
export function familiesOf(value: CssValue): { name: string; generic: boolean }[] {
	const { isTokenComma, isTokenIdent, isTokenString } = tokenizer();
	const families: { name: string; generic: boolean }[] = [];
	let words: string[] = [];
	const flush = () => {
		if (words.length > 0) families.push({ name: words.join(" "), generic: false });
		if (words.length === 1) families.push({ name: words[0]!.toLowerCase(), generic: true });
		words = [];
	};
	for (const part of value) {
		const token = tokenOf(part);
		if (isTokenComma(token)) flush();
		else if (isTokenIdent(token)) words.push(token[4].value);
		else if (isTokenString(token)) families.push({ name: token[4].value, generic: false });
	}
	flush();
	return families;
}
