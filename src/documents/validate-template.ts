import { setImmediate as nextTurn } from "node:timers/promises";
import { ServiceError } from "../base/errors.js";
import type { Issue } from "../base/issue.js";
import type { Contract } from "../contract/contract.js";
import { LIMITS } from "../contract/limits.js";
import { type Template, TemplateSchema } from "../contract/templates.js";
import { documentResolver } from "./resolve-document.js";
import { schemaCheck } from "./schema-check.js";
import { checkTemplate } from "./templates/check-template.js";
import { samplesOf } from "./templates/named-template.js";
import { libraryTemplate, TemplateLibrary } from "./templates/template-library.js";

/**
 * All mistakes of a template: in its fields, in its placeholders, and in the documents that are
 * made from its samples and each of its examples. Other work gets turns between them.
 * @param value parsed JSON
 * @returns issues with JSON pointers into the template; empty if it can be rendered
 */
export type ValidateTemplate = (value: unknown) => Promise<Issue[]>;

/**
 * Compiles what it needs once, so reuse it.
 * @param maxLength characters that the strings of a document may have
 */
export function templateValidator(contract: Contract, maxLength: number): ValidateTemplate {
	const check = schemaCheck<Template>(TemplateSchema);
	const trial = new TemplateLibrary();
	const resolve = documentResolver(contract, maxLength, trial);
	return async (value) => {
		const checked = check(value);
		if ("issues" in checked) return [...checked.issues];
		const template = checked.value;
		const issues = checkTemplate(template);
		if (issues.length > 0) return issues;
		for (const { name, path, variables } of rowsOf(template)) {
			await nextTurn();
			try {
				trial.replaceOwn([libraryTemplate(template)]);
				resolve({ template: template.id, variables: structuredClone(variables) });
			} catch (error) {
				if (!(error instanceof ServiceError)) throw error;
				const found = (error.details as { issues?: readonly Issue[] }).issues ?? [];
				for (const issue of found) issues.push(inTemplate(issue, path, name));
				if (issues.length >= LIMITS.maxIssuesListed) break;
			}
		}
		return issues;
	};
}

/** The sets of values with which a template is checked, and their location in it. */
const rowsOf = (template: Template) => [
	{ name: "the samples", path: "/variables", variables: samplesOf(template) },
	...template.examples.map(({ name, variables }, i) => ({
		name: `the example "${name}"`,
		path: `/examples/${i}/variables`,
		variables,
	})),
];

/** An issue of a document as an issue of its template. */
function inTemplate({ path, message, ...more }: Issue, values: string, name: string): Issue {
	const isValue = path.startsWith("/variables");
	return {
		...more,
		path: isValue ? `${values}${path.slice("/variables".length)}` : "/document",
		message: isValue
			? `${message} (in ${name})`
			: `gives an invalid document with ${name}: ${path} ${message}`,
	};
}
