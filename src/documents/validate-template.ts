import { setImmediate as nextTurn } from "node:timers/promises";
import { ServiceError } from "../base/errors.js";
import type { Issue } from "../base/issue.js";
import type { Contract } from "../contract/contract.js";
import { LIMITS } from "../contract/limits.js";
import type { InlineTemplate } from "../contract/templates.js";
import { expandTemplated } from "./expand-document.js";
import { documentResolver } from "./resolve-document.js";
import { templateIssues } from "./template-issues.js";
import { samplesOf } from "./templates/named-template.js";
import { libraryTemplate } from "./templates/template-library.js";

/**
 * All mistakes of a template: in its fields, in its placeholders, and in the documents that are
 * made from its samples and each of its examples. Other work gets turns between them.
 * @param value parsed JSON
 * @param turn waits until the next example may be checked
 * @returns issues with JSON pointers into the template; empty if it can be rendered
 */
export type ValidateTemplate = (value: unknown, turn?: () => Promise<unknown>) => Promise<Issue[]>;

/**
 * Compiles what it needs once, so reuse it.
 * @param maxLength characters that the strings of a document may have
 * @param issuesOf what is wrong with a template without values
 */
export function templateValidator(
	contract: Contract,
	maxLength: number,
	issuesOf: (value: unknown) => readonly Issue[] = templateIssues,
): ValidateTemplate {
	const resolve = documentResolver(contract, maxLength);
	return async (value, turn = nextTurn) => {
		await turn();
		const issues = [...issuesOf(value)];
		if (issues.length > 0) return issues;
		const template = { ...libraryTemplate(value as InlineTemplate), isInline: true };
		for (const { name, path, variables } of rowsOf(template.template)) {
			await turn();
			try {
				const request = { variables: structuredClone(variables) };
				resolve(expandTemplated(template, request, "", { contract, maxLength }));
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
const rowsOf = (template: InlineTemplate) => [
	{ name: "the samples", path: "/variables", variables: samplesOf(template) },
	...(template.examples ?? []).map(({ name, variables }, i) => ({
		name: `the example "${name}"`,
		path: `/examples/${i}/variables`,
		variables,
	})),
];

/** An issue of a document as an issue of its template. */
function inTemplate({ path, message, ...more }: Issue, values: string, name: string): Issue {
	const [, root, rest = ""] = /^\/(variables|template)(\/.*)?$/s.exec(path) ?? [];
	if (root === "variables")
		return { ...more, path: `${values}${rest}`, message: `${message} (in ${name})` };
	if (root === "template") return { ...more, path: rest, message: `${message} (with ${name})` };
	return {
		...more,
		path: "/document",
		message: `gives an invalid document with ${name}: ${path} ${message}`,
	};
}
