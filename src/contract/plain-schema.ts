/** TypeBox schemas as plain JSON Schema 2020-12, for readers. */
import { mergeNull, tupleSchema, withoutSilentNull } from "./schema.js";

type Json = Record<string, unknown>;

/**
 * The schema as plain JSON Schema, with mergeNull applied at every depth. Titled schemas that
 * several fields use, and definitions that refer to each other, appear once, under `$defs` of the
 * whole.
 * @param schema a TypeBox schema
 */
export function plainSchema(schema: unknown): unknown {
	const uses = new Map<string, number>();
	countTitles(schema, uses, new Set());
	const definitions: Json = {};
	const plain = new PlainSchemas(uses, definitions).part(schema) as Json;
	return Object.keys(definitions).length === 0 ? plain : { ...plain, $defs: definitions };
}

class PlainSchemas {
	readonly #uses: ReadonlyMap<string, number>;
	readonly #definitions: Json;

	constructor(uses: ReadonlyMap<string, number>, definitions: Json) {
		this.#uses = uses;
		this.#definitions = definitions;
	}

	/** A part of a schema, or a reference to its definition. */
	part(schema: unknown): unknown {
		if (Array.isArray(schema)) return schema.map((item) => this.part(item));
		if (typeof schema !== "object" || schema === null) return schema;
		const { about, ...shown } = withoutSilentNull(schema as Json) ?? (schema as Json);
		const described = about === undefined ? {} : { description: about };
		const { title } = shown;
		if (typeof title !== "string" || (this.#uses.get(title) ?? 0) < 2)
			return this.#members({ ...shown, ...described });
		this.#define(title, shown);
		return { $ref: referenceTo(title), ...described };
	}

	#define(name: string, definition: Json): void {
		if (Object.hasOwn(this.#definitions, name)) return;
		// Registered before it is converted, because it may refer to itself.
		this.#definitions[name] = true;
		this.#definitions[name] = this.#members(definition);
	}

	#members({ $defs, $ref, $id: _, ...rest }: Json): Json {
		for (const [name, definition] of Object.entries($defs ?? {}))
			this.#define(name, definition as Json);
		const members = Object.entries(rest).map(([name, member]) => [
			name,
			VALUES.has(name) ? member : this.part(member),
		]);
		const reference = typeof $ref === "string" ? { $ref: referenceTo($ref) } : {};
		return { ...mergeNull(tupleSchema(Object.fromEntries(members))), ...reference };
	}
}

/** Keywords whose values are not schemas. */
const VALUES: ReadonlySet<string> = new Set(["default", "examples", "enum", "const"]);

const referenceTo = (name: string) => `#/$defs/${name}`;

/** Counts each title; definitions of a module are visited once. */
function countTitles(schema: unknown, uses: Map<string, number>, seen: Set<string>): void {
	if (Array.isArray(schema)) for (const item of schema) countTitles(item, uses, seen);
	if (Array.isArray(schema) || typeof schema !== "object" || schema === null) return;
	const shown = withoutSilentNull(schema as Json) ?? (schema as Json);
	const { $defs, title, ...rest } = shown;
	if (typeof title === "string") uses.set(title, (uses.get(title) ?? 0) + 1);
	else countTitles(title, uses, seen);
	for (const [name, definition] of Object.entries($defs ?? {})) {
		if (seen.has(name)) continue;
		seen.add(name);
		countTitles(Object.values(definition as Json), uses, seen);
	}
	for (const [name, member] of Object.entries(rest))
		if (!VALUES.has(name)) countTitles(member, uses, seen);
}
