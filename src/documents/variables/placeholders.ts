/** Finds the placeholders of a string: names of variables, or expressions. */

import type { Fault } from "../../base/issue.js";
import { nearest } from "../../base/nearest.js";
import { LIMITS } from "../../contract/limits.js";
import { type Expression, type Reference, readExpression } from "../expressions/expression.js";
import { ExpressionError } from "../expressions/value.js";
import { shown } from "./places.js";

/** What is between two pairs of braces. */
export interface Placeholder {
	/** Without white space around it. */
	readonly content: string;
	/** Whether it is names separated by dots. */
	readonly isPath: boolean;
	/** The names that it reads if it is not the name of a variable. */
	readonly references: readonly Reference[];
	/** Whether it may read any variable. */
	readonly readsAll: boolean;
	/** What is evaluated if it is not the name of a variable, or why it cannot be read. */
	readonly expression: Expression | ExpressionError;
}

/** A part of a string: literal text, or a placeholder. */
export type Part = string | Placeholder;

/** Characters in which the end of a placeholder is searched. */
const MAX_CONTENT = 4_096;
/** White space around a name. Characters. */
const MAX_SPACE = 16;
/** A name and its end, as far as no quotes matter. */
const PLAIN = new RegExp(String.raw`[^{}]{0,${LIMITS.maxVariableNameLength + MAX_SPACE}}\}\}`, "y");
/** Everything up to the end of an expression; two braces are only allowed in quotes. */
const QUOTED = /(?:[^{}"']|\{(?!\{)|\}(?!\})|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*\}\}/sy;
/** Names separated by dots. */
const PATH = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*$/u;
/** A name that no expression can be, such as "first name". */
const NAME = /^[\p{L}\p{N}_. -]+$/u;
const LITERALS: ReadonlySet<string> = new Set(["true", "false", "null"]);
/** Expressions that cannot be read, after which no more are: describing a mistake takes 0.1 ms. */
const MAX_MISTAKES = 50;
/** Stands for an expression that was not read: one mistake too many, or the name of a variable. */
const NOT_READ = new ExpressionError("cannot be read, like others before it", 1);

/** Names that one issue and its message list. */
const MAX_NAMES = 20;
const MAX_NAMES_SAID = 5;

/** A parsed string. */
export interface Placeholders {
	readonly parts: readonly Part[];
	/** It contains two braces without an end. */
	readonly unclosed: boolean;
}

/** Reads the strings of one document: equal placeholders are parsed once. */
export class PlaceholderReader {
	readonly #isName: (name: string) => boolean;
	readonly #known = new Map<string, Placeholder>();
	#placeholdersLeft: number;
	#charactersLeft: number = LIMITS.maxExpressionCharacters;
	#mistakesLeft = MAX_MISTAKES;

	/**
	 * @param most placeholders that all strings may have
	 * @param isName whether a variable has this name, which may contain quotes
	 */
	constructor(most: number, isName: (name: string) => boolean = () => false) {
		this.#placeholdersLeft = most;
		this.#isName = isName;
	}

	/** @returns what is wrong if there are too many */
	read(text: string): Placeholders | Fault {
		const parts: Part[] = [];
		const add = (literal: string) => {
			if (literal !== "") parts.push(literal);
		};
		let from = 0;
		for (;;) {
			const at = text.indexOf("{{", from);
			if (at < 0) break;
			if (--this.#placeholdersLeft < 0)
				return { message: "has too many placeholders in its strings" };
			if (text.startsWith("{{{{", at)) {
				add(`${text.slice(from, at)}{{`);
				from = at + 4;
				continue;
			}
			// Of three braces, the first is literal.
			const start = text[at + 2] === "{" ? at + 3 : at + 2;
			const end = this.#endOf(text, start);
			if (end === undefined) return { parts, unclosed: true };
			add(text.slice(from, start - 2));
			const read = this.#placeholder(text.slice(start, end).trim());
			if ("message" in read) return read;
			parts.push(read);
			from = end + 2;
		}
		add(text.slice(from));
		return { parts, unclosed: false };
	}

	/** Where the two braces are that end a placeholder. */
	#endOf(text: string, start: number): number | undefined {
		PLAIN.lastIndex = start;
		const plain = PLAIN.test(text) ? PLAIN.lastIndex - 2 : undefined;
		if (plain !== undefined) {
			const content = text.slice(start, plain);
			if (!/["']/.test(content) || this.#isName(content.trim())) return plain;
		}
		const near = text.slice(start, start + MAX_CONTENT);
		QUOTED.lastIndex = 0;
		return QUOTED.test(near) ? start + QUOTED.lastIndex - 2 : plain;
	}

	#placeholder(content: string): Placeholder | Fault {
		const known = this.#known.get(content);
		if (known !== undefined) return known;
		let read: Placeholder;
		const isPath = PATH.test(content) && !LITERALS.has(content);
		// vars.title is the variable, unless another variable is called vars.
		if (isPath && (!content.startsWith("vars.") || this.#isName("vars")))
			read = new PathPlaceholder(content);
		else {
			this.#charactersLeft -= content.length;
			if (this.#charactersLeft < 0)
				return {
					message: `brings all expressions of the document to more than ${LIMITS.maxExpressionCharacters} characters; equal ones count once`,
					maximum: LIMITS.maxExpressionCharacters,
				};
			const isReadable = this.#mistakesLeft > 0 && !this.#isName(content);
			read = expressionPlaceholder(content, isReadable ? expressionOf(content) : NOT_READ);
			if (read.expression instanceof ExpressionError) this.#mistakesLeft--;
		}
		this.#known.set(content, read);
		return read;
	}
}

/** Names separated by dots; only few of them are evaluated as expressions. */
export class PathPlaceholder implements Placeholder {
	readonly content: string;
	readonly isPath = true;
	readonly references: readonly Reference[];
	readonly readsAll = false;
	#expression: Expression | ExpressionError | undefined;

	constructor(content: string) {
		this.content = content;
		this.references = [{ path: content.split("."), column: 1 }];
	}

	get expression(): Expression | ExpressionError {
		this.#expression ??= expressionOf(this.content);
		return this.#expression;
	}
}

function expressionOf(content: string): Expression | ExpressionError {
	try {
		return readExpression(content);
	} catch (error) {
		if (error instanceof ExpressionError) return error;
		throw error;
	}
}

function expressionPlaceholder(
	content: string,
	expression: Expression | ExpressionError,
): Placeholder {
	if (expression instanceof ExpressionError) {
		const path = NAME.test(content) ? [{ path: [content], column: 1 }] : [];
		return { content, isPath: false, expression, references: path, readsAll: false };
	}
	const { references, readsAll } = expression;
	return { content, isPath: false, expression, references, readsAll };
}

export const UNCLOSED: Fault = {
	message: "has {{ without a name and }} after it; write {{{{ for two literal braces",
	allowed: "{{name}}",
};

/** Names that only exist inside `repeat`. */
export const REPEAT_NAMES: ReadonlySet<string> = new Set([
	"item",
	"index",
	"count",
	"first",
	"last",
	"outer",
]);

/** Variables without a value that a string uses. */
export function missing(names: ReadonlySet<string>, given: readonly string[]): Fault {
	const more = names.size > MAX_NAMES_SAID ? ` and ${names.size - MAX_NAMES_SAID} more` : "";
	const [first = ""] = names;
	const [root = ""] = first.split(".", 1);
	const [meant] = nearest(first, given, 1);
	const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
	const message = REPEAT_NAMES.has(root)
		? `uses ${shown(first)}, which only exists inside repeat`
		: `uses variables that are not given: ${listed(names, MAX_NAMES_SAID).join(", ")}${more}${hint}`;
	return { message, missing: listed(names), allowed: listed(given) };
}

/** The first of many names, for a message. */
export function listed(names: Iterable<string>, most = MAX_NAMES): string[] {
	const first: string[] = [];
	for (const name of names) {
		if (first.length === most) break;
		first.push(shown(name));
	}
	return first;
}
