import type { TSchema } from "@sinclair/typebox";
import { mergeNull, tupleSchema, withoutSilentNull } from "../../contract/schema.js";

type Json = Record<string, unknown>;

/**
 * TypeBox schemas as OpenAPI 3.1 schemas. A schema with a title becomes a component with a $ref to
 * it, so that generated clients have a named type for it. "x or null" becomes one schema with two
 * types if possible.
 */
export class SchemaComponents {
	readonly #components = new Map<string, Json>();

	/** The schema for the document. */
	reference(schema: TSchema): Json {
		return this.#convert(schema as Json) as Json;
	}

	/** The components, sorted by name. */
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

	/** Definitions of a module become components under their titles. */
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

/** TypeBox writes a record with any keys as a pattern that matches every key. */
const RENAMED: Readonly<Record<string, string>> = { patternProperties: "additionalProperties" };

const mapValues = (object: Json, map: (value: unknown) => unknown): Json =>
	Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));

/**
 * Adds the default of a property to its description. Client generators treat a property with a
 * `default` as always present, and would require it from callers.
 */
function describeDefault(property: Json): Json {
	if (!("default" in property)) return property;
	// A named schema describes its own default.
	if ("$ref" in property) return property;
	const { default: value, description, ...rest } = property;
	const words = `Default: ${JSON.stringify(value)}.`;
	return {
		...rest,
		description: typeof description === "string" ? `${description} ${words}` : words,
	};
}
