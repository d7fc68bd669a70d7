import { setImmediate as nextTurn } from "node:timers/promises";
import { ServiceError } from "../base/errors.js";
import type { Issue } from "../base/issue.js";
import type { Contract } from "../contract/contract.js";
import { LIMITS } from "../contract/limits.js";
import type { InlineTemplate } from "../contract/templates.js";
import { valueIssues } from "./check-colors.js";
import { brandNamed, expandTemplated } from "./expand-document.js";
import { layerBounds } from "./layer-bounds.js";
import { documentResolver, withValues } from "./resolve-document.js";
import { schemaCheck } from "./schema-check.js";
import { issueAsSent, isWithin } from "./sent-path.js";
import { type TemplateIssues, templateIssues } from "./template-issues.js";
import { expandTemplate } from "./templates/expand-template.js";
import { samplesOf } from "./templates/named-template.js";
import { libraryTemplate } from "./templates/template-library.js";
import type { Members } from "./variables/places.js";

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
	issuesOf: TemplateIssues = templateIssues,
): ValidateTemplate {
	const resolve = documentResolver(contract, maxLength);
	const check = schemaCheck(contract.renderRequest);
	/** Mistakes in a document whose placeholders are wrong, beside them. */
	const rest = (template: InlineTemplate, issues: readonly Issue[]): readonly Issue[] => {
		const used = { ...libraryTemplate(template), isInline: true };
		const variables = samplesOf(template);
		const brand = brandNamed(contract, (template.document as Members).brand);
		const made = expandTemplate(used, variables, { brand, maxLength });
		const value = "issues" in made ? made.rest : made.document;
		if (value === undefined || layerBounds(value).length > 0) return [];
		const checked = check(value);
		return ("issues" in checked ? withValues(checked.issues, value) : valueIssues(value))
			.map((issue) => issueAsSent(issue, { value, made: undefined }))
			.map((issue) => ({ ...issue, path: `/document${issue.path}` }))
			.filter(({ path }) => !issues.some((one) => isWithin(path, one.path)));
	};
	return async (value, turn = nextTurn) => {
		await turn();
		const found = issuesOf(value);
		const issues = [...found.issues];
		if (issues.length > 0) {
			if (found.template === undefined) return issues;
			await turn();
			return [...issues, ...rest(found.template, issues)].slice(0, LIMITS.maxIssuesListed);
		}
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
