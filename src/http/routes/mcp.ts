import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { invalid } from "../../base/invalid.js";
import { onDemand } from "../../base/on-demand.js";
import { guide } from "../../contract/guide.js";
import type { Service } from "../../service/service.js";
import { clientOfRequest } from "../request/caller.js";
import { clientGone } from "../request/client-gone.js";
import { refuseForeignHosts, refuseForeignPages } from "../request/foreign-pages.js";
import { baseUrl } from "../request/origin.js";
import { type InNameOf, runInNameOf } from "../request/run-as-request.js";
import type { HttpSettings } from "../settings.js";

/** What the tools need. */
export interface McpOptions extends InNameOf {
	readonly service: Service;
	readonly config: HttpSettings;
	readonly version: string;
}

/**
 * GET /llms.txt: the contract on one page. POST /mcp: the tools of src/mcp over Streamable HTTP,
 * stateless, in both revisions of the protocol. Each tool works on behalf of the caller, so its
 * keys, limits, turns, log lines and metrics are those of any other request.
 */
export function mcpRoute(app: FastifyInstance, options: McpOptions): void {
	const { service, config, version } = options;
	const { contract } = service;
	const page = onDemand(() => ({ text: guide(contract) }));
	app.get("/llms.txt", { config: { open: true } }, async (_request, reply) =>
		reply.type("text/plain; charset=utf-8").header("cache-control", "no-cache").send(page().text),
	);
	const handler = onDemand(() => import("../../mcp/http-handler.js"));
	app.route({
		method: "POST",
		url: "/mcp",
		// The work of a tool counts, not the call that it belongs to.
		config: { invalidCode: "invalid_request", open: false, uncounted: true, quiet: false },
		onRequest: async (request) => {
			refuseForeignHosts(request, config);
			refuseForeignPages(request, config);
		},
		handler: async (request, reply) => {
			const { handleMcp } = await handler();
			const tools = {
				service,
				version,
				origin: baseUrl(request, config.publicBaseUrl),
				host: request.host,
				maxBodyBytes: config.maxBodyBytes,
				run: runInNameOf(request, options),
			};
			const signal = clientGone(reply);
			// One at a time, because making the list of tools takes milliseconds.
			const handle = (message: unknown) =>
				service.turns.run(clientOfRequest(request), () =>
					handleMcp(toFetch(request, signal), message, tools),
				);
			if (!Array.isArray(request.body)) return send(reply, await handle(request.body));
			return send(reply, await handleEach(request.body, handle, () => options.count(request)));
		},
	});
}

/** Messages of one batch. */
const MAX_MESSAGES = 20;

/**
 * Answers the messages of a JSON-RPC batch one after the other, as events of one stream. Each
 * message after the first counts as a request.
 * @throws ServiceError invalid_request for too many; rate_limited
 */
async function handleEach(
	messages: readonly unknown[],
	handle: (message: unknown) => Promise<Response>,
	count: () => Promise<void>,
): Promise<Response> {
	const [first, ...rest] = messages;
	if (messages.length === 0 || messages.length > MAX_MESSAGES)
		throw invalid("invalid_request", [
			{
				path: "",
				message: `must be a batch of 1 to ${MAX_MESSAGES} messages`,
				maxItems: MAX_MESSAGES,
			},
		]);
	for (const _ of rest) await count();
	const answer = await handle(first);
	if (!answer.ok || rest.length === 0) return answer;
	const all = async function* () {
		yield* eventsOf(answer);
		for (const message of rest) yield* eventsOf(await handle(message));
	};
	return new Response(ReadableStream.from(all()), {
		status: 200,
		headers: { "content-type": "text/event-stream" },
	});
}

/** An answer as a stream of events. */
async function* eventsOf(answer: Response): AsyncGenerator<Uint8Array> {
	if (answer.body === null) return;
	if (answer.headers.get("content-type")?.startsWith("text/event-stream")) yield* answer.body;
	else yield Buffer.from(`event: message\ndata: ${(await answer.text()).replaceAll("\n", "")}\n\n`);
}

/**
 * The request in the form of the Fetch standard; its body is passed separately, because it is
 * already parsed.
 * @param signal fires when the client no longer waits
 */
function toFetch(request: FastifyRequest, signal: AbortSignal): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers))
		if (typeof value === "string") headers.set(name, value);
	return new Request("http://localhost/mcp", { method: "POST", headers, signal });
}

function send(reply: FastifyReply, answer: Response): FastifyReply {
	reply.status(answer.status).header("cache-control", "no-store");
	for (const [name, value] of answer.headers) reply.header(name, value);
	return answer.body === null
		? reply.send()
		: reply.send(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>));
}
