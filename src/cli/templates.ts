import { readConfig } from "../config/config.js";
import { openOperatorDesigns } from "../operator/operator-designs.js";
import { templatesReloader } from "../operator/templates-folder.js";
import { templateValidator } from "../service/resolve/validate-template.js";
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

async function list(): Promise<number> {
	const config = readConfig({ ...environment(), LOG_LEVEL: "silent" });
	const { contract, close } = await openOperatorDesigns(config);
	try {
		const library = new TemplateLibrary();
		await templatesReloader(config.templatesDir, library, contract, config.maxBodyBytes)();
		for (const { template } of library.all)
			process.stdout.write(
				`${template.id}\t${template.name}\t${Object.keys(template.variables).join(", ")}\n`,
			);
		return EXIT.ok;
	} finally {
		close();
	}
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
