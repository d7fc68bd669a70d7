import type { FastifyInstance } from "fastify";
import type { SignLinks } from "../../service/links/sign-links.js";
import { serve } from "../register.js";
import { baseUrl } from "../request/origin.js";

/** POST /api/links: signs, and draws nothing. */
export function createLinksRoute(
	app: FastifyInstance,
	{ signLinks }: { readonly signLinks: SignLinks },
	publicBaseUrl: string | undefined,
): void {
	serve(app, "createLinks", async (request, reply) => {
		const origin = baseUrl(request, publicBaseUrl);
		const body = signLinks(request.body, origin, request.host);
		return reply.header("cache-control", "no-store").send(body);
	});
}
