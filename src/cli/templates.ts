import { readConfig } from "../config/config.js";
import { openOperatorDesigns } from "../operator/operator-designs.js";
import { templateValidator } from "../service/resolve/validate-template.js";
import { searchTemplates } from "../service/templates/search-templates.js";
import { TemplateLibrary } from "../service/templates/template-library.js";
import { DocumentError, issueLines, readDocument } from "./document-file.js";
import { environment } from "./render.js";
import { EXIT, UsageError } from "./usage.js";

/**
 * `templates list` prints the ids and names; `templates check FILE` says what is wrong with a template.
 * @returns the exit status
 * @throws UsageError for other words; DocumentError when the template has faults
 */
export async function templates([word, file, ...more]: readonly string[]): Promise<number> {
	if (word === "list" && file === undefined) return list();
	if (word === "check" && file !== undefined && more.length === 0) return check(file);
	throw new UsageError("templates is followed by list, or by check and a FILE");
}

function list(): number {
	const { results } = searchTemplates(new TemplateLibrary(), {});
	for (const { id, name, variables } of results)
		process.stdout.write(`${id}\t${name}\t${Object.keys(variables).join(", ")}\n`);
	return EXIT.ok;
}

async function check(path: string): Promise<number> {
	const file = readDocument(path);
	const config = readConfig({ ...environment(), LOG_LEVEL: "silent" });
	const { contract, close } = await openOperatorDesigns(config);
	try {
		const issues = await templateValidator(contract, config.maxBodyBytes)(file.document);
		if (issues.length > 0) throw new DocumentError(issueLines(file, issues));
		process.stdout.write(`${path}: no faults\n`);
		return EXIT.ok;
	} finally {
		close();
	}
}
