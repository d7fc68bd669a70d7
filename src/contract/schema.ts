import { Kind, type TSchema, type TUnsafe, Type, TypeRegistry } from "@sinclair/typebox";

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

/** `null` stands for "not given" where the contract allows it. */
export const Nullable = <T extends TSchema>(schema: T, options: Record<string, unknown> = {}) =>
	Type.Union([schema, Type.Null()], options);

/** A hexadecimal colour of six digits, as "#D4AF37". */
export const HEX_COLOR = "^#[0-9A-Fa-f]{6}$";
