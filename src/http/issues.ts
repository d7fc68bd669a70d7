import { Kind, type TSchema } from "@sinclair/typebox";
import type { TypeCheck } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import type { Issue } from "../contract/issue.js";
import { LIMITS } from "../contract/limits.js";

/** Longest path that an answer repeats: a hostile property name may have megabytes. */
const MAX_PATH_LENGTH = 200;

/** Members of a schema that say what is allowed. */
const CONSTRAINTS = [
	"minimum",
	"maximum",
	"enum",
	"pattern",
	"minLength",
	"maxLength",
	"minItems",
	"maxItems",
] as const;

/**
 * What is wrong with a value, with JSON pointers and what was allowed. The
 * errors are made one by one and no more than are listed, so that a body with
 * a million faults costs no more than one with twenty.
 */
export function listIssues(check: TypeCheck<TSchema>, value: unknown): Issue[] {
	const issues: Issue[] = [];
	for (const error of check.Errors(value)) {
		const issue = toIssue(error);
		// A missing property is reported twice: as missing, and as not of its type.
		if (issue.path === issues.at(-1)?.path) continue;
		issues.push(issue);
		// The items of an array that is too long are not looked at: they may be a million.
		if (error.type === ValueErrorType.ArrayMaxItems) break;
		if (issues.length >= LIMITS.maxIssuesListed) break;
	}
	return issues;
}

function toIssue(error: ValueError): Issue {
	if (error.type === ValueErrorType.Union && error.value !== null) {
		const [inner] = error.errors[0] ?? [];
		if (inner !== undefined) return orNull(toIssue(inner));
	}
	const path = shorten(error.path);
	const { schema } = error;
	switch (error.type) {
		case ValueErrorType.ObjectAdditionalProperties:
			return { path, message: "is not a known property", allowed: knownProperties(schema) };
		case ValueErrorType.ObjectRequiredProperty:
			return { path, message: "is required" };
		default:
			return { path, message: sentence(schema, error), ...allowed(schema) };
	}
}

const orNull = (issue: Issue): Issue => ({ ...issue, message: `${issue.message}, or null` });

function knownProperties(schema: TSchema): string[] {
	const properties: unknown = schema.properties;
	return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function allowed(schema: TSchema): Record<string, unknown> {
	const result: Record<string, unknown> = {};
	if (typeof schema.type === "string") result.type = schema.type;
	for (const name of CONSTRAINTS) if (schema[name] !== undefined) result[name] = schema[name];
	return result;
}

function sentence(schema: TSchema, error: ValueError): string {
	switch (error.type) {
		case ValueErrorType.NumberMinimum:
		case ValueErrorType.IntegerMinimum:
			return `must be at least ${schema.minimum}`;
		case ValueErrorType.NumberMaximum:
		case ValueErrorType.IntegerMaximum:
			return `must be at most ${schema.maximum}`;
		case ValueErrorType.StringPattern:
			return `must match ${schema.pattern}`;
		case ValueErrorType.StringMaxLength:
			return `must have at most ${schema.maxLength} characters`;
		case ValueErrorType.StringMinLength:
			return `must have at least ${schema.minLength} characters`;
		case ValueErrorType.ArrayMinItems:
			return `must have at least ${schema.minItems} items`;
		case ValueErrorType.ArrayMaxItems:
			return `must have at most ${schema.maxItems} items`;
		case ValueErrorType.Number:
			return "must be a finite number";
		default:
			return Array.isArray(schema.enum)
				? `must be one of ${schema.enum.join(", ")}`
				: `must be ${typeName(schema)}`;
	}
}

function typeName(schema: TSchema): string {
	const type = typeof schema.type === "string" ? schema.type : schema[Kind].toLowerCase();
	return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function shorten(path: string): string {
	return path.length <= MAX_PATH_LENGTH ? path : `${path.slice(0, MAX_PATH_LENGTH)}…`;
}
