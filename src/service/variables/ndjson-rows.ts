import { setImmediate as nextTurn } from "node:timers/promises";
import { type DataRow, TableError } from "./csv-rows.js";
import { isObject } from "./values.js";

/** Characters of one line: as many as a row of CSV may have. */
const MAX_LINE_LENGTH = 1_048_576;
/** Lines that are read before others get their turn. */
const LINES_AT_A_TIME = 64;

/**
 * Bytes as text.
 * @throws TableError when they are not UTF-8
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
 * The lines of a text that have something on them, without their ends.
 * @throws TableError when one is longer than a row may be
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

/** A line of NDJSON as a row; what is not an object of values is a row that cannot be drawn. */
export function rowOfLine(line: string): DataRow {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		return { fault: "is not JSON" };
	}
	return isObject(value) ? { variables: value } : { fault: "is not a JSON object" };
}
