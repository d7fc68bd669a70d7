import { readConfig } from "../app/config/config.js";
import { createRenderer, type PostRenderer } from "../app/embed/create-renderer.js";
import { openOperatorDesigns } from "../app/operator/operator-designs.js";
import { templatesReloader } from "../app/operator/templates-folder.js";
import { searchTemplates } from "../catalog/templates/search-templates.js";
import { PLATFORM_IDS } from "../contract/platforms.js";
import type { TemplateSearchQuery } from "../contract/template-search.js";
import type { InlineTemplate } from "../contract/templates.js";
import { TemplateLibrary } from "../documents/templates/template-library.js";
import { templateValidator } from "../documents/validate-template.js";
import type { Options } from "./arguments.js";
import {
	DocumentError,
	type DocumentFile,
	fieldOf,
	issueLines,
	readDocument,
} from "./document-file.js";
import { oneOf } from "./numbers.js";
import { environment } from "./render.js";
import { tryTemplate } from "./try-template.js";
import { EXIT, UsageError } from "./usage.js";

/**
 * `templates list` prints ids and names, `templates show ID` prints a template, and `templates
 * check FILE …` reports the mistakes of templates, and what looks wrong with other data.
 * @returns the exit status
 * @throws UsageError for other words; DocumentError if the template has mistakes
 */
export async function templates(
	[word, name, ...more]: readonly string[],
	options: Options,
): Promise<number> {
	if (word === "list" && name === undefined) return list(options);
	if (Object.keys(options).length > 0)
		throw new UsageError("--query, --tag and --platform only apply to templates list");
	if (word === "show" && name !== undefined && more.length === 0) return show(name);
	if (word === "check" && name !== undefined) return check([name, ...more]);
	throw new UsageError("use templates list, templates show ID or templates check FILE …");
}

/** Calls the function with the bundled templates and those of TEMPLATES_DIR. */
async function withLibrary(work: (library: TemplateLibrary) => void): Promise<number> {
	const config = readConfig({ ...environment(), LOG_LEVEL: "silent" });
	const { contract, close } = await openOperatorDesigns(config);
	try {
		const library = new TemplateLibrary();
		await templatesReloader(config.templatesDir, library, contract, config.maxBodyBytes)();
		work(library);
		return EXIT.ok;
	} finally {
		close();
	}
}

const list = ({ query, tag, platform }: Options): Promise<number> =>
	withLibrary((library) => {
		const search = {
			...(query !== undefined && { query }),
			...(tag !== undefined && { tag }),
			...(platform !== undefined && {
				platform: oneOf("--platform", platform.at(-1), PLATFORM_IDS),
			}),
			per_page: Math.max(1, library.ids.length),
		} as TemplateSearchQuery;
		for (const { id, name, variables } of searchTemplates(library, search).results)
			process.stdout.write(`${id}\t${name}\t${Object.keys(variables).join(", ")}\n`);
	});

const show = (id: string): Promise<number> =>
	withLibrary((library) => {
		const found = library.get(id);
		if (found === undefined)
			throw new UsageError(`unknown template "${id}"; see templates list for all ids`);
		process.stdout.write(`${JSON.stringify(found.template, null, 2)}\n`);
	});

/**
 * Reports the mistakes of each template, then measures it with other data and brands.
 * @returns EXIT.warned if any of this gave a warning
 */
async function check(paths: readonly string[]): Promise<number> {
	const files = paths.map(readDocument);
	await validate(files);
	const renderer = await createRenderer({ env: environment() as Record<string, string> });
	let warned = false;
	try {
		for (const { name, document } of files) {
			const lines = await trialLines(renderer, document as InlineTemplate);
			warned ||= lines.length > 0;
			process.stdout.write(lines.map((line) => `${name}: ${line}\n`).join(""));
			if (lines.length === 0) process.stdout.write(`${name}: no problems found\n`);
		}
	} finally {
		await renderer.close();
	}
	return warned ? EXIT.warned : EXIT.ok;
}

/** @throws DocumentError with the mistakes of all files */
async function validate(files: readonly DocumentFile[]): Promise<void> {
	const config = readConfig({ ...environment(), LOG_LEVEL: "silent" });
	const { contract, close } = await openOperatorDesigns(config);
	try {
		const mistakes: string[] = [];
		const check = templateValidator(contract, config.maxBodyBytes);
		for (const file of files) mistakes.push(...issueLines(file, await check(file.document)));
		if (mistakes.length > 0) throw new DocumentError(mistakes);
	} finally {
		close();
	}
}

/** What the trials of a template gave: a line for each warning with the first trial that has it. */
async function trialLines(renderer: PostRenderer, template: InlineTemplate): Promise<string[]> {
	const found = new Map<string, { readonly line: string; count: number }>();
	let trials = 0;
	let warned = 0;
	for await (const { platform, brand, row, warnings } of tryTemplate(renderer, template)) {
		trials++;
		if (warnings.length > 0) warned++;
		for (const { code, path, message } of warnings) {
			const line = `${fieldOf(path)} on ${platform} with ${row} (brand ${brand}): ${message}`;
			const key = `${platform} ${code} ${path}`;
			const known = found.get(key);
			if (known === undefined) found.set(key, { line, count: 1 });
			else known.count++;
		}
	}
	if (warned === 0) return [];
	return [
		`${warned} of ${trials} trials with other data have warnings`,
		...[...found.values()]
			.sort((a, b) => b.count - a.count)
			.map(({ line, count }) => (count === 1 ? line : `${line} (${count} times)`)),
	];
}
