/** Documents that people keep in files, and their mistakes by line and column. */
import { readFileSync } from "node:fs";
import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Issue } from "../contract/issue.js";
import { UsageError } from "./usage.js";

/** A document as it was read. */
export interface DocumentFile {
	/** As the messages name it. */
	readonly name: string;
	readonly text: string;
	readonly document: unknown;
}

/** The text of a document is no JSON, or its fields are wrong: lines to print, one for each mistake. */
export class DocumentError extends Error {
	override readonly name = "DocumentError";
	readonly lines: readonly string[];

	constructor(lines: readonly string[]) {
		super(lines.join("\n"));
		this.lines = lines;
	}
}

/**
 * Reads a document.
 * @param path of the file; "-": standard input
 * @throws UsageError when there is no such file; DocumentError when it is no JSON
 */
export function readDocument(path: string): DocumentFile {
	const name = path === "-" ? "standard input" : path;
	const text = readText(path, name);
	try {
		return { name, text, document: JSON.parse(text) };
	} catch {
		throw new DocumentError(syntaxErrors(name, text));
	}
}

function readText(path: string, name: string): string {
	try {
		// The mark that some editors write at the beginning is no JSON.
		return readFileSync(path === "-" ? 0 : path, "utf8").replace(/^\uFEFF/, "");
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		const why =
			code === "ENOENT"
				? "there is no such file"
				: code === "EISDIR"
					? "it is a folder"
					: String(code);
		throw new UsageError(`${name}: cannot be read: ${why}`);
	}
}

const SENTENCES: Readonly<Record<string, string>> = {
	InvalidSymbol: "this is no JSON value (true, false, null, a number or a string in double quotes)",
	InvalidNumberFormat: "this is no number as JSON writes it",
	PropertyNameExpected: "a field name in double quotes should stand here (or a comma is too many)",
	ValueExpected: "a value should stand here (or a comma is too many)",
	ColonExpected: "a colon should stand here",
	CommaExpected: "a comma should stand here",
	CloseBraceExpected: "a } should stand here",
	CloseBracketExpected: "a ] should stand here",
	EndOfFileExpected: "the document has ended before this",
	InvalidCommentToken: "JSON has no comments",
	UnexpectedEndOfComment: "JSON has no comments",
	UnexpectedEndOfString: "this string has no closing quote",
	UnexpectedEndOfNumber: "this number is cut off",
	InvalidUnicode: "this \\u escape has not four hexadecimal digits",
	InvalidEscapeCharacter: "there is no such escape",
	InvalidCharacter: "a control character stands in a string",
};

function syntaxErrors(name: string, text: string): string[] {
	const errors: ParseError[] = [];
	parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
	const [first] = errors;
	if (text.trim() === "") return [`${name}: is empty`];
	if (first === undefined) return [`${name}: is no JSON`];
	const code = printParseErrorCode(first.error);
	return [`${position(name, text, first.offset)}: ${SENTENCES[code] ?? code}`];
}

/** The findings of a 400, each at the line of its field. */
export function issueLines({ name, text }: DocumentFile, issues: readonly Issue[]): string[] {
	const root = parseTree(text);
	return issues.map(({ path, message }) => {
		const steps = pointerSteps(path);
		// A field that is missing has no place of its own: that of what holds it is the nearest.
		for (let depth = steps.length; root && depth >= 0; depth--) {
			const node = findNodeAtLocation(root, steps.slice(0, depth));
			if (node === undefined) continue;
			const at = node.parent?.type === "property" ? node.parent.offset : node.offset;
			return `${position(name, text, at)}: ${fieldName(steps)} ${message}`;
		}
		return `${name}: ${fieldName(steps)} ${message}`;
	});
}

/** "/slides/0/text" in parts; positions in lists are numbers. */
function pointerSteps(path: string): (string | number)[] {
	return path
		.split("/")
		.slice(1)
		.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
		.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** As JavaScript writes it: slides[0].textBlocks[2].fontSize. */
export function fieldName(steps: readonly (string | number)[]): string {
	const name = steps
		.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
		.join("")
		.replace(/^\./, "");
	return name === "" ? "the document" : name;
}

/** The same for a JSON pointer. */
export const fieldOf = (path: string): string => fieldName(pointerSteps(path));

/** name:line:column, both counted from 1, as compilers write them and editors find them. */
function position(name: string, text: string, offset: number): string {
	const before = text.slice(0, offset);
	const line = before.split("\n").length;
	const column = offset - before.lastIndexOf("\n");
	return `${name}:${line}:${column}`;
}
