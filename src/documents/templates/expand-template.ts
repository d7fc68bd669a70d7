/** Makes a document from a template and values. */

import type { Issue } from "../../base/issue.js";
import type { Brand } from "../../contract/brands.js";
import type { InlineTemplate } from "../../contract/templates.js";
import { brandValues } from "../variables/brand-values.js";
import { platformsIn } from "../variables/expand.js";
import { type Filled, fill, type NotFilled } from "../variables/fill.js";
import { type Members, put } from "../variables/places.js";
import { DocumentPlan } from "../variables/plan.js";
import { readVariables } from "./read-variables.js";
import type { UsedTemplate } from "./template-library.js";

/** The fields of a request apart from its variables. */
export interface ExpandOptions {
	readonly brand: Brand;
	/** Fields of the document that the request sets; they override the template's. */
	readonly fields?: Readonly<Members>;
	/** JSON pointer of the document. */
	readonly base?: string;
	/** Largest number of characters of all strings of the document. */
	readonly maxLength: number;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Levels of a template's document, and values in it. */
const MAX_DEPTH = 32;
const MAX_MEMBERS = 20_000;

const isDeep = (value: unknown, levels: number): boolean =>
	typeof value === "object" &&
	value !== null &&
	(levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1)));

/** The plans of templates, which are read once. */
const plans = new WeakMap<InlineTemplate, DocumentPlan | Issue>();

/** The document of a template as a plan; an issue if it exceeds the limits of a valid one. */
export function planOf(template: InlineTemplate): DocumentPlan | Issue {
	let plan = plans.get(template);
	if (plan === undefined) {
		// A copy, because documents share the parts of a plan.
		plan = isDeep(template.document, MAX_DEPTH)
			? { path: "/document", message: `is nested more than ${MAX_DEPTH} levels deep` }
			: DocumentPlan.of(structuredClone(template.document) as Members, {
					base: "/document",
					maxMembers: MAX_MEMBERS,
				});
		plans.set(template, plan);
	}
	return plan;
}

/**
 * Makes the document of a template and its variables.
 * @param template checked, see checkTemplate
 * @param variables as they were sent
 * @returns the document, to be validated like any other; or all mistakes in the variables
 */
export function expandTemplate(
	{ template, isInline = false }: UsedTemplate,
	variables: unknown,
	{ brand, fields = {}, base = "", maxLength }: ExpandOptions,
): Filled | NotFilled {
	const values = readVariables(template, variables, base);
	if ("issues" in values) return values;
	const plan = planOf(template);
	const located = (issue: Issue) =>
		isInline ? { ...issue, path: `${base}/template${issue.path}` } : inTemplate(issue, base);
	if (!(plan instanceof DocumentPlan)) return { issues: [located(plan)] };
	const filled = fill(plan, {
		values,
		brand: brandValues(brand),
		maxLength,
		isTemplate: true,
		platforms: platformsIn(fields),
	});
	if ("issues" in filled) return { ...filled, issues: filled.issues.map(located) };
	const document: Members = {
		...(template.platforms && { platform: template.platforms[0] }),
		...filled.document,
	};
	for (const [name, value] of Object.entries(fields))
		if (value !== null) put(document, name, value);
	if (isGiven(fields.platforms) && !isGiven(fields.platform)) delete document.platform;
	return { ...filled, document };
}

/** An issue in the document of a template, for which the client only sent values. */
const inTemplate = ({ path, message, ...more }: Issue, base: string): Issue => ({
	...more,
	path: `${base}/variables`,
	message: `${message} (at ${path} of the template)`,
});
