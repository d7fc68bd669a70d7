import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { LIMITS } from "../contract/limits.js";
import type { OperationId } from "./openapi/endpoints.js";
import { validatorCompiler } from "./request/validation.js";
import "./fastify-types.js";

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Serves an endpoint of the table as the table says: its schemas validate the
 * request, its code is that of a 400. Fastify serialises nothing here, since
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
		documentAt,
		invalidCode,
		open,
		quiet,
	} = app.endpoints[id];
	app.route({
		...hooks,
		method,
		url,
		schema: { ...(query && { querystring: query }), ...(body && { body }) },
		validatorCompiler: validatorCompiler(invalidCode, {
			documentAt,
			maxLength: app.initialConfig.bodyLimit ?? LIMITS.defaultMaxBodyBytes,
		}),
		config: {
			invalidCode,
			open: open === true,
			quiet: quiet === true,
			form: form !== undefined,
		},
		handler: async (request, reply) => handler(request, reply),
	});
}
