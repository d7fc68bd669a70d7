import { setImmediate as nextTurn } from "node:timers/promises";
import { TableError } from "../../base/table-error.js";
import { isObject } from "../variables/values.js";
import type { DataRow } from "./csv-rows.js";

/** Largest number of characters of a line: the same as for a row of CSV. */
const MAX_LINE_LENGTH = 1_048_576;
/** Lines that are parsed before other work gets a turn. */
const LINES_AT_A_TIME = 64;

/**
 * Bytes as text.
 * @throws TableError if they are not UTF-8
 */
export async function* textOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
	const decoder = new TextDecoder("utf-8", { fatal: true });
	try {
		for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
		yield decoder.decode();
	} catch (error) {
		if (error instanceof TypeError) throw new TableError({ message: "is not UTF-8" });
		throw error;
	}
}

/**
 * The lines of a text that are not empty, without line ends.
 * @throws TableError if one is longer than a row may be
 */
export async function* linesOf(
	text: AsyncIterable<string>,
	turn: () => Promise<void> = nextTurn,
): AsyncGenerator<string> {
	let rest = "";
	let read = 0;
	const tooLong = () =>
		new TableError({ message: `has a line of more than ${MAX_LINE_LENGTH} characters` });
	for await (const piece of text) {
		const lines = piece.split("\n");
		lines[0] = rest + lines[0]!;
		rest = lines.pop()!;
		if (rest.length > MAX_LINE_LENGTH) throw tooLong();
		for (const line of lines) {
			if (line.length > MAX_LINE_LENGTH) throw tooLong();
			if (line.trim() === "") continue;
			yield line;
			if (++read % LINES_AT_A_TIME === 0) await turn();
		}
	}
	if (rest.trim() !== "") yield rest;
}

/** A line of NDJSON as a row; if it is not an object of values, the row fails. */
export function rowOfLine(line: string): DataRow {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		return { fault: "is not JSON" };
	}
	return isObject(value) ? { variables: value } : { fault: "is not a JSON object" };
}
