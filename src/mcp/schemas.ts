/** TypeBox schemas as the MCP package takes them. */
import { fromJsonSchema, type JsonSchemaValidatorResult } from "@modelcontextprotocol/server";
import type { Static, TSchema } from "@sinclair/typebox";
import { plainSchema } from "../contract/plain-schema.js";

type JsonSchema = Parameters<typeof fromJsonSchema>[0];

/** The service checks its requests itself, and says better what is wrong than a general validator. */
const unchecked = {
	getValidator: <T>() => {
		return (data: unknown): JsonSchemaValidatorResult<T> => ({
			valid: true,
			data: data as T,
			errorMessage: undefined,
		});
	},
};

/** A schema that clients read; what they send is checked by the service. */
export const described = <T extends TSchema>(schema: T) =>
	fromJsonSchema<Static<T>>(plainSchema(schema) as JsonSchema, unchecked);
