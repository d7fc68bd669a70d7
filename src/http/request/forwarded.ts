import type { FastifyInstance } from "fastify";
import { withoutPort } from "../../service/fairness/without-port.js";

/**
 * Removes ports from X-Forwarded-For before it is evaluated. With a port, every connection would
 * count as a different client, and no proxy as trusted.
 */
export function readForwardedFor(app: FastifyInstance): void {
	app.addHook("onRequest", async ({ raw: { headers } }) => {
		const header = headers["x-forwarded-for"];
		if (typeof header === "string")
			headers["x-forwarded-for"] = header.split(",").map(withoutPort).join(",");
	});
}
