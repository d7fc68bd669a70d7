import { frameLines, headLine } from "../../base/error-report.js";

/** Longest report, and longest line that is examined. Characters. */
const MAX_LENGTH = 2_000;

/**
 * Lines that runtimes write when a process ends; only the groups are kept. A Rust panic may quote a
 * text of the document, V8 the line of an exception, and libvips the markup that it could not read:
 * none of that is kept.
 */
const KNOWN_LINES = [
	/^(FATAL ERROR: [\w :.,()<>-]{1,200})$/,
	/^(# (?:Fatal|Check failed|last resort)[\w :.,()<>=!&-]{0,200})$/i,
	/^(thread '[\w<> -]{1,60}' panicked at [\w./@+-]{1,300}:\d{1,9}:\d{1,9}):?$/,
	/^(thread '[\w<> -]{1,60}' panicked at) '.*', ([\w./@+-]{1,300}:\d{1,9}:\d{1,9})$/,
	/^(thread '[\w<> -]{1,60}' has overflowed its stack)$/,
	/^(memory allocation of \d{1,20} bytes failed)$/,
	/^(\(process:\d{1,9}\): [A-Za-z-]{1,40}) \*\*/,
	/^((?:\/bin\/)?sh: (?:\d{1,5}: )?[\w :.,()/-]{1,200})$/,
];

/**
 * What a render process wrote before its end, in a form that is safe to log: kinds of errors, stack
 * frames and fixed messages of the runtimes, and nothing from a document.
 */
export function crashReport(output: string): string {
	return output
		.split("\n")
		.filter((line) => line.length <= MAX_LENGTH)
		.flatMap((line) => headLine(line) ?? knownLine(line) ?? frameLines(line))
		.join("\n")
		.slice(0, MAX_LENGTH);
}

function knownLine(line: string): string | undefined {
	for (const pattern of KNOWN_LINES) {
		const match = pattern.exec(line);
		if (match) return match.slice(1).join(" ");
	}
	return undefined;
}
