/** TEMPLATES_DIR: the operator's own templates. */
import { readdirSync, realpathSync } from "node:fs";
import { basename, extname, join, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { beyondBounds } from "../../base/json-bounds.js";
import { findJsonFault } from "../../base/json-fault.js";
import type { Contract } from "../../contract/contract.js";
import type { Template } from "../../contract/templates.js";
import { libraryTemplateIssues } from "../../documents/template-issues.js";
import {
	type LibraryTemplate,
	libraryTemplate,
	type TemplateLibrary,
} from "../../documents/templates/template-library.js";
import { templateValidator, type ValidateTemplate } from "../../documents/validate-template.js";
import { ConfigError } from "../config/config-values.js";
import { reasonOf } from "./fonts-folder.js";
import { regularFileBytes } from "./regular-file.js";

/** Maximum size of a template in bytes, and maximum number of templates. */
const MAX_BYTES = 524_288;
const MAX_FILES = 500;

/**
 * Creates a function that loads the operator's templates into a library, at startup and on reload.
 * @param folder undefined if there is none
 * @param maxLength characters that the strings of a document may have
 * @returns resolves to the number of templates; rejects with a ConfigError, and the library stays
 * unchanged
 */
export function templatesReloader(
	folder: string | undefined,
	library: TemplateLibrary,
	contract: Contract,
	maxLength: number,
): () => Promise<number> {
	if (folder === undefined) return async () => 0;
	const validate = templateValidator(contract, maxLength, libraryTemplateIssues);
	return async () => {
		const own = await readTemplates(folder, validate);
		library.replaceOwn(own);
		return own.length;
	};
}

/** @throws ConfigError that names the file, the path in it, and what is allowed */
async function readTemplates(
	folder: string,
	validate: ValidateTemplate,
): Promise<readonly LibraryTemplate[]> {
	const names = attempt(folder, () => readdirSync(folder))
		.filter((name) => extname(name) === ".json" && !name.startsWith("."))
		.sort();
	if (names.length > MAX_FILES)
		throw new ConfigError(
			`TEMPLATES_DIR: ${folder} has ${names.length} templates; at most ${MAX_FILES} are allowed`,
		);
	const root = attempt(folder, () => realpathSync(folder));
	const templates: LibraryTemplate[] = [];
	for (const name of names) {
		await nextTurn();
		templates.push(libraryTemplate(await readTemplate(join(folder, name), root, validate)));
	}
	return templates;
}

async function readTemplate(
	path: string,
	root: string,
	validate: ValidateTemplate,
): Promise<Template> {
	const refuse = (why: string): never => {
		throw new ConfigError(`TEMPLATES_DIR: ${path} ${why}`);
	};
	const real = attempt(path, () => realpathSync(path));
	if (!real.startsWith(root + sep))
		refuse("is a symbolic link to a file outside the folder: copy the file into it");
	const bytes =
		attempt(path, () => regularFileBytes(real, MAX_BYTES)) ??
		refuse(`has more than ${MAX_BYTES} bytes`);
	const beyond = beyondBounds(bytes);
	if (beyond !== undefined) refuse(beyond);
	const value = jsonOf(bytes, refuse);
	const [issue, ...more] = await validate(value);
	if (issue !== undefined) {
		const allowed = issue.allowed === undefined ? "" : `; allowed: ${String(issue.allowed)}`;
		const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
		refuse(`${issue.path || "as a whole"} ${issue.message}${allowed}${others}`);
	}
	const template = value as Template;
	if (`${template.id}.json` !== basename(path))
		refuse(`/id is "${template.id}": name the file ${template.id}.json, or change the id`);
	return template;
}

function jsonOf(bytes: Buffer, refuse: (why: string) => never): unknown {
	let text: string;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return refuse("is not UTF-8");
	}
	try {
		return JSON.parse(text);
	} catch {
		const fault = findJsonFault(text);
		return refuse(
			fault === undefined
				? "is not valid JSON"
				: `is not valid JSON at line ${fault.line}, column ${fault.column}: ${fault.problem}`,
		);
	}
}

function attempt<T>(path: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw new ConfigError(`TEMPLATES_DIR: ${path} cannot be read: ${reasonOf(error)}`);
	}
}
