import type { TSchema } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { OperationId } from "./openapi/endpoints.js";
import { validatorCompiler } from "./request/validation.js";
import "./fastify-types.js";

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Serves an endpoint of the table as the table says: its schemas validate the
 * request, but for a document, which the service resolves; its code is that of a 400. Fastify serialises nothing here, since
 * the types of the code already hold the answers to their schemas.
 */
export function serve(
	app: FastifyInstance,
	id: OperationId,
	handler: Handler,
	hooks: Pick<RouteShorthandOptions, "onRequest"> = {},
): void {
	const {
		method,
		path: url,
		query,
		body,
		form,
		keepsBody,
		streamsBody,
		holdsDocument,
		invalidCode,
		open,
		uncounted,
		quiet,
	} = app.endpoints[id];
	app.route({
		...hooks,
		method,
		url,
		schema: {
			...(query && { querystring: query }),
			// What is read while it arrives is checked by whoever reads it.
			...(body && !holdsDocument && { body: streamsBody ? asJson(body) : body }),
		},
		validatorCompiler: validatorCompiler(invalidCode),
		config: {
			invalidCode,
			open: open === true,
			quiet: quiet === true,
			form: form !== undefined,
			keepsBody: keepsBody === true,
			streamsBody: streamsBody === true,
			uncounted: uncounted === true,
		},
		handler: async (request, reply) => handler(request, reply),
	});
}

/** A schema for bodies in JSON alone. */
const asJson = (schema: TSchema) => ({ content: { "application/json": { schema } } });
