import { Kind, type TSchema } from "@sinclair/typebox";
import type { TypeCheck } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import type { Issue } from "../../contract/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { HEX_COLOR } from "../../contract/schema.js";
import { nearest } from "../../errors/nearest.js";
import { parseCssColor } from "../../text/rich/css-color.js";

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

/** A colour that is looked at for what it means; the longest in use are far shorter. Characters. */
const MAX_COLOR_LENGTH = 64;

/**
 * What is wrong with a value, with JSON pointers and what was allowed. The
 * errors are made one by one and no more than are listed, so that a body with
 * a million faults costs no more than one with twenty.
 */
export function listIssues(check: TypeCheck<TSchema>, value: unknown): Issue[] {
	const issues = new Map<string, Issue>();
	for (const error of leaves(check.Errors(value))) {
		// A missing property is reported twice: as missing, and as not of its type.
		if (!issues.has(error.path)) issues.set(error.path, toIssue(error));
		// The items of an array that is too long are not looked at: they may be a million.
		if (error.type === ValueErrorType.ArrayMaxItems) break;
		if (issues.size >= LIMITS.maxIssuesListed) break;
	}
	return [...issues.values()];
}

/** Of what may be null and is something else: what is wrong with the something else. */
function* leaves(errors: Iterable<ValueError>): Generator<ValueError> {
	for (const error of errors) {
		const [inner] = error.type === ValueErrorType.Union ? error.errors : [];
		if (inner === undefined || error.value === null) yield error;
		else yield* leaves(inner);
	}
}

function toIssue(error: ValueError): Issue {
	const path = shorten(error.path);
	const { schema } = error;
	switch (error.type) {
		case ValueErrorType.ObjectAdditionalProperties:
			return { path, ...unknownProperty(error) };
		case ValueErrorType.ObjectRequiredProperty:
			return { path, message: "is required" };
		default:
			return { path, message: sentence(schema, error), ...allowed(schema) };
	}
}

function unknownProperty({ path, schema }: ValueError) {
	const known = knownProperties(schema);
	const name = path.slice(path.lastIndexOf("/") + 1);
	const [meant] = nearest(name, known, 1);
	return {
		message: `is not a known property${meant === undefined ? "" : `; did you mean ${meant}?`}`,
		allowed: known,
	};
}

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
			return schema.pattern === HEX_COLOR
				? hexColorSentence(error.value)
				: `must match ${schema.pattern}`;
		case ValueErrorType.StringMaxLength:
			return `must have at most ${counted(schema.maxLength, "character")}`;
		case ValueErrorType.StringMinLength:
			return `must have at least ${counted(schema.minLength, "character")}`;
		case ValueErrorType.ArrayMinItems:
			return `must have at least ${counted(schema.minItems, "item")}`;
		case ValueErrorType.ArrayMaxItems:
			return `must have at most ${counted(schema.maxItems, "item")}`;
		case ValueErrorType.Number:
			return "must be a finite number";
		default:
			return Array.isArray(schema.enum)
				? `must be one of ${schema.enum.join(", ")}`
				: `must be ${typeName(schema)}`;
	}
}

const counted = (count: unknown, noun: string): string =>
	`${count} ${noun}${count === 1 ? "" : "s"}`;

/** In words, and with what was meant where that can be told: "red" is #FF0000. */
function hexColorSentence(value: unknown): string {
	const rule = "must be a colour of # and six hexadecimal digits";
	const meant =
		typeof value === "string" && value.length <= MAX_COLOR_LENGTH ? parseCssColor(value) : null;
	if (meant === null) return `${rule}, as #D4AF37`;
	const hex = [meant.r, meant.g, meant.b].map((byte) =>
		Math.round(Math.min(255, Math.max(0, byte)))
			.toString(16)
			.padStart(2, "0")
			.toUpperCase(),
	);
	return `${rule}, as #${hex.join("")}${meant.a < 1 ? "; it cannot be translucent" : ""}`;
}

function typeName(schema: TSchema): string {
	const type = typeof schema.type === "string" ? schema.type : schema[Kind].toLowerCase();
	return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function shorten(path: string): string {
	return path.length <= MAX_PATH_LENGTH ? path : `${path.slice(0, MAX_PATH_LENGTH)}…`;
}
