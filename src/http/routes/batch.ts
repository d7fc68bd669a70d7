import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type BatchQuery, type BatchRequest, NDJSON_TYPE } from "../../contract/batch.js";
import { batchFiles, batchLines } from "../../service/batch/batch-output.js";
import { renderRows } from "../../service/batch/batch-rows.js";
import { readBatch } from "../../service/batch/read-rows.js";
import { zipArchive } from "../../service/delivery/zip.js";
import { weightOf } from "../../service/fairness/weight.js";
import { StepTimes } from "../../service/render/step-times.js";
import type { Service } from "../../service/service.js";
import { addRoute, type Handler } from "../add-route.js";
import { countedBytes } from "../connection/arriving.js";
import { logFields } from "../log/log-fields.js";
import { traceOf } from "../log/request-trace.js";
import { refuseWhenBusy } from "../render-for-request.js";
import { callerOf, clientOfRequest } from "../request/caller.js";
import { baseUrl } from "../request/origin.js";
import type { CountRequest } from "../request/rate-limit.js";
import { holdUntilClosed } from "../response/hold.js";
import type { HttpSettings } from "../settings.js";

/** The operations and their output formats; undefined if the query chooses the format. */
const OPERATIONS = [
	["renderBatch", undefined],
	["renderBatchCsv", "ndjson"],
	["renderBatchZip", "zip"],
] as const;

/**
 * POST /api/batch, .csv and .zip: one document, many rows of data.
 * @param count counts a row as a request
 */
export function batchRoute(
	app: FastifyInstance,
	service: Service,
	config: HttpSettings,
	count: CountRequest,
): void {
	const answer =
		(fixed: BatchQuery["output"]): Handler =>
		async (request, reply) => {
			const body = request.body as BatchRequest;
			const output = fixed ?? (request.query as BatchQuery).output ?? "ndjson";
			const client = clientOfRequest(request);
			// In addition to what was counted when the body was announced.
			const uncounted = Math.max(0, weightOf(body) - countedBytes(request));
			holdUntilClosed(reply, service.inFlight.bodies, client, uncounted);
			const batch = await service.turns.run(client, () =>
				readBatch(body, service, service.turns.steps(client)),
			);
			const stepMs = new StepTimes(service.metrics.step, traceOf(request)?.onStep);
			const tally = { output, rows: 0, failedRows: 0, stepMs };
			logFields(request).render = tally;
			const results = renderRows(batch, service, {
				caller: callerOf(request, reply, stepMs.add),
				count: (besides) => count(request, besides),
				inJson: output === "ndjson",
				onRow: (drawn) => {
					tally.rows++;
					if (!drawn) tally.failedRows++;
					service.metrics.batchRow(drawn);
				},
			});
			reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
			if (output === "zip") return send(reply, "application/zip", zipArchive(batchFiles(results)));
			const lines = batchLines(results, {
				responseImages: service.responseImages,
				origin: baseUrl(request, config.publicBaseUrl),
				onStep: stepMs.add,
				client,
				onUnstored: (err, row) =>
					request.log.warn({ err, row }, "the images of a row could not be stored"),
			});
			return send(reply, `${NDJSON_TYPE}; charset=utf-8`, lines);
		};
	for (const [id, output] of OPERATIONS)
		addRoute(app, id, answer(output), { onRequest: refuseWhenBusy(service) });
}

function send(
	reply: FastifyReply,
	type: string,
	pieces: AsyncIterable<string | Uint8Array>,
): FastifyReply {
	return reply.type(type).send(Readable.from(pieces, { objectMode: false }));
}
