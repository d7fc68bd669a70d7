import { availableParallelism, cpus, totalmem } from "node:os";

/** One line with date and machine. */
export function machine() {
	const model = cpus()[0]?.model.trim() ?? "unknown processor";
	const memory = Math.round(totalmem() / 2 ** 30);
	const date = new Date().toISOString().slice(0, 10);
	return `${date}, ${model}, ${availableParallelism()} cores, ${memory} GiB, Node ${process.version}`;
}

/**
 * @param {readonly string[]} head @param {readonly (readonly string[])[]} rows a Markdown table, numbers right-aligned
 */
export function table(head, rows) {
	const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(" | ")} |`;
	const rule = head.map((_, i) => (i === 0 ? "---" : "---:"));
	return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** @param {number} value three significant digits, no exponent */
export const digits = (value) =>
	value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(value < 1 ? 2 : 3)));
/** @param {number} value milliseconds */
export const ms = (value) => `${digits(value)} ms`;
/** @param {number} bytes */
export const megabytes = (bytes) => `${digits(bytes / 1e6)} MB`;

/** @param {string} text progress, on stderr so that the report can be piped */
export const say = (text) => process.stderr.write(`${text}\n`);
