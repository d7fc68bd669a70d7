import type { ErrorCode } from "../errors/errors.js";
import type { Endpoints } from "./openapi/endpoints.js";

declare module "fastify" {
	interface FastifyInstance {
		/** What this instance serves, in its own words. */
		readonly endpoints: Endpoints;
		/**
		 * Draws some documents for nobody, so that the first requests are answered nearly as quickly
		 * as later ones.
		 * @param until time of performance.now() after which none is begun
		 */
		warm(until: number): Promise<void>;
	}
	interface FastifyContextConfig {
		/** Code of a 400 of this route; invalid_request unless set. */
		invalidCode?: ErrorCode;
		/** Needs no API key and is not counted against the rate limit. */
		open?: boolean;
		/** Not counted against the rate limit, though it may need a key. */
		uncounted?: boolean;
		/** Takes its body as multipart/form-data too. */
		form?: boolean;
		/** Reads its body while it arrives, as a form or as NDJSON, unless that is JSON. */
		streamsBody?: boolean;
		/** Keeps its parsed body while it works: more bytes are counted for it from the start. */
		keepsBody?: boolean;
		/** Asked every few seconds by probes: logged at debug. */
		quiet?: boolean;
	}
}
