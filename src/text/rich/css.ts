import type { ComponentValue } from "@csstools/css-parser-algorithms";
import type { CSSToken } from "@csstools/css-tokenizer";
import { onDemand, requirePackage } from "../../on-demand.js";

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

/** The token that a component value is; null for a function, a block and white space. */
function tokenOf(value: ComponentValue | undefined): CSSToken | null {
	return value !== undefined && algorithms().isTokenNode(value) ? value.value : null;
}

/** A value that is one keyword, in lower case; null: something else. */
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
 * A text as component values (CSS Syntax 3, 5.3.9), comments left out, without
 * white space at the ends; empty where brackets nest so deep that the parser gives up.
 */
export function cssValue(text: string): CssValue {
	const { parseListOfComponentValues, isCommentNode } = algorithms();
	try {
		const values = parseListOfComponentValues(tokenizer().tokenize({ css: text }));
		return trimmed(values.filter((value) => !isCommentNode(value)));
	} catch {
		return [];
	}
}

/** Whether functions and brackets stand in each other at most `levels` deep. */
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
 * The declarations of a style attribute (CSS Style Attributes), malformed ones
 * left out; none where brackets nest so deep that the parser gives up.
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
