import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.js";
import type { Contract } from "../../contract/contract.js";
import { guide } from "../../contract/guide.js";
import { ServiceError } from "../../errors/errors.js";
import type { ApiCall } from "../../mcp/api.js";
import { onDemand } from "../../on-demand.js";
import { callInside } from "../inside-call.js";
import { clientGone } from "../request/client-gone.js";

/** Headers of a call that its requests to the API carry on: who asks, by which name, with which key. */
const CARRIED = [
	"authorization",
	"x-api-key",
	"host",
	"x-forwarded-for",
	"x-forwarded-host",
	"x-forwarded-proto",
];

/**
 * GET /llms.txt: the contract on one page. POST /mcp: the tools of src/mcp over Streamable HTTP, stateless, in both
 * eras of the protocol. Each tool asks the API itself, in the name of the
 * caller, so that its keys, limits, turns, log lines and metrics are those of
 * any other request.
 */
export function mcpRoute(
	app: FastifyInstance,
	contract: Contract,
	config: Config,
	version: string,
): void {
	const page = onDemand(() => ({ text: guide(contract) }));
	app.get("/llms.txt", { config: { open: true } }, async (_request, reply) =>
		reply.type("text/plain; charset=utf-8").header("cache-control", "no-cache").send(page().text),
	);
	const handler = onDemand(() => import("../../mcp/http-handler.js"));
	app.route({
		method: "POST",
		url: "/mcp",
		// The requests of a tool are counted, not the call that they belong to.
		config: { invalidCode: "invalid_request", open: false, uncounted: true, quiet: false },
		onRequest: async (request) => refuseForeignPages(request, config),
		handler: async (request, reply) => {
			const { handleMcp } = await handler();
			const links = config.linkKeys.length > 0;
			const service = { api: apiOf(app, request), version, links, contract };
			const answer = await handleMcp(toFetch(request, clientGone(reply)), request.body, service);
			return send(reply, answer);
		},
	});
}

/**
 * A page of another site must not reach a server on its reader's machine: by
 * its own name (Origin), or by a name that it has made to lead here (Host).
 * @throws ServiceError forbidden
 */
function refuseForeignPages(request: FastifyRequest, config: Config): void {
	const host = hostNameOf(`http://${request.headers.host ?? ""}`);
	const own = config.publicBaseUrl === undefined ? undefined : hostNameOf(config.publicBaseUrl);
	const { localAddress = "" } = request.socket;
	const loopback = isLoopback(localAddress.replace(/^::ffff:/, ""));
	// Who listens on loopback only is reached by such names only, or through a proxy that says its own.
	if (
		host === undefined ||
		(loopback && own === undefined && !isLoopback(host) && host !== localAddress)
	)
		throw new ServiceError("forbidden");
	const { origin } = request.headers;
	if (origin === undefined) return;
	const page = hostNameOf(origin);
	const allowed =
		config.corsOrigin.includes("*") ||
		config.corsOrigin.includes(origin) ||
		(page !== undefined && (page === host || page === own));
	if (!allowed) throw new ServiceError("forbidden");
}

const hostNameOf = (url: string): string | undefined =>
	URL.canParse(url) ? new URL(url).hostname || undefined : undefined;

const isLoopback = (host: string): boolean =>
	host === "localhost" || host === "[::1]" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);

/**
 * The request as the Fetch standard has it; its body is handed over apart, as it has been parsed.
 * @param signal fires when nobody waits for the answer any more
 */
function toFetch(request: FastifyRequest, signal: AbortSignal): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers))
		if (typeof value === "string") headers.set(name, value);
	return new Request("http://localhost/mcp", { method: "POST", headers, signal });
}

function apiOf(app: FastifyInstance, request: FastifyRequest): ApiCall {
	const headers: Record<string, string> = {};
	for (const name of CARRIED) {
		const value = request.headers[name];
		if (typeof value === "string") headers[name] = value;
	}
	headers["x-request-id"] = request.id;
	const { remoteAddress = "127.0.0.1" } = request.socket;
	return (method, url, body, signal) =>
		callInside(app, { method, url, headers, body, remoteAddress, signal });
}

function send(reply: FastifyReply, answer: Response): FastifyReply {
	reply.status(answer.status).header("cache-control", "no-store");
	for (const [name, value] of answer.headers) reply.header(name, value);
	return answer.body === null
		? reply.send()
		: reply.send(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>));
}
