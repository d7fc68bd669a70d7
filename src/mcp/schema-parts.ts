/** The contract in parts that a model can read at once. */
import { LAYER_DEFINITIONS } from "../contract/document/layers.js";
import type { RenderSchema } from "../contract/render-schema.js";

export const SCHEMA_PARTS = ["contract", "layers", "examples"] as const;
export type SchemaPart = (typeof SCHEMA_PARTS)[number];

/** Definitions that only layers and their union use. */
const LAYERS: ReadonlySet<string> = new Set([...Object.values(LAYER_DEFINITIONS), "Layer"]);

/**
 * A part of the contract.
 * @returns contract: everything but layers and examples. layers: the definitions of the layers, which
 * name those of the contract (Paint, Shadow and so on). examples: documents by their names.
 */
export function schemaPart(
	{ examples, example: _, requestBody, ...rest }: RenderSchema,
	part: SchemaPart,
): object {
	if (part === "examples") return examples;
	const { $defs = {}, ...body } = requestBody as { $defs?: Record<string, unknown> };
	const definitions = (layers: boolean) =>
		Object.fromEntries(Object.entries($defs).filter(([name]) => LAYERS.has(name) === layers));
	if (part === "layers") return { $defs: definitions(true) };
	const Layer = { description: "See get_schema with part: layers." };
	return { ...rest, requestBody: { ...body, $defs: { ...definitions(false), Layer } } };
}
