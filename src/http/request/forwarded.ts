import type { FastifyInstance } from "fastify";
import { withoutPort } from "../../service/fairness/without-port.js";

/**
 * Takes the ports out of X-Forwarded-For before anything reads it: with them each connection would
 * be a client, and none of the proxies one that is trusted.
 */
export function readForwardedFor(app: FastifyInstance): void {
	app.addHook("onRequest", async ({ raw: { headers } }) => {
		const header = headers["x-forwarded-for"];
		if (typeof header === "string")
			headers["x-forwarded-for"] = header.split(",").map(withoutPort).join(",");
	});
}
