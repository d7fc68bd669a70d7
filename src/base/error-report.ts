/**
 * Formats errors for the log without their messages if these may quote a document, as those of
 * parsers and drawing libraries do.
 */

/** A stack frame as V8 prints it: at most the name of a function, and a position in a file. */
const FRAME =
	/^ {4}at (?:[\w.$<>[\] #]{1,200} \()?(?:async )?(?:file:\/\/|node:|wasm:|\/)[^\s()]{0,400}\)?$/;

const MAX_FRAMES = 20;

/** The first line of a printed error: its class, code and message. */
const HEAD = /^(\w{0,60}(?:Error|Exception))(?: \[(\w{1,60})\])?(?:: (.*))?$/;

/** Messages of V8 that contain nothing of a document. */
const SENTENCES =
	/^(?:memory access out of bounds|unreachable|Maximum call stack size exceeded|Invalid (?:array|string) length|Array buffer allocation failed|Cannot read properties of (?:undefined|null))/;

/** The class of an error, unless it was given a name that is not a class name. */
export const errorName = (error: Error): string => HEAD.exec(error.name)?.[1] ?? "Error";

/**
 * The kind of an error: its class, its code if it has one, and its message if it is a fixed one of
 * V8.
 */
export function errorHead(error: Error): string {
	const { code } = error as { code?: unknown };
	const codePart = typeof code === "string" ? ` [${code}]` : "";
	return headLine(`${error.name}${codePart}: ${error.message.split("\n", 1)}`) ?? "Error";
}

/** The first line of a printed error in the form of errorHead; undefined if the line is not one. */
export function headLine(line: string): string | undefined {
	const match = HEAD.exec(line);
	if (match === null) return undefined;
	const [, name, code, message = ""] = match;
	const [sentence] = SENTENCES.exec(message) ?? [];
	return `${name}${code === undefined ? "" : ` [${code}]`}${sentence === undefined ? "" : `: ${sentence}`}`;
}

/**
 * Where an error was thrown.
 * @returns frames as V8 prints them, one per line, at most 20; may be empty
 */
export function stackFrames({ message, stack = "" }: Error): string {
	const at = message === "" ? 0 : stack.indexOf(message);
	const after = at < 0 ? stack : stack.slice(at + message.length);
	return frameLines(after).join("\n");
}

/** The lines of a text that are stack frames, at most 20. */
export function frameLines(text: string): string[] {
	return text
		.split("\n")
		.filter((line) => FRAME.test(line))
		.slice(0, MAX_FRAMES);
}
