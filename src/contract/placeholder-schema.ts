/** The schema of a document before its placeholders are filled in. */

type Json = Readonly<Record<string, unknown>>;

/** What every scalar of a document with variables may be instead of a value. */
const PLACEHOLDER = {
	type: "string",
	pattern: "\\{\\{",
	description: "A placeholder: {{name}} or an expression. It must give a value of the field.",
};

/** Keywords with a schema for each name, with a list of schemas, and with one schema. */
const BY_NAME: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"]);
const LISTS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "prefixItems"]);
const ONE: ReadonlySet<string> = new Set(["items", "additionalProperties"]);

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A JSON Schema of a document in which every number, boolean, enumeration and limited text, and every list of
 * such values, may also be a string with a placeholder.
 */
export function withPlaceholders(schema: unknown): Json {
	const { $defs, ...rest } = converted(schema) as Json;
	return { ...rest, $defs: { ...(isObject($defs) ? $defs : {}), Placeholder: PLACEHOLDER } };
}

function converted(schema: unknown): unknown {
	if (!isObject(schema)) return schema;
	const inner = Object.fromEntries(
		Object.entries(schema).map(([key, value]) => {
			if (BY_NAME.has(key) && isObject(value))
				return [
					key,
					Object.fromEntries(Object.entries(value).map(([name, one]) => [name, converted(one)])),
				];
			if (LISTS.has(key) && Array.isArray(value)) return [key, value.map(converted)];
			return [key, ONE.has(key) ? converted(value) : value];
		}),
	);
	if (!isScalar(schema) && !(isObject(schema.items) && isScalar(schema.items))) return inner;
	const { description, title, default: value, examples, ...rest } = inner;
	const around = { description, title, default: value, examples };
	return { ...defined(around), anyOf: [rest, { $ref: "#/$defs/Placeholder" }] };
}

const defined = (members: Json): Json =>
	Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Whether a schema is of one value that is not free text. */
function isScalar({ type, enum: values, pattern, const: only, maxLength }: Json): boolean {
	const types = [type].flat();
	if (types.some((one) => one === "object" || one === "array")) return false;
	const isLimited = [values, pattern, only, maxLength].some((limit) => limit !== undefined);
	return (
		isLimited || types.some((one) => one === "number" || one === "integer" || one === "boolean")
	);
}
