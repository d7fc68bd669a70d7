import {
	Kind,
	type ObjectOptions,
	OptionalKind,
	type TObject,
	type TProperties,
	type TSchema,
	type TUnsafe,
	Type,
	TypeRegistry,
} from "@sinclair/typebox";

const STRING_ENUM = "StringEnum";

TypeRegistry.Set<{ enum: readonly string[] }>(
	STRING_ENUM,
	(schema, value) => typeof value === "string" && schema.enum.includes(value),
);

/** A string enumeration as one JSON Schema `enum`, which client generators read best. */
export const StringEnum = <const T extends string>(
	values: readonly T[],
	options: Record<string, unknown> = {},
): TUnsafe<T> =>
	Type.Unsafe<T>({ [Kind]: STRING_ENUM, type: "string", enum: [...values], ...options });

/** Marks an enumeration whose values an operator adds to: see contract.ts. */
export const OPEN_ENUM = Symbol("OpenEnum");
/** What an operator adds. */
export type OpenEnum = "brand" | "font";

/** An enumeration that an operator adds to. */
export const OpenStringEnum = <const T extends string>(
	kind: OpenEnum,
	values: readonly T[],
	options: Record<string, unknown> = {},
): TUnsafe<T | (string & {})> =>
	StringEnum<T | (string & {})>(values, { ...options, [OPEN_ENUM]: kind });

const NUMBER_ENUM = "NumberEnum";

TypeRegistry.Set<{ enum: readonly number[] }>(
	NUMBER_ENUM,
	(schema, value) => typeof value === "number" && schema.enum.includes(value),
);

/** An enumeration of whole numbers. */
export const NumberEnum = <const T extends number>(
	values: readonly T[],
	options: Record<string, unknown> = {},
): TUnsafe<T> =>
	Type.Unsafe<T>({ [Kind]: NUMBER_ENUM, type: "integer", enum: [...values], ...options });

/** `null` stands for "not given" where the contract allows it. */
export const Nullable = <T extends TSchema>(schema: T, options: Record<string, unknown> = {}) =>
	Type.Union([schema, Type.Null()], options);

/**
 * An object of a request body. Every optional property takes null as well, since
 * many generated clients send it for what they do not set. The static type has
 * no null for it: validation takes such properties away (withoutNulls).
 */
export function RequestObject<P extends TProperties>(
	properties: P,
	options: ObjectOptions,
): TObject<P> {
	const lenient = Object.entries(properties).map(([name, property]) => [
		name,
		OptionalKind in property ? Type.Optional(orNull(property)) : property,
	]);
	return Type.Object(Object.fromEntries(lenient) as P, options);
}

/** What a 400 says of a property that is missing, where "is required" is not all. Not published. */
export const WHEN_MISSING = Symbol("WhenMissing");

/** Marks a null that is accepted and not published. */
const SILENT_NULL = Symbol("SilentNull");

/** Optional properties that accept null without publishing it: see {@link tolerantObject}. */
export function silentNulls<P extends TProperties>(properties: P): P {
	const lenient = Object.entries(properties).map(([name, property]) => [
		name,
		OptionalKind in property
			? Type.Optional({ ...orNull(property), [SILENT_NULL]: true } as TSchema)
			: property,
	]);
	return Object.fromEntries(lenient) as P;
}

/**
 * As {@link RequestObject}, but schemas do not publish that optional properties take null: generated
 * types stay short, and clients that send null for what they do not set still work.
 */
export const tolerantObject = <P extends TProperties>(
	properties: P,
	options: ObjectOptions,
): TObject<P> => Type.Object(silentNulls(properties), options);

/**
 * What a schema says to readers of a property that accepts null silently: the property alone.
 * @returns undefined for any other schema
 */
export function withoutSilentNull(
	schema: Record<string | symbol, unknown>,
): Record<string, unknown> | undefined {
	if (schema[SILENT_NULL] !== true) return undefined;
	const { anyOf, ...around } = schema as { anyOf: [Record<string, unknown>, unknown] };
	return { ...anyOf[0], ...around };
}

/** What describes the property, as null too, stands outside of the union. */
function orNull(property: TSchema): TSchema {
	if (isNullable(property)) return property;
	const { description, default: value, examples, [OptionalKind]: _, ...schema } = property;
	return Nullable(schema as TSchema, {
		...(description !== undefined && { description }),
		...(value !== undefined && { default: value }),
		...(examples !== undefined && { examples }),
	});
}

const isNullable = ({ anyOf }: TSchema): boolean =>
	Array.isArray(anyOf) && anyOf.some(({ type }: TSchema) => type === "null");

/** The validated body without its properties that are null, at any depth. Changes it in place. */
export function withoutNulls<T>(value: T): T {
	if (Array.isArray(value)) for (const item of value) withoutNulls(item);
	else if (typeof value === "object" && value !== null) {
		const object = value as Record<string, unknown>;
		for (const [name, member] of Object.entries(object)) {
			if (member === null) delete object[name];
			else withoutNulls(member);
		}
	}
	return value;
}

/**
 * "x or null" as one JSON Schema with two types, so that pattern, bounds and
 * items of a property stand where tools look for them.
 * @param schema JSON Schema of one value; its own properties are not looked at
 */
export function mergeNull(schema: Record<string, unknown>): Record<string, unknown> {
	const { anyOf, ...rest } = schema;
	if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
	const [first, second] = anyOf as [Record<string, unknown>, Record<string, unknown>];
	if (second.type !== "null" || first.type === undefined) return schema;
	const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
	const types = Array.isArray(first.type) ? first.type : [first.type];
	return { ...first, ...rest, type: [...types, "null"], ...values };
}

/** A list of schemas for the items of a list, as JSON Schema 2020-12 writes it. */
export function tupleSchema(schema: Record<string, unknown>): Record<string, unknown> {
	if (!Array.isArray(schema.items)) return schema;
	const { items, additionalItems: _, ...rest } = schema;
	return { ...rest, prefixItems: items, items: false };
}

/** A hexadecimal colour of six digits, as "#D4AF37". */
export const HEX_COLOR = "^#[0-9A-Fa-f]{6}$";
