import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ServiceError } from "../../base/errors.js";
import { Counts } from "../../base/fair-share.js";
import { RETRY_AFTER_SECONDS } from "../../base/retry-after.js";
import { NDJSON_TYPE } from "../../contract/batch.js";
import { JOB_ID, type Job, type JobRequest, type JobZipQuery } from "../../contract/jobs.js";
import type { JobOwner, Jobs } from "../../service/jobs/jobs.js";
import type { Service } from "../../service/service.js";
import { addRoute } from "../add-route.js";
import { callerOf, clientOfRequest } from "../request/caller.js";
import { bodyOfForm, bodyOfJson, bodyOfLines, type JobBody } from "../request/job-body.js";
import { baseUrl } from "../request/origin.js";
import { sendImage } from "../response/send-image.js";
import { SVG_POLICY } from "../response/svg-policy.js";
import type { HttpSettings } from "../settings.js";

/** Interval of comments in an event stream, which keep the connection open. Milliseconds. */
const ALIVE_MS = 15_000;
/** Event streams that one client may have open: each asks the queue twice a second. */
const MAX_STREAMS = 32;

const NO_JOBS =
	"Jobs are disabled: JOB_MAX_ROWS is 0, or REDIS_URL is set without S3_URL or JOB_DIR.";

const ID = new RegExp(JOB_ID);

/** /api/jobs and the paths below it. */
export function jobRoutes(app: FastifyInstance, service: Service, config: HttpSettings): void {
	const jobs = () => {
		if (service.jobs !== undefined) return service.jobs;
		throw new ServiceError("not_found", { message: NO_JOBS });
	};
	const idOf = (request: FastifyRequest) => {
		const { id } = request.params as { id: string };
		if (!ID.test(id))
			throw new ServiceError("not_found", { message: "Not found: no job has this id." });
		return id;
	};

	app.register(async (scope) => {
		scope.removeContentTypeParser("multipart/form-data");
		for (const type of ["multipart/form-data", NDJSON_TYPE])
			scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
		addRoute(scope, "createJob", async (request, reply) => {
			const all = jobs();
			const { head, rows, end } = await bodyOf(request, config.maxBodyBytes);
			const turn = service.turns.steps(clientOfRequest(request));
			const owner = ownerOf(request, config);
			const { job, isNew } = await all.create(head, rows, owner, turn).finally(end);
			return reply
				.status(isNew ? 202 : 200)
				.header("location", job.links.self)
				.header("cache-control", "no-store")
				.send(job);
		});
	});
	addRoute(app, "getJob", async (request, reply) =>
		reply
			.header("cache-control", "no-store")
			.send(await jobs().get(idOf(request), clientOfRequest(request))),
	);
	addRoute(app, "cancelJob", async (request, reply) =>
		reply
			.header("cache-control", "no-store")
			.send(await jobs().cancel(idOf(request), clientOfRequest(request))),
	);
	const streams = new Counts();
	addRoute(app, "getJobEvents", async (request, reply) => {
		const client = clientOfRequest(request);
		if (streams.of(client) >= MAX_STREAMS)
			throw new ServiceError("rate_limited", {
				message: `This client has ${MAX_STREAMS} event streams open, which is the maximum.`,
				retryAfter: RETRY_AFTER_SECONDS.outage,
			});
		streams.add(client, 1);
		reply.raw.once("close", () => streams.add(client, -1));
		const { signal } = callerOf(request, reply, () => undefined);
		const states = jobs().watch(idOf(request), client, signal);
		// An unknown job is a 404 instead of a stream.
		const first = await states.next();
		return send(reply, "text/event-stream", eventsOf(first, states));
	});
	addRoute(app, "getJobManifest", async (request, reply) =>
		send(
			reply,
			`${NDJSON_TYPE}; charset=utf-8`,
			await jobs().manifest(idOf(request), clientOfRequest(request)),
		),
	);
	addRoute(app, "getJobZip", async (request, reply) => {
		const { part = 1 } = request.query as JobZipQuery;
		return send(
			reply,
			"application/zip",
			await jobs().zip(idOf(request), clientOfRequest(request), part),
		);
	});
	addRoute(app, "getJobFile", async (request, reply) => sendFile(jobs(), request, reply));
}

async function sendFile(jobs: Jobs, request: FastifyRequest, reply: FastifyReply) {
	const { folder, file } = request.params as { folder: string; file: string };
	const { range, "if-none-match": known } = request.headers;
	const whole = request.method === "GET" && range === undefined && known === undefined;
	const image = ID.test(folder) ? await jobs.image(folder, file, whole) : undefined;
	if (image === undefined)
		throw new ServiceError("not_found", {
			message:
				"Not found: no job has this picture, or it has expired (JOB_TTL_SECONDS, a day by default).",
		});
	const seconds = await jobs.secondsLeft(folder);
	reply
		.header("cache-control", `public, max-age=${seconds}, immutable`)
		.header("x-content-type-options", "nosniff")
		.header("content-security-policy", SVG_POLICY)
		.header("access-control-allow-origin", "*")
		.header("cross-origin-resource-policy", "cross-origin");
	const remainingSeconds = Math.min(image.remainingSeconds, seconds);
	return sendImage(request, reply, file, { ...image, remainingSeconds });
}

/** @throws ServiceError invalid_render_request, payload_too_large */
function bodyOf(request: FastifyRequest, maxHeadBytes: number): Promise<JobBody> | JobBody {
	const { body, headers } = request;
	if (!(body instanceof Readable)) return bodyOfJson(body as JobRequest);
	const type = headers["content-type"] ?? "";
	return /^multipart/i.test(type) ? bodyOfForm(body, type, maxHeadBytes) : bodyOfLines(body);
}

function ownerOf(request: FastifyRequest, { publicBaseUrl }: HttpSettings): JobOwner {
	return {
		client: clientOfRequest(request),
		origin: baseUrl(request, publicBaseUrl),
		host: request.host,
	};
}

/** States of a job as events; regular comments keep proxies from closing the connection. */
async function* eventsOf(
	first: IteratorResult<Job | undefined>,
	states: AsyncGenerator<Job | undefined>,
): AsyncGenerator<string> {
	let saidAt = performance.now();
	for (let next = first; !next.done; next = await states.next()) {
		const job = next.value;
		if (job === undefined && performance.now() - saidAt < ALIVE_MS) continue;
		saidAt = performance.now();
		yield job === undefined ? ": still there\n\n" : `event: job\ndata: ${JSON.stringify(job)}\n\n`;
	}
}

function send(
	reply: FastifyReply,
	type: string,
	pieces: AsyncIterable<string | Uint8Array>,
): FastifyReply {
	reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
	return reply.type(type).send(Readable.from(pieces, { objectMode: false }));
}
