import type { ErrorCode } from "../base/errors.js";
import type { Endpoints } from "./openapi/endpoints.js";

declare module "fastify" {
	interface FastifyInstance {
		/** The contract of this instance. */
		readonly endpoints: Endpoints;
		/**
		 * Begins to render some documents as a warm-up, so that the first requests are nearly as fast
		 * as later ones. GET /api/health waits for its end.
		 * @param forMs time after a render process is ready in which documents are started. Milliseconds
		 * @param atMostMs time after which it is over, even if no process is ready. Milliseconds
		 * @returns resolves when a render process is ready, or after `atMostMs`
		 */
		warm(forMs: number, atMostMs: number): Promise<void>;
	}
	interface FastifyRequest {
		/** The tenant of its valid API key; undefined without one. */
		tenant:
			| {
					/** The name that the operator gave the key. */
					readonly name: string | undefined;
					/** The client that all its requests are. */
					readonly client: string;
			  }
			| undefined;
	}
	interface FastifyContextConfig {
		/** Error code of a 400 of this route; default invalid_request. */
		invalidCode?: ErrorCode;
		/** Needs no API key, and does not count towards the rate limit. */
		open?: boolean;
		/** Does not count towards the rate limit, but may need a key. */
		uncounted?: boolean;
		/** Also accepts a multipart/form-data body. */
		form?: boolean;
		/** Parses its body while it arrives, as a form or as NDJSON, unless it is JSON. */
		streamsBody?: boolean;
		/**
		 * Keeps its parsed body during the request, so more bytes are counted for it from the start.
		 */
		keepsBody?: boolean;
		/** Its answer says where something is in the text of the body. */
		keepsText?: boolean;
		/** Called every few seconds by probes; logged at debug. */
		quiet?: boolean;
	}
}
