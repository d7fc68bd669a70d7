import { type TSchema, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { OperationId } from "./openapi/endpoints.js";
import { validatorCompiler } from "./request/validation.js";
import "./fastify-types.js";

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Registers an endpoint of the table. Its schemas validate the request, except a document, which
 * the service resolves; its error code is used for a 400. Fastify serialises nothing here, because
 * the types of the code already guarantee that answers match their schemas.
 */
export function addRoute(
	app: FastifyInstance,
	id: OperationId,
	handler: Handler,
	hooks: Pick<RouteShorthandOptions, "onRequest"> = {},
): void {
	const {
		method,
		path,
		alsoAt,
		query,
		body,
		form,
		keepsBody,
		keepsText,
		streamsBody,
		holdsDocument,
		invalidCode,
		open,
		uncounted,
		quiet,
	} = app.endpoints[id];
	const route = {
		...hooks,
		method,
		schema: {
			// Without a table of its own, a query would be ignored, although it was meant for the body.
			...((query ?? body) && { querystring: query ?? NO_QUERY }),
			// A body that is parsed while it arrives is validated by its parser.
			...(body && !holdsDocument && { body: streamsBody ? asJson(body) : body }),
		},
		validatorCompiler: validatorCompiler(invalidCode),
		config: {
			invalidCode,
			open: open === true,
			quiet: quiet === true,
			form: form !== undefined,
			keepsBody: keepsBody === true,
			keepsText: keepsText === true,
			streamsBody: streamsBody === true,
			uncounted: uncounted === true,
		},
		handler: async (request: FastifyRequest, reply: FastifyReply) => handler(request, reply),
	};
	for (const url of alsoAt === undefined ? [path] : [path, alsoAt]) app.route({ ...route, url });
}

/** The query of an endpoint that only takes a body. */
const NO_QUERY = Type.Object({}, { additionalProperties: false });

/** A schema for JSON bodies only. */
const asJson = (schema: TSchema) => ({ content: { "application/json": { schema } } });
