import type { Issue } from "../../contract/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { escaped, type Members } from "./places.js";
import type { Values } from "./template.js";

export const isObject = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Variables as they were sent.
 * @param path JSON pointer of them
 * @returns undefined: they are not strings by names, or too many, which the schema tells
 */
export function valuesOf(variables: unknown): Map<string, string> | undefined {
	if (!isObject(variables)) return undefined;
	const names = Object.keys(variables);
	if (names.length > LIMITS.maxVariables) return undefined;
	const given = new Map<string, string>();
	for (const name of names) {
		const value = variables[name];
		if (typeof value !== "string") return undefined;
		given.set(name, value);
	}
	return given;
}

/** Names that no string can ask for. @param base JSON pointer of the document */
export function nameIssues(given: Values, base: string): Issue[] {
	const issues: Issue[] = [];
	for (const name of given.keys())
		if (name.length > LIMITS.maxVariableNameLength && issues.length < LIMITS.maxIssuesListed)
			issues.push({
				path: `${base}/variables/${escaped(name)}`,
				message: `must have at most ${LIMITS.maxVariableNameLength} characters`,
				maxLength: LIMITS.maxVariableNameLength,
			});
	return issues;
}
