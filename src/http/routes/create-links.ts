import type { FastifyInstance } from "fastify";
import type { Service } from "../../service/service.js";
import { addRoute } from "../add-route.js";
import { announcedBytes } from "../request/announced-bytes.js";
import { clientOfRequest } from "../request/caller.js";
import { baseUrl } from "../request/origin.js";

/** POST /api/links: signs links and renders nothing. */
export function createLinksRoute(
	app: FastifyInstance,
	{ signLinks, turns }: Pick<Service, "signLinks" | "turns">,
	publicBaseUrl: string | undefined,
): void {
	addRoute(app, "createLinks", async (request, reply) => {
		const origin = baseUrl(request, publicBaseUrl);
		const sign = () => signLinks(request.body, origin, request.host);
		const body = await turns.run(clientOfRequest(request), sign, announcedBytes(request));
		return reply.header("cache-control", "no-store").send(body);
	});
}
