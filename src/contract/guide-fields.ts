/** Fields of schemas as lines of the guide, kept short because models read all of them. */
import type { TObject, TSchema } from "@sinclair/typebox";
import { withoutSilentNull } from "./schema.js";

type Fields = Readonly<Record<string, TSchema>>;

/**
 * One line per field of an object.
 * @param left names of fields that are described elsewhere
 */
export function fieldLines(
	{ properties, required = [] }: TObject,
	left: ReadonlySet<string> = new Set(),
): string[] {
	return Object.entries(properties as Fields)
		.filter(([name]) => !left.has(name))
		.map(([name, property]) => {
			const schema = plainOf(property);
			const facts = [typeOf(schema), ...boundsOf(schema)];
			if (required.includes(name)) facts.push("required");
			const description = brief(schema);
			return `- \`${name}\` (${facts.join(", ")})${description === "" ? "" : `: ${description}`}`;
		});
}

/** Names of the fields that all of these objects have in common. */
export const commonFields = ([first, ...others]: readonly TObject[]): string[] =>
	Object.keys(first?.properties ?? {}).filter(
		(name) => name !== "type" && others.every(({ properties }) => name in properties),
	);

const plainOf = (schema: TSchema): TSchema =>
	(withoutSilentNull(schema as unknown as Record<string, unknown>) as TSchema | undefined) ??
	schema;

/** The first sentence of a description; the unit is left out, because all lengths have the same. */
function brief({ about, description = "" }: TSchema): string {
	const text = String(about ?? description).trim();
	const [first = ""] = text.split(/(?<=\.) (?=[A-Z])|; /);
	return first.replace(/ ?Preview pixels(, or a percentage[^.]*)?\./, "").replace(/\.$/, "");
}

/** The type in words. */
function typeOf(schema: TSchema): string {
	if (typeof schema.title === "string" && schema.type !== "array") return schema.title;
	const alternatives = (schema.anyOf ?? schema.oneOf) as readonly TSchema[] | undefined;
	if (alternatives)
		return [...new Set(alternatives.filter(({ type }) => type !== "null").map(typeOf))].join(
			" or ",
		);
	const values = schema.enum as readonly unknown[] | undefined;
	if (values) return values.join(" | ");
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (Array.isArray(schema.type)) return "size";
	if (schema.type !== "array") return String(schema.type ?? "any");
	const { items } = schema;
	if (Array.isArray(items)) return `array of ${items.length} ${typeOf(items[0])}s`;
	return `array of ${items?.$ref ?? typeOf(items ?? {})}`;
}

/** Limits and default, if the schema has them. */
function boundsOf(schema: TSchema): string[] {
	const { minimum, maximum, maxLength, minItems, maxItems } = schema;
	const facts: string[] = [];
	if (minimum !== undefined && maximum !== undefined) facts.push(`${minimum} to ${maximum}`);
	else if (minimum !== undefined) facts.push(`at least ${minimum}`);
	else if (maximum !== undefined) facts.push(`at most ${maximum}`);
	if (maxLength !== undefined && maxLength < 10_000) facts.push(`at most ${maxLength} characters`);
	if (maxItems !== undefined && !Array.isArray(schema.items))
		facts.push(`${minItems ?? 0} to ${maxItems}`);
	if (schema.default !== undefined && !Array.isArray(schema.default))
		facts.push(`default ${JSON.stringify(schema.default)}`);
	return facts;
}
