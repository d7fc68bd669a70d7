/** Reads documents from files, and locates their mistakes by line and column. */
import { readFileSync } from "node:fs";
import type { Issue } from "../base/issue.js";
import { findJsonFault } from "../base/json-fault.js";
import { placesIn, type TextPlace } from "../base/json-place.js";
import { type JsonPath, stepsOf } from "../base/json-pointer.js";
import type { Warning } from "../contract/warning.js";
import { UsageError } from "./usage.js";

/** A document that was read from a file. */
export interface DocumentFile {
	/** Name of the file in messages. */
	readonly name: string;
	readonly text: string;
	readonly document: unknown;
}

/**
 * The file is not valid JSON, or fields of the document are wrong: lines to print, one per mistake.
 */
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
 * @param path of the file; "-" for standard input
 * @throws UsageError if the file does not exist; DocumentError if it is not valid JSON
 */
export function readDocument(path: string): DocumentFile {
	const name = path === "-" ? "standard input" : path;
	const text = readText(path, name);
	try {
		return { name, text, document: JSON.parse(text) };
	} catch {
		throw new DocumentError([syntaxError(name, text)]);
	}
}

function readText(path: string, name: string): string {
	try {
		// Some editors write a byte order mark, which is not part of the JSON.
		return readFileSync(path === "-" ? 0 : path, "utf8").replace(/^\uFEFF/, "");
	} catch (error) {
		throw readFailure(name, error);
	}
}

/** Why a file cannot be read, in words for the user. */
export function readFailure(name: string, error: unknown): UsageError {
	const code = (error as NodeJS.ErrnoException).code;
	const why =
		code === "ENOENT"
			? "no such file"
			: code === "EISDIR"
				? "it is a folder, not a file"
				: String(code);
	return new UsageError(`${name}: cannot be read: ${why}`);
}

function syntaxError(name: string, text: string): string {
	if (text.trim() === "") return `${name}: is empty`;
	const fault = findJsonFault(text);
	return fault === undefined
		? `${name}: is not valid JSON`
		: `${name}:${fault.line}:${fault.column}: ${fault.problem}`;
}

/** The issues of a 400, each with the line of its field, in the order of the file. */
export function issueLines({ name, text }: DocumentFile, issues: readonly Issue[]): string[] {
	const placeOf = placesIn(text);
	return issues
		.map(({ path, message }) => ({ at: placeOf(path), what: `${fieldOf(path)} ${message}` }))
		.sort((a, b) => a.at.offset - b.at.offset)
		.map(({ at, what }) => `${position(name, at)}: ${what}`);
}

/** A sentence about one field, at its line. @param path JSON pointer */
export const faultLine = ({ name, text }: DocumentFile, path: string, sentence: string): string =>
	`${position(name, placesIn(text)(path))}: ${fieldOf(path)}: ${sentence}`;

/** A path in JavaScript notation: slides[0].textBlocks[2].fontSize. */
export function fieldName(steps: Readonly<JsonPath>): string {
	const name = steps
		.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
		.join("")
		.replace(/^\./, "");
	return name === "" ? "the document" : name;
}

/** The same, from a JSON pointer. */
export const fieldOf = (path: string): string => fieldName(stepsOf(path));

/** A warning on one line: its field, its platform if there are several, and its message. */
export const warningLine = ({ path, platform, message }: Warning): string =>
	`${fieldOf(path)}${platform === undefined ? "" : ` (${platform})`}: ${message}`;

/** name:line:column, both counted from 1, in the form of compilers, which editors recognise. */
const position = (name: string, { line, column }: TextPlace): string => `${name}:${line}:${column}`;
