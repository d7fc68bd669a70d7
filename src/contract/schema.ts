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

/** A string enumeration as one JSON Schema `enum`, which client generators handle best. */
export const StringEnum = <const T extends string>(
	values: readonly T[],
	options: Record<string, unknown> = {},
): TUnsafe<T> =>
	Type.Unsafe<T>({ [Kind]: STRING_ENUM, type: "string", enum: [...values], ...options });

/** Marks an enumeration that the operator can add values to; see contract.ts. */
export const OPEN_ENUM = Symbol("OpenEnum");
/** The lists that the operator can add to. */
export type OpenEnum = "brand" | "font";

/** An enumeration that the operator can add values to. */
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

/** Allows `null`, which means "not given". */
export const Nullable = <T extends TSchema>(schema: T, options: Record<string, unknown> = {}) =>
	Type.Union([schema, Type.Null()], options);

/**
 * An object of a request body. Every optional property also accepts null, since many generated
 * clients send it for properties that are not set. The static type has no null, because validation
 * removes such properties (withoutNulls).
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

/** What a 400 says about a missing property, if "is required" is not enough. Not published. */
export const WHEN_MISSING = Symbol("WhenMissing");

/** What a 400 says about a value with another pattern or too few items. Not published. */
export const WHEN_WRONG = Symbol("WhenWrong");

/** Finds the value that was probably meant by an unknown one, for a 400. Not published. */
export const MEANT = Symbol("Meant");
/** @returns undefined if nothing comes near */
export type Meant = (value: string) => string | undefined;

/** Marks a null that is accepted but not published. */
const SILENT_NULL = Symbol("SilentNull");

/** Optional properties that accept null without publishing it; see {@link tolerantObject}. */
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
 * Like {@link RequestObject}, but the published schema does not mention null: generated types stay
 * short, and clients that send null still work.
 */
export const tolerantObject = <P extends TProperties>(
	properties: P,
	options: ObjectOptions,
): TObject<P> => Type.Object(silentNulls(properties), options);

/**
 * The published schema of a property that silently accepts null: the property without null.
 * @returns undefined for any other schema
 */
export function withoutSilentNull(
	schema: Record<string | symbol, unknown>,
): Record<string, unknown> | undefined {
	if (schema[SILENT_NULL] !== true) return undefined;
	const { anyOf, ...around } = schema as { anyOf: [Record<string, unknown>, unknown] };
	return { ...anyOf[0], ...around };
}

/** The description of the property belongs outside of the union. */
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

/** Data of the client, in which null is a value. */
const DATA: ReadonlySet<string> = new Set(["variables", "rows"]);

/** Removes properties that are null from a validated body, at any depth. Changes it in place. */
export function withoutNulls<T>(value: T): T {
	if (Array.isArray(value)) for (const item of value) withoutNulls(item);
	else if (typeof value === "object" && value !== null) {
		const object = value as Record<string, unknown>;
		for (const [name, member] of Object.entries(object)) {
			if (member === null) delete object[name];
			else if (!DATA.has(name)) withoutNulls(member);
		}
	}
	return value;
}

/**
 * "x or null" as one JSON Schema with two types, so that pattern, limits and items of a property
 * are where tools look for them.
 * @param schema JSON Schema of one value; its own properties are not converted
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

/** A list with one schema per item, in the form of JSON Schema 2020-12. */
export function tupleSchema(schema: Record<string, unknown>): Record<string, unknown> {
	if (!Array.isArray(schema.items)) return schema;
	const { items, additionalItems: _, ...rest } = schema;
	return { ...rest, prefixItems: items, items: false };
}

/** A hexadecimal colour with six digits, such as "#D4AF37". */
export const HEX_COLOR = "^#[0-9A-Fa-f]{6}$";
