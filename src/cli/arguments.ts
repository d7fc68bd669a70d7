/** Parses the command line. */
import { parseArgs } from "node:util";
import { UsageError } from "./usage.js";

export const OPTIONS = {
	out: { type: "string", short: "o" },
	format: { type: "string", short: "f" },
	slide: { type: "string", short: "s" },
	data: { type: "string", short: "d" },
	template: { type: "string", short: "t" },
	set: { type: "string", multiple: true },
	brand: { type: "string" },
	platform: { type: "string", multiple: true },
	jobs: { type: "string" },
	quality: { type: "string", short: "q" },
	"expires-in": { type: "string" },
	"fail-on-warnings": { type: "boolean" },
	watch: { type: "boolean", short: "w" },
	query: { type: "string" },
	tag: { type: "string" },
	quiet: { type: "boolean" },
	examples: { type: "boolean" },
	guide: { type: "boolean" },
	help: { type: "boolean", short: "h" },
	version: { type: "boolean", short: "v" },
} as const;

/** The parts of a command line. */
export type Options = ReturnType<typeof parseLine>["values"];

/** @throws UsageError */
export function parseLine(argv: readonly string[]) {
	try {
		return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
	} catch (error) {
		throw new UsageError((error as Error).message.split(". ")[0]!);
	}
}
