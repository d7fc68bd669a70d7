import type { Contract } from "../../contract/contract.js";
import type { Issue } from "../../contract/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { type Template, TemplateSchema } from "../../contract/templates.js";
import { ServiceError } from "../../errors/errors.js";
import { checkTemplate } from "../templates/check-template.js";
import { samplesOf } from "../templates/search-templates.js";
import { libraryTemplate, TemplateLibrary } from "../templates/template-library.js";
import { documentResolver } from "./resolve-document.js";
import { schemaCheck } from "./schema-check.js";

const check = schemaCheck<Template>(TemplateSchema);

/**
 * All that is wrong with a template: its fields, its placeholders, and the documents that it becomes
 * with its samples and with each of its examples.
 * @param value parsed JSON
 * @param maxLength characters that the strings of a document may have
 * @returns issues with JSON pointers into the template; empty: it can be drawn
 */
export function validateTemplate(value: unknown, contract: Contract, maxLength: number): Issue[] {
	const checked = check(value);
	if ("issues" in checked) return [...checked.issues];
	const template = checked.value;
	const issues = checkTemplate(template);
	if (issues.length > 0) return issues;
	const resolve = documentResolver(
		contract,
		maxLength,
		new TemplateLibrary([libraryTemplate(template)]),
	);
	const rows = [
		{ name: "the samples", path: "/variables", variables: samplesOf(template) },
		...template.examples.map(({ name, variables }, i) => ({
			name: `the example "${name}"`,
			path: `/examples/${i}/variables`,
			variables,
		})),
	];
	for (const { name, path, variables } of rows) {
		try {
			resolve({ template: template.id, variables: structuredClone(variables) });
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const found = (error.details as { issues?: readonly Issue[] }).issues ?? [];
			for (const issue of found) issues.push(inTemplate(issue, path, name));
			if (issues.length >= LIMITS.maxIssuesListed) return issues;
		}
	}
	return issues;
}

/** An issue of a document as one of the template that it was made of. */
function inTemplate({ path, message, ...more }: Issue, values: string, name: string): Issue {
	const isValue = path.startsWith("/variables");
	return {
		...more,
		path: isValue ? `${values}${path.slice("/variables".length)}` : "/document",
		message: isValue
			? `${message} (in ${name})`
			: `makes a document whose ${path} ${message}, with ${name}`,
	};
}
