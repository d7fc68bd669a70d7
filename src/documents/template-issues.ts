import type { TSchema } from "@sinclair/typebox";
import type { Issue } from "../base/issue.js";
import { LIMITS } from "../contract/limits.js";
import {
	type InlineTemplate,
	InlineTemplateSchema,
	TemplateSchema,
} from "../contract/templates.js";
import { schemaCheck } from "./schema-check.js";
import { isWithin } from "./sent-path.js";
import { checkTemplate } from "./templates/check-template.js";
import { escaped } from "./variables/places.js";
import { isObject } from "./variables/values.js";

/** What is wrong with a template, as far as this is possible without values. */
interface Found {
	/** With JSON pointers into the template. */
	readonly issues: readonly Issue[];
	/** The template, if it matches its schema; its placeholders may be wrong. */
	readonly template?: InlineTemplate;
}

/** @param value parsed JSON */
export type TemplateIssues = (value: unknown) => Found;

function issuesWith(schema: TSchema): TemplateIssues {
	const check = schemaCheck<InlineTemplate>(schema);
	return (value) => {
		const checked = check(value);
		if (!("issues" in checked))
			return { issues: checkTemplate(checked.value), template: checked.value };
		const { issues } = checked;
		const readable = readableParts(value, issues);
		const isOther = ({ path }: Issue) => !issues.some((one) => isWithin(path, one.path));
		const more = readable === undefined ? [] : checkTemplate(readable).filter(isOther);
		return { issues: [...issues, ...more].slice(0, LIMITS.maxIssuesListed) };
	};
}

/**
 * A template whose placeholders can be checked, although some of its fields are wrong.
 * @param issues of its fields
 * @returns undefined if its document or its variables cannot be read
 */
function readableParts(value: unknown, issues: readonly Issue[]): InlineTemplate | undefined {
	if (!isObject(value)) return undefined;
	const { document, variables } = value;
	if (!isObject(document) || !isObject(variables)) return undefined;
	if (issues.some(({ path }) => isWithin(path, "/document"))) return undefined;
	const isWrong = (name: string) =>
		issues.some(({ path }) => isWithin(path, `/variables/${escaped(name)}`));
	const known = Object.entries(variables).map(([name, variable]) => [
		name,
		isWrong(name) ? { type: "any" } : variable,
	]);
	return { document, variables: Object.fromEntries(known) } as InlineTemplate;
}

/** For a template within a request. */
export const templateIssues = issuesWith(InlineTemplateSchema);

/** For a template of a library, which has a name. */
export const libraryTemplateIssues = issuesWith(TemplateSchema);
