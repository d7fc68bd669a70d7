import type { Outline } from "./outline.js";
import { PathPen } from "./path-pen.js";

export interface ReadPath {
	/** The part before the first error, which browsers draw. */
	readonly outline: Outline;
	/** Number of commands; each repetition of operands after one letter counts. */
	readonly segments: number;
	readonly error?: PathError;
}

export interface PathError {
	/** Index of the first wrong character. */
	readonly position: number;
	/** Starts with a capital letter and has no full stop. */
	readonly message: string;
}

const SPACE = /[\s,]*/y;
const LETTER = /[MmZzLlHhVvCcSsQqTtAa]/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const FLAG = /[01]/y;
const OPERAND_COUNT: Readonly<Record<string, number>> = {
	M: 2,
	L: 2,
	H: 1,
	V: 1,
	C: 6,
	S: 4,
	Q: 4,
	T: 2,
	A: 7,
	Z: 0,
};

/**
 * Reads path data by SVG's grammar, in linear time; shorthands, relative commands
 * and arcs become absolute moves, lines and cubic curves.
 * @param maxSegments maximum number of segments; the first one beyond it is the error
 * @see https://www.w3.org/TR/SVG2/paths.html#PathDataBNF
 */
export function readPath(source: string, maxSegments: number): ReadPath {
	const pen = new PathPen();
	let at = 0;
	let segments = 0;
	let command = "";
	const match = (pattern: RegExp): string | undefined => {
		pattern.lastIndex = at;
		const found = pattern.exec(source)?.[0];
		if (found !== undefined) at += found.length;
		return found;
	};
	const stop = (message: string): ReadPath => ({
		outline: pen.outline,
		segments,
		error: { position: at, message },
	});
	for (;;) {
		match(SPACE);
		if (at === source.length) break;
		const start = at;
		const letter = match(LETTER);
		if (letter === undefined) {
			const another = repeated(command);
			if (another === "" || !/[-+.\d]/.test(source[at]!))
				return stop(
					`Expected ${command === "" ? "M or m" : "a command (M L H V C S Q T A Z)"}, found ${shown(source, at)}`,
				);
			command = another;
		} else command = letter;
		if (segments === 0 && command.toUpperCase() !== "M") {
			at = start;
			return stop(`A path begins with M or m, found ${shown(source, at)}`);
		}
		if (segments === maxSegments) {
			at = start;
			return stop(`More than ${maxSegments} segments`);
		}
		const upper = command.toUpperCase();
		const values: number[] = [];
		for (let i = 0; i < OPERAND_COUNT[upper]!; i++) {
			match(SPACE);
			const flag = upper === "A" && (i === 3 || i === 4);
			const value = Number(match(flag ? FLAG : NUMBER));
			if (!Number.isFinite(value))
				return stop(
					`${command} takes ${OPERAND_COUNT[upper]} numbers; expected ${flag ? "0 or 1" : "a number"} as number ${i + 1}, found ${shown(source, at)}`,
				);
			values.push(value);
		}
		segments++;
		pen.add(upper, command !== upper, values);
	}
	return segments === 0 ? stop("The path is empty") : { outline: pen.outline, segments };
}

/** The command that further numbers repeat; after a move they are lines. */
function repeated(command: string): string {
	if (command === "M") return "L";
	if (command === "m") return "l";
	return command === "Z" || command === "z" ? "" : command;
}

/** The character at a position as a message shows it. */
const shown = (source: string, at: number): string =>
	at < source.length ? JSON.stringify(String.fromCodePoint(source.codePointAt(at)!)) : "the end";
