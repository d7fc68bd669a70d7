import type { Options } from "./arguments.js";
import { type DocumentFile, readDocument } from "./document-file.js";
import { UsageError } from "./usage.js";

/**
 * The document that a command is for: a file, or a template and its variables.
 * @param path of a JSON file; "-": standard input; "": --template says it
 * @throws UsageError when there is no such file, or a --set is not NAME=VALUE; DocumentError when it is no JSON
 */
export function documentFor(path: string, options: Options): DocumentFile {
	const { template, set = [], brand, platform } = options;
	if (template === undefined) {
		for (const name of ["set", "brand", "platform"] as const)
			if (options[name] !== undefined) throw new UsageError(`--${name} needs --template`);
		return readDocument(path);
	}
	const document = {
		template,
		variables: Object.fromEntries(set.map(variableOf)),
		...(brand !== undefined && { brand }),
		...(platform !== undefined && { platform }),
	};
	return { name: template, text: JSON.stringify(document), document };
}

function variableOf(text: string): [name: string, value: string] {
	const [, name, value] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
	if (name === undefined || value === undefined)
		throw new UsageError(`--set takes NAME=VALUE, and not "${text.slice(0, 80)}"`);
	return [name, value];
}
