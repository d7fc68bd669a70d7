import { Kind, type TSchema } from "@sinclair/typebox";
import type { TypeCheck } from "@sinclair/typebox/compiler";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import type { Issue } from "../base/issue.js";
import { nearest } from "../base/nearest.js";
import { LAYER_DEFINITIONS } from "../contract/document/layers.js";
import { isSizeSchema } from "../contract/document/values.js";
import { ENUMS } from "../contract/enums.js";
import { LIMITS } from "../contract/limits.js";
import { RenderRequestSchema } from "../contract/render-request.js";
import { MEANT, type Meant, WHEN_MISSING, WHEN_WRONG } from "../contract/schema.js";
import { TemplateRequestSchema } from "../contract/template-request.js";
import { unknownField } from "./meant-field.js";
import { meantValue, meantWord, UNITS } from "./meant-value.js";

/** Longest path in an answer: a hostile property name may have megabytes. */
const MAX_PATH_LENGTH = 200;

/** Characters of an unknown name that are examined. */
const MAX_NAME_LENGTH = 64;

/** Schema keywords that say what is allowed. */
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
 * What is wrong with a value, with JSON pointers and what is allowed. The errors are generated one
 * by one, and no more than are listed, so that a body with a million mistakes costs no more than
 * one with twenty.
 */
export function listIssues(check: TypeCheck<TSchema>, value: unknown): Issue[] {
	const issues = new Map<string, Issue>();
	for (const error of leaves(check.Errors(value))) {
		// A missing property is reported twice: as missing, and as having the wrong type.
		if (!issues.has(error.path)) issues.set(error.path, toIssue(error));
		// The items of an array that is too long are not checked, because there may be a million.
		if (error.type === ValueErrorType.ArrayMaxItems) break;
		if (issues.size >= LIMITS.maxIssuesListed) break;
	}
	return wrapped(check, value, [...issues.values()]);
}

/**
 * If the fields of a document are beside `document`: one issue that says where they belong, instead
 * of one for each.
 */
function wrapped(check: TypeCheck<TSchema>, value: unknown, issues: Issue[]): Issue[] {
	const known = knownProperties(check.Schema());
	if (!known.includes("document")) return issues;
	const given = typeof value === "object" && value !== null ? Object.keys(value) : [];
	const outside = given.filter((name) => !known.includes(name) && DOCUMENT_FIELDS.has(name));
	const [first] = outside;
	if (first === undefined) return issues;
	const parts = outside.map((name) => `"${name}": …`).join(", ");
	const message = `belongs in document: write "document": { ${parts} }`;
	const left = issues.filter(({ path }) => {
		const [, name = ""] = path.split("/", 2);
		return name !== "document" && !outside.includes(name);
	});
	return [{ path: `/${first}`, message, allowed: known }, ...left];
}

const DOCUMENT_FIELDS: ReadonlySet<string> = new Set([
	...Object.keys(RenderRequestSchema.properties),
	...Object.keys(TemplateRequestSchema.properties),
]);

/**
 * If a value may be of several kinds: what is wrong with it as the kind that was probably meant.
 * One mistake in a layer gives one issue, not one per type of layer.
 */
function* leaves(errors: Iterable<ValueError>): Generator<ValueError> {
	for (const error of errors) {
		if (error.type !== ValueErrorType.Union) {
			yield error;
			continue;
		}
		const { errors: kinds, schema, value } = error;
		const meant = value === null ? undefined : kinds[meantKind(schema.anyOf, value)];
		if (meant === undefined) yield error;
		else yield* leaves(meant);
	}
}

/** Index of the kind that was probably meant, by its tag or its type; -1 if nothing shows it. */
function meantKind(kinds: readonly TSchema[], value: unknown): number {
	const others = kinds.filter(({ type }) => type !== "null");
	if (others.length === 1) return kinds.indexOf(others[0]!);
	const tag = tagOf(value);
	const tagged = kinds.findIndex((kind) => tag !== undefined && tag === typeTag(kind));
	if (tagged >= 0) return tagged;
	// An object without a known tag: list the known ones.
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return -1;
	const type = Array.isArray(value) ? "array" : typeof value;
	return kinds.findIndex((kind) => kind.type === type && kind.const === undefined);
}

const tagOf = (value: unknown): unknown =>
	typeof value === "object" && value !== null ? (value as { type?: unknown }).type : undefined;

/** The tag that identifies this kind of object; a kind of layer is identified by its definition. */
function typeTag(kind: TSchema): string | undefined {
	if (typeof kind.$ref === "string") return LAYER_TAGS.get(kind.$ref);
	return (kind.properties as { type?: { const?: string } } | undefined)?.type?.const;
}

const LAYER_TAGS: ReadonlyMap<string, string> = new Map(
	Object.entries(LAYER_DEFINITIONS).map(([type, definition]) => [definition, type]),
);

/** The issue for an object with an unknown tag. */
function unknownTag({ schema, path, value }: ValueError): Issue | undefined {
	const tags = (schema.anyOf as readonly TSchema[]).flatMap((kind) => typeTag(kind) ?? []);
	if (tags.length === 0 || typeof value !== "object" || value === null || Array.isArray(value))
		return undefined;
	const tag = tagOf(value);
	const at = { path: `${shorten(path)}/type`, allowed: tags };
	if (tag === undefined || tag === null) return { ...at, message: `is required: ${oneOf(tags)}` };
	const hint = typeof tag === "string" ? tagHint(tag.slice(0, MAX_NAME_LENGTH), tags) : "";
	return { ...at, message: `must be ${oneOf(tags)}${hint}` };
}

/** The type of object that was probably meant, and the shape if it was the name of one. */
function tagHint(tag: string, tags: readonly string[]): string {
	const meant = meantWord(tag, tags) ?? nearest(tag, tags, 1)[0];
	if (meant === undefined) return "";
	const shapes: readonly string[] = ENUMS.shape;
	const shape = meant === "shape" ? (meantWord(tag, shapes) ?? nearest(tag, shapes, 1)[0]) : "";
	return shape
		? `; did you mean ${JSON.stringify({ type: meant, shape })}?`
		: `; did you mean ${meant}?`;
}

const oneOf = (values: readonly string[]) =>
	values.length === 1 ? values[0]! : `one of ${values.join(", ")}`;

function toIssue(error: ValueError): Issue {
	const tag = error.type === ValueErrorType.Union ? unknownTag(error) : undefined;
	if (tag !== undefined) return tag;
	const path = shorten(error.path);
	const { schema, value } = error;
	const whenMissing = (schema as { [WHEN_MISSING]?: string })[WHEN_MISSING];
	if (value === null && whenMissing !== undefined) return { path, message: whenMissing };
	switch (error.type) {
		case ValueErrorType.ObjectAdditionalProperties:
			return { path, ...unknownProperty(error) };
		case ValueErrorType.ObjectRequiredProperty:
			return { path, message: whenMissing ?? "is required" };
		default:
			return { path, message: withHint(error), ...allowed(schema) };
	}
}

/** What is wrong with a value, and what to write instead. */
function withHint(error: ValueError): string {
	const { schema, path, value } = error;
	const meant = meantValue(path, value);
	if (meant !== undefined) return `${sentence(schema, error)}: ${meant}`;
	switch (error.type) {
		case ValueErrorType.Number:
		case ValueErrorType.Integer:
			return `${sentence(schema, error)}${numberHint(value)}`;
		case ValueErrorType.NumberMaximum: {
			const unit = UNITS[path.slice(path.lastIndexOf("/") + 1)];
			return `${sentence(schema, error)}${unit === undefined ? "" : `; ${unit}`}`;
		}
	}
	if (isSizeSchema(schema)) return `${sentence(schema, error)}${numberHint(value)}`;
	return `${sentence(schema, error)}${Array.isArray(schema.enum) ? wordHint(schema, value) : ""}`;
}

function unknownProperty({ path, schema }: ValueError) {
	const name = path.slice(path.lastIndexOf("/") + 1);
	return unknownField(name, knownProperties(schema), (field) => valuesOf(schema, field));
}

/** The values of a field, if it has few. */
function valuesOf({ properties }: TSchema, field: string): readonly string[] | undefined {
	const schema = (properties as Readonly<Record<string, TSchema>>)[field];
	const kinds = (schema?.anyOf as readonly TSchema[] | undefined) ?? [schema];
	const words = kinds.find((kind) => Array.isArray(kind?.enum))?.enum as unknown[] | undefined;
	return words && words.length <= MAX_VALUES ? words.map(String) : undefined;
}

/** Maximum number of values that are listed for a field with a wrong name. */
const MAX_VALUES = 16;

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
	if (schema.title === "GradientStop" && typeof error.value === "string")
		return `must be an object: ${JSON.stringify({ color: error.value.slice(0, LIMITS.maxColorLength) })}`;
	switch (error.type) {
		case ValueErrorType.NumberMinimum:
		case ValueErrorType.IntegerMinimum:
			return `must be at least ${schema.minimum}`;
		case ValueErrorType.NumberMaximum:
		case ValueErrorType.IntegerMaximum:
			return `must be at most ${schema.maximum}`;
		case ValueErrorType.StringPattern:
			return (schema as { [WHEN_WRONG]?: string })[WHEN_WRONG] ?? `must match ${schema.pattern}`;
		case ValueErrorType.StringMaxLength:
			return `must have at most ${counted(schema.maxLength, "character")}`;
		case ValueErrorType.StringMinLength:
			return `must have at least ${counted(schema.minLength, "character")}`;
		case ValueErrorType.ArrayMinItems:
			return (
				(schema as { [WHEN_WRONG]?: string })[WHEN_WRONG] ??
				`must have at least ${counted(schema.minItems, "item")}`
			);
		case ValueErrorType.ArrayMaxItems:
			return `must have at most ${counted(schema.maxItems, "item")}`;
		case ValueErrorType.ArrayUniqueItems:
			return "must not contain an item twice";
		case ValueErrorType.Number:
			return "must be a finite number";
		case ValueErrorType.Integer:
			return "must be an integer";
		case ValueErrorType.Boolean:
			if (error.value !== "true" && error.value !== "false") break;
			return `must be a boolean: write ${error.value} without quotes`;
		case ValueErrorType.TupleLength:
			return `must be a list of ${counted(schema.maxItems, "number")}`;
		case ValueErrorType.Kind:
			if (isSizeSchema(schema))
				return "must be a number of preview pixels or a percentage such as 50%";
			break;
		case ValueErrorType.Literal:
			return `must be ${JSON.stringify(schema.const)}`;
		case ValueErrorType.Union:
			return unionSentence(schema);
	}
	return Array.isArray(schema.enum)
		? `must be one of ${schema.enum.join(", ")}`
		: `must be ${typeName(schema)}`;
}

/** A number that was written as a text, with the unit of CSS or without one. */
const WRITTEN_NUMBER = /^\s{0,8}(-?\d{1,9}(?:\.\d{1,9})?)\s{0,8}(px|pt|em|rem)?\s{0,8}$/;

/** What to write instead of a number in quotes. */
function numberHint(value: unknown): string {
	const [written, number, unit] =
		(typeof value === "string" && value.length <= MAX_NAME_LENGTH && WRITTEN_NUMBER.exec(value)) ||
		[];
	if (written === undefined) return "";
	if (unit === undefined) return `: write ${number} without quotes`;
	return unit === "px"
		? `: write ${number}, because lengths are preview pixels and have no unit`
		: `: write a number without a unit, because lengths are preview pixels`;
}

/** The value of an enumeration that was probably meant. */
function wordHint(schema: TSchema, value: unknown): string {
	if (typeof value !== "string") return "";
	const meant = (schema as { [MEANT]?: Meant })[MEANT];
	const words = (schema.enum as unknown[]).map(String);
	const word =
		meant === undefined ? (meantWord(value, words) ?? nearest(value, words, 1)[0]) : meant(value);
	return word === undefined ? "" : `; did you mean ${word}?`;
}

/** The allowed kinds of a value, in words. */
function unionSentence({ anyOf }: TSchema): string {
	const kinds = (anyOf as readonly TSchema[]).filter(({ type }) => type !== "null");
	const tags = kinds.flatMap((kind) => typeTag(kind) ?? []);
	const words = kinds.filter((kind) => typeTag(kind) === undefined).map(kindInWords);
	if (tags.length > 0) words.push(`an object of type ${tags.join(", ")}`);
	return `must be ${words.join(" or ")}`;
}

function kindInWords(kind: TSchema): string {
	if (kind.const !== undefined) return JSON.stringify(kind.const);
	if (kind.type === "array")
		return Array.isArray(kind.items) ? `a list of ${counted(kind.maxItems, "number")}` : "a list";
	return typeName(kind);
}

const counted = (count: unknown, noun: string): string =>
	`${count} ${noun}${count === 1 ? "" : "s"}`;

function typeName(schema: TSchema): string {
	const type = typeof schema.type === "string" ? schema.type : schema[Kind].toLowerCase();
	return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function shorten(path: string): string {
	return path.length <= MAX_PATH_LENGTH ? path : `${path.slice(0, MAX_PATH_LENGTH)}…`;
}
