/** TypeBox schemas in the form that the MCP package needs. */
import { fromJsonSchema, type JsonSchemaValidatorResult } from "@modelcontextprotocol/server";
import type { Static, TSchema } from "@sinclair/typebox";
import { plainSchema } from "../contract/plain-schema.js";

type JsonSchema = Parameters<typeof fromJsonSchema>[0];

/** The service validates requests itself, with better messages than a general validator. */
const unchecked = {
	getValidator: <T>() => {
		return (data: unknown): JsonSchemaValidatorResult<T> => ({
			valid: true,
			data: data as T,
			errorMessage: undefined,
		});
	},
};

/** A schema for clients; the service validates their requests itself. */
export const described = <T extends TSchema>(schema: T) =>
	fromJsonSchema<Static<T>>(plainSchema(schema) as JsonSchema, unchecked);
