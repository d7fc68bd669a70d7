import { CANVAS_IDS, type CanvasId, CUSTOM } from "../contract/platforms.js";
import type { Options } from "./arguments.js";
import { type DocumentFile, readDocument } from "./document-file.js";
import { oneOf } from "./numbers.js";
import { UsageError } from "./usage.js";

/**
 * The document of a command: from a file, or a template and its variables.
 * @param path of a JSON file; "-" for standard input; "" if --template is given
 * @throws UsageError if the file does not exist, a --set is not NAME=VALUE, or a --platform is not
 * one of the file's; DocumentError if the file is not valid JSON
 */
export function documentFor(path: string, options: Options): DocumentFile {
	const { template, set = [], brand } = options;
	const platforms = platformsOf(options);
	if (template === undefined) {
		for (const name of ["set", "brand"] as const)
			if (options[name] !== undefined) throw new UsageError(`--${name} needs --template`);
		const file = readDocument(path);
		return platforms.length === 0 ? file : { ...file, document: chosen(file, platforms) };
	}
	const document = {
		template,
		variables: Object.fromEntries(set.map(variableOf)),
		...(brand !== undefined && { brand }),
		...platformFields(platforms),
	};
	return { name: template, text: JSON.stringify(document), document };
}

/** The platforms of the command line: `--platform a --platform b`, or `--platform a,b`. */
function platformsOf({ platform = [] }: Options): readonly CanvasId[] {
	const names = platform.flatMap((list) => list.split(","));
	const ids = names.flatMap((name) => oneOf("--platform", name.trim(), CANVAS_IDS) ?? []);
	return [...new Set(ids)];
}

const platformFields = (platforms: readonly CanvasId[]) =>
	platforms.length > 1 ? { platforms } : platforms.length === 1 ? { platform: platforms[0] } : {};

/**
 * The document for some of its platforms only.
 * @throws UsageError for a platform that it does not have
 */
function chosen({ name, document }: DocumentFile, platforms: readonly CanvasId[]): unknown {
	if (typeof document !== "object" || document === null || Array.isArray(document)) return document;
	const { platform: _, platforms: listed, size, ...rest } = document as Record<string, unknown>;
	const own: readonly unknown[] = Array.isArray(listed) ? listed : [];
	for (const platform of platforms)
		if (!own.includes(platform))
			throw new UsageError(
				own.length === 0
					? `--platform needs --template, or a document with platforms, which ${name} does not have`
					: `--platform ${platform}: ${name} has the platforms ${own.join(", ")}`,
			);
	const keepsSize = size !== undefined && platforms.includes(CUSTOM);
	return { ...rest, ...(keepsSize && { size }), ...platformFields(platforms) };
}

function variableOf(text: string): [name: string, value: string] {
	const [, name, value] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
	if (name === undefined || value === undefined)
		throw new UsageError(`--set takes NAME=VALUE, not "${text.slice(0, 80)}"`);
	return [name, value];
}
