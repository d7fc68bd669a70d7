/** Which fields of a document accept numbers or booleans, read from its schema. */
import type { TSchema } from "@sinclair/typebox";
import { onDemand } from "../../base/on-demand.js";
import { RenderRequestSchema } from "../../contract/render-request.js";
import type { Value } from "../expressions/value.js";

/** Types of values that the fields with one name accept. */
type Kinds = ReadonlySet<string>;

/** By field name; a list has the types of its items. */
const kindsByName = onDemand((): ReadonlyMap<string, Kinds> => {
	const kinds = new Map<string, Set<string>>();
	const seen = new Set<TSchema>();
	const read = (schema: TSchema, name: string) => {
		for (const inner of (schema.anyOf ?? []) as TSchema[]) read(inner, name);
		if (typeof schema.$defs === "object")
			for (const inner of Object.values(schema.$defs as Record<string, TSchema>)) visit(inner);
		if (schema.items !== undefined)
			for (const item of [schema.items].flat() as TSchema[]) read(item, name);
		for (const type of [schema.type].flat() as string[]) {
			// An enumeration or a pattern is not free text: there, "4" can only mean a number.
			const isFree =
				type !== "string" || (schema.enum ?? schema.pattern ?? schema.const) === undefined;
			if (isFree) kinds.set(name, (kinds.get(name) ?? new Set()).add(type));
		}
		visit(schema);
	};
	const visit = (schema: TSchema) => {
		if (seen.has(schema)) return;
		seen.add(schema);
		const { properties, anyOf, items } = schema;
		for (const [name, property] of Object.entries((properties ?? {}) as Record<string, TSchema>))
			read(property, name);
		for (const inner of [anyOf ?? [], items ?? []].flat() as TSchema[]) visit(inner);
	};
	visit(RenderRequestSchema);
	return kinds;
});

/** Whether a field accepts a value of this type as it is. */
export function takesValue(field: string, value: Value): boolean {
	const kinds = kindsByName().get(field);
	switch (typeof value) {
		case "number":
			return kinds !== undefined && (kinds.has("number") || kinds.has("integer"));
		case "string":
			return kinds === undefined || kinds.has("string");
		default:
			return typeof value === "boolean" && kinds?.has("boolean") === true;
	}
}

/** Whether a field accepts a list. */
export const takesList = (field: string): boolean =>
	kindsByName().get(field)?.has("array") === true;

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/;

/**
 * The value of a field whose string was exactly one placeholder.
 * @param field its name; for a value in a list, the name of the list
 * @returns a number or boolean if the field accepts one and the text is one; otherwise the text
 */
export function fieldValue(field: string, text: string): string | number | boolean {
	if (takesValue(field, text)) return text;
	if (takesValue(field, 0) && NUMBER.test(text)) return Number(text);
	const isBoolean = text === "true" || text === "false";
	return isBoolean && takesValue(field, true) ? text === "true" : text;
}

/** Fields for which an empty string has a meaning: it leaves out a layer or a slide. */
const KEPT_EMPTY: ReadonlySet<string> = new Set(["showIf", "hideIf", "src"]);

/** Whether a field is removed if its string was exactly one placeholder with an empty value. */
export const goesWhenEmpty = (field: string): boolean => !KEPT_EMPTY.has(field);
