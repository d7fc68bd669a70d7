import type { TSchema } from "@sinclair/typebox";
import { mergeNull, tupleSchema, withoutSilentNull } from "../../contract/schema.js";

type Json = Record<string, unknown>;

/**
 * TypeBox schemas as OpenAPI 3.1 schemas. A schema with a title becomes a
 * component and is named by $ref, so that generated clients have a named type
 * for it; "x or null" becomes one schema with two types where that is possible.
 */
export class SchemaComponents {
	readonly #components = new Map<string, Json>();

	/** The schema as it stands in the document. */
	reference(schema: TSchema): Json {
		return this.#convert(schema as Json) as Json;
	}

	/** The components that were named, in the order of their names. */
	schemas(): Record<string, Json> {
		const entries = [...this.#components].sort(([a], [b]) => (a < b ? -1 : 1));
		return Object.fromEntries(entries);
	}

	#convert(value: unknown): unknown {
		if (Array.isArray(value)) return value.map((item) => this.#convert(item));
		if (typeof value !== "object" || value === null) return value;
		const shown = withoutSilentNull(value as Json) ?? (value as Json);
		const { title, about, $id: _, $defs, $ref, ...rest } = shown;
		if (typeof $defs === "object" && $defs !== null) this.#define($defs as Json);
		if (typeof $ref === "string") return { ...rest, $ref: componentOf($ref) };
		if (typeof title !== "string") return this.#convertMembers(rest);
		if (!this.#components.has(title)) {
			this.#components.set(title, {});
			this.#components.set(title, this.#convertMembers(rest));
		}
		return { $ref: componentOf(title), ...(about !== undefined && { description: about }) };
	}

	/** Definitions of a module: components, by the titles that they are referred to with. */
	#define(definitions: Json): void {
		for (const definition of Object.values(definitions)) this.#convert(definition);
	}

	#convertMembers(schema: Json): Json {
		// JSON.stringify leaves TypeBox's symbols out; so does Object.entries.
		const members = Object.entries(schema).map(([name, member]) => [
			RENAMED[name] ?? name,
			this.#convertMember(name, member),
		]);
		return mergeNull(tupleSchema(Object.fromEntries(members)));
	}

	#convertMember(name: string, member: unknown): unknown {
		switch (name) {
			case "properties":
				return mapValues(member as Json, (property) =>
					describeDefault(this.#convert(property) as Json),
				);
			case "patternProperties":
				return this.#convert(Object.values(member as Json)[0]);
			case "items":
			case "anyOf":
			case "additionalProperties":
				return this.#convert(member);
			default:
				return member;
		}
	}
}

const componentOf = (title: string) => `#/components/schemas/${title}`;

/** TypeBox writes a record of any keys as a pattern that every key matches. */
const RENAMED: Readonly<Record<string, string>> = { patternProperties: "additionalProperties" };

const mapValues = (object: Json, map: (value: unknown) => unknown): Json =>
	Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

/**
 * The default of a property in words: client generators take a property with a
 * `default` for one that is always there, and would ask callers to fill it in.
 */
function describeDefault(property: Json): Json {
	if (!("default" in property)) return property;
	// What is known by its name says its default itself.
	if ("$ref" in property) return property;
	const { default: value, description, ...rest } = property;
	const words = `Default: ${JSON.stringify(value)}.`;
	return {
		...rest,
		description: typeof description === "string" ? `${description} ${words}` : words,
	};
}
