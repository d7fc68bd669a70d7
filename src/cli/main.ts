#!/usr/bin/env node
/**
 * The command: parses the command line, runs a subcommand, and exits with a status that says how it
 * went.
 */
import { type OPTIONS, type Options, parseLine } from "./arguments.js";
import { DocumentError } from "./document-file.js";
import { EXIT, HELP, UsageError } from "./usage.js";

/** A subcommand; it resolves to the exit status. */
interface Command {
	readonly takesFile: boolean;
	/** It takes its own words instead of a file. */
	readonly words?: (words: readonly string[], options: Options) => Promise<number>;
	readonly options: readonly (keyof typeof OPTIONS)[];
	readonly run: (file: string, options: Options) => Promise<number>;
}

/** The argument for the file of a document. */
const TEMPLATE_OPTIONS = ["template", "set", "brand", "platform"] as const;

const COMMANDS: Readonly<Record<string, Command>> = {
	render: {
		takesFile: true,
		options: [
			...TEMPLATE_OPTIONS,
			"out",
			"format",
			"slide",
			"quality",
			"data",
			"fail-on-warnings",
			"quiet",
			"watch",
		],
		run: async (file, options) => (await import("./render.js")).render(file, options),
	},
	batch: {
		takesFile: true,
		options: [
			...TEMPLATE_OPTIONS,
			"data",
			"jobs",
			"out",
			"format",
			"slide",
			"quality",
			"fail-on-warnings",
			"quiet",
		],
		run: async (file, options) =>
			options.jobs === undefined
				? (await import("./render.js")).batch(file, options)
				: (await import("./job.js")).job(file, options.jobs, options),
	},
	measure: {
		takesFile: true,
		options: TEMPLATE_OPTIONS,
		run: async (file, options) => (await import("./measure.js")).measure(file, options),
	},
	link: {
		takesFile: true,
		options: [...TEMPLATE_OPTIONS, "slide", "format", "expires-in"],
		run: async (file, options) => (await import("./link.js")).link(file, options),
	},
	templates: {
		takesFile: false,
		options: ["query", "tag", "platform"],
		words: async (words, options) => (await import("./templates.js")).templates(words, options),
		run: async () => EXIT.usage,
	},
	schema: {
		takesFile: false,
		options: ["examples", "guide"],
		run: async (_file, options) => (await import("./schema.js")).schema(options),
	},
	serve: {
		takesFile: false,
		options: [],
		run: async () => {
			await import("../server.js");
			// The server ends the process itself.
			return new Promise<number>(() => undefined);
		},
	},
	mcp: {
		takesFile: false,
		options: [],
		run: async () => (await import("./mcp.js")).mcp(),
	},
};

async function run(argv: readonly string[]): Promise<number> {
	const { values, positionals } = parseLine(argv);
	const [name, file, ...more] = positionals;
	if (values.version) {
		process.stdout.write(`${(await import("../base/version.js")).VERSION}\n`);
		return EXIT.ok;
	}
	if (values.help || name === undefined || name === "help") {
		process.stdout.write(HELP);
		return name === undefined && !values.help ? EXIT.usage : EXIT.ok;
	}
	if (!Object.hasOwn(COMMANDS, name)) {
		const known = Object.keys(COMMANDS).join(", ");
		throw new UsageError(`unknown command "${name}"; the commands are ${known}`);
	}
	const command = COMMANDS[name]!;
	for (const option of Object.keys(values) as (keyof typeof OPTIONS)[])
		if (!command.options.includes(option))
			throw new UsageError(`${name} has no option --${option}`);
	if (command.words !== undefined) return command.words(positionals.slice(1), values);
	const takesFile = command.takesFile && values.template === undefined;
	if (takesFile && file === undefined)
		throw new UsageError(`${name} needs a file with a document (or - for standard input)`);
	const surplus = takesFile ? more[0] : file;
	if (surplus !== undefined) throw new UsageError(`unexpected argument "${surplus}"`);
	return command.run(file ?? "", values);
}

// The reader of the output may stop early, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code !== "EPIPE") throw error;
	process.exit(EXIT.ok);
});

try {
	process.exitCode = await run(process.argv.slice(2));
} catch (error) {
	process.exitCode = report(error);
}

/** Prints what went wrong, and returns the exit status. */
function report(error: unknown): number {
	if (error instanceof UsageError) {
		process.stderr.write(`post-image-render: ${error.message} (see --help)\n`);
		return EXIT.usage;
	}
	if (error instanceof DocumentError) {
		for (const line of error.lines) process.stderr.write(`${line}\n`);
		return EXIT.invalid;
	}
	process.stderr.write(`post-image-render: ${error instanceof Error ? error.message : error}\n`);
	return EXIT.failed;
}
