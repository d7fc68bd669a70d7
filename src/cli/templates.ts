import { readConfig } from "../app/config/config.js";
import { openOperatorDesigns } from "../app/operator/operator-designs.js";
import { templatesReloader } from "../app/operator/templates-folder.js";
import { searchTemplates } from "../catalog/templates/search-templates.js";
import { PLATFORM_IDS } from "../contract/platforms.js";
import type { TemplateSearchQuery } from "../contract/template-search.js";
import { TemplateLibrary } from "../documents/templates/template-library.js";
import { templateValidator } from "../documents/validate-template.js";
import type { Options } from "./arguments.js";
import { DocumentError, issueLines, readDocument } from "./document-file.js";
import { oneOf } from "./numbers.js";
import { environment } from "./render.js";
import { EXIT, UsageError } from "./usage.js";

/**
 * `templates list` prints ids and names, `templates show ID` prints a template, and `templates
 * check FILE` reports the mistakes of a template.
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
	if (word === "check" && name !== undefined && more.length === 0) return check(name);
	throw new UsageError("use templates list, templates show ID or templates check FILE");
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

async function check(path: string): Promise<number> {
	const file = readDocument(path);
	const config = readConfig({ ...environment(), LOG_LEVEL: "silent" });
	const { contract, close } = await openOperatorDesigns(config);
	try {
		const issues = await templateValidator(contract, config.maxBodyBytes)(file.document);
		if (issues.length > 0) throw new DocumentError(issueLines(file, issues));
		process.stdout.write(`${path}: no problems found\n`);
		return EXIT.ok;
	} finally {
		close();
	}
}
