/**
 * Errors for the log, without the sentences that repeat what was being worked
 * on: a parser's or a drawing library's message may quote the text of a document.
 */

/** A frame of a stack as V8 prints it: a function's name at most, and a place in a file. */
const FRAME =
	/^ {4}at (?:[\w.$<>[\] #]{1,200} \()?(?:async )?(?:file:\/\/|node:|wasm:|\/)[^\s()]{0,400}\)?$/;

const MAX_FRAMES = 20;

/** The first line of an error as it is printed: its class, its code, its message. */
const HEAD = /^(\w{0,60}(?:Error|Exception))(?: \[(\w{1,60})\])?(?:: (.*))?$/;

/** Sentences of the engine that name nothing but the fault. */
const SENTENCES =
	/^(?:memory access out of bounds|unreachable|Maximum call stack size exceeded|Invalid (?:array|string) length|Array buffer allocation failed|Cannot read properties of (?:undefined|null))/;

/** The class of an error, unless somebody gave it a name that no class has. */
export const errorName = (error: Error): string => HEAD.exec(error.name)?.[1] ?? "Error";

/**
 * What kind of error it is: its class, its code when it has one, and its
 * message as far as that is one of the engine's own.
 */
export function errorHead(error: Error): string {
	const { code } = error as { code?: unknown };
	const codePart = typeof code === "string" ? ` [${code}]` : "";
	return headLine(`${error.name}${codePart}: ${error.message.split("\n", 1)}`) ?? "Error";
}

/** The first line of a printed error, as errorHead gives it; undefined: the line is none. */
export function headLine(line: string): string | undefined {
	const match = HEAD.exec(line);
	if (match === null) return undefined;
	const [, name, code, message = ""] = match;
	const [sentence] = SENTENCES.exec(message) ?? [];
	return `${name}${code === undefined ? "" : ` [${code}]`}${sentence === undefined ? "" : `: ${sentence}`}`;
}

/**
 * Where an error was thrown.
 * @returns frames as V8 prints them, a line each, 20 at most; may be empty
 */
export function stackFrames({ message, stack = "" }: Error): string {
	const at = message === "" ? 0 : stack.indexOf(message);
	const after = at < 0 ? stack : stack.slice(at + message.length);
	return frameLines(after).join("\n");
}

/** The lines of a text that are frames, 20 at most. */
export function frameLines(text: string): string[] {
	return text
		.split("\n")
		.filter((line) => FRAME.test(line))
		.slice(0, MAX_FRAMES);
}
