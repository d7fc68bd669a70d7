/**
 * Reads an expression with the parser of cel-js, which has limits of its own, and turns its tree
 * into functions; the library evaluates nothing.
 */
import type { ASTNode, Environment, ParseError } from "@marcbachmann/cel-js";
import { onDemand, requirePackage } from "../../base/on-demand.js";
import { LIMITS } from "../../contract/limits.js";
import { MAX_ARGUMENTS } from "./functions.js";
import { ExpressionError } from "./value.js";

const cel = onDemand(() => {
	const { Environment: Parser } = requirePackage("@marcbachmann/cel-js") as {
		Environment: typeof Environment;
	};
	return new Parser({
		unlistedVariablesAreDyn: true,
		limits: {
			maxAstNodes: LIMITS.maxExpressionNodes,
			maxDepth: LIMITS.maxExpressionDepth,
			maxListElements: LIMITS.maxListItems,
			maxCallArguments: MAX_ARGUMENTS,
		},
	});
});

/** How messages call the parser's tokens. */
const TOKENS: Readonly<Record<string, string>> = {
	EOF: "the end",
	NUMBER: "a number",
	STRING: "a text in quotes",
	IDENTIFIER: "a name",
	BYTES: "bytes",
	BOOLEAN: "true or false",
	NULL: "null",
	PLUS: "+",
	MINUS: "-",
	MULTIPLY: "*",
	DIVIDE: "/",
	MODULO: "%",
	EQ: "==",
	NE: "!=",
	LT: "<",
	LE: "<=",
	GT: ">",
	GE: ">=",
	AND: "&&",
	OR: "||",
	NOT: "!",
	IN: "in",
	LPAREN: "(",
	RPAREN: ")",
	LBRACKET: "[",
	RBRACKET: "]",
	LBRACE: "{",
	RBRACE: "}",
	DOT: ".",
	COMMA: ",",
	COLON: ":",
	QUESTION: "?",
};

/** Operators of other languages, and what expressions have instead. */
const OTHER_OPERATORS: readonly (readonly [start: RegExp, hint: string])[] = [
	[/^===/, "write =="],
	[/^!==/, "write !="],
	[/^=/, "write == to compare"],
	[/^&/, "write &&"],
	[/^\|/, "write ||, or call a function such as upper(x)"],
	[/^\?[?.]/, 'write x != null ? x : "…"; a missing member is null'],
	[/^`/, "write texts in \" or '"],
	[/^\*\*/, "powers are not supported"],
];

/** @throws ExpressionError */
export function parse(source: string): ASTNode {
	if (source.length > LIMITS.maxExpressionLength)
		throw new ExpressionError(
			`has ${source.length} characters; an expression has at most ${LIMITS.maxExpressionLength}`,
			1,
		);
	try {
		return cel().parse(source).ast;
	} catch (error) {
		const { code, summary, range } = error as ParseError;
		if (range === undefined) throw error;
		const at = Math.min(range.start, source.length);
		throw new ExpressionError(sentenceOf(code, summary, source, at), at + 1);
	}
}

function sentenceOf(code: string, summary: string, source: string, at: number): string {
	const [, element = "", field = ""] = /(\w+)\.(\d+)/.exec(source) ?? [];
	if (field !== "" && !/^\d/.test(element))
		return `has ${element}.${field}: lists count from 0 here, so write ${element}[${Number(field) - 1}]`;
	const word = /^[\w-]*/.exec(source.slice(at))![0];
	const other = OTHER_OPERATORS.find(
		([start]) => start.test(source.slice(at)) || start.test(source.slice(Math.max(0, at - 1))),
	);
	const hint = other === undefined ? "" : `; ${other[1]}`;
	switch (code) {
		case "limit_exceeded":
			if (summary.includes("maxAstNodes"))
				return `has more than ${LIMITS.maxExpressionNodes} nodes; compute parts of it elsewhere`;
			if (summary.includes("maxDepth"))
				return `is nested more than ${LIMITS.maxExpressionDepth} levels deep`;
			return summary.includes("Arguments")
				? `has a call with more than ${MAX_ARGUMENTS} arguments; use a list`
				: `has a list of more than ${LIMITS.maxListItems} items`;
		case "reserved_identifier":
			return `uses ${word}, which is a reserved word; write vars["${word}"]`;
		case "unterminated_string":
		case "unterminated_triple_quoted_string":
			return "has a text whose quote is not closed";
		case "invalid_macro_argument":
			return "needs a name before the comma, such as items.map(i, i.price)";
		case "expected_token":
		case "unexpected_token":
			if (word === "in" && source[at - 1] === ".")
				return 'has a member "in", which is a reserved word; write x["in"]';
			return `expects ${summary.replaceAll(/[A-Z]{2,}/g, (token) => TOKENS[token] ?? token)}`
				.replace(/expects Expected (.*), got (.*)/, "expects $1 instead of $2")
				.replace(/expects Unexpected token: (.*)/, "expects a value instead of $1")
				.concat(hint);
		case "unexpected_character": {
			const char = String.fromCodePoint(source.codePointAt(at) ?? 32);
			if (/[\w"'[(]/.test(char)) return `has ${word || char} where an operator is expected`;
			const point = char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
			if (char.codePointAt(0)! < 0x7f) return `has an unexpected ${char}${hint}`;
			return `has the character ${JSON.stringify(char)} (U+${point}), which is not ASCII; write a name that contains it as vars["…"]`;
		}
		default:
			return `cannot be read: ${summary}`;
	}
}
