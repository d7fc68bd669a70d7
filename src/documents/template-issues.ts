import type { TSchema } from "@sinclair/typebox";
import type { Issue } from "../base/issue.js";
import {
	type InlineTemplate,
	InlineTemplateSchema,
	TemplateSchema,
} from "../contract/templates.js";
import { schemaCheck } from "./schema-check.js";
import { checkTemplate } from "./templates/check-template.js";

/**
 * What is wrong with a template, as far as this is possible without values.
 * @param value parsed JSON
 * @returns issues with JSON pointers into the template
 */
type TemplateIssues = (value: unknown) => readonly Issue[];

function issuesWith(schema: TSchema): TemplateIssues {
	const check = schemaCheck<InlineTemplate>(schema);
	return (value) => {
		const checked = check(value);
		return "issues" in checked ? checked.issues : checkTemplate(checked.value);
	};
}

/** For a template within a request. */
export const templateIssues = issuesWith(InlineTemplateSchema);

/** For a template of a library, which has a name. */
export const libraryTemplateIssues = issuesWith(TemplateSchema);
