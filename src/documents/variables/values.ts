import type { Issue } from "../../base/issue.js";
import { LIMITS } from "../../contract/limits.js";
import type { Values } from "./document-strings.js";
import { escaped, type Members } from "./places.js";

export const isObject = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as text: numbers and booleans in JSON syntax; undefined for other types. */
function textOf(value: unknown): string | undefined {
	if (typeof value === "string") return value;
	const isScalar = typeof value === "boolean" || Number.isFinite(value);
	return isScalar ? String(value) : undefined;
}

/**
 * Variables as they were sent.
 * @param variables texts, numbers and booleans by name
 * @returns undefined if they are something else or too many, which the schema reports
 */
export function valuesOf(variables: unknown): Map<string, string> | undefined {
	if (!isObject(variables)) return undefined;
	const names = Object.keys(variables);
	if (names.length > LIMITS.maxVariables) return undefined;
	const given = new Map<string, string>();
	for (const name of names) {
		const value = textOf(variables[name]);
		if (value === undefined) return undefined;
		given.set(name, value);
	}
	return given;
}

/**
 * Names that no string can use.
 * @param base JSON pointer of the document
 */
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
