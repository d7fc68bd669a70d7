import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.js";
import { type BatchQuery, type BatchRequest, NDJSON_TYPE } from "../../contract/batch.js";
import { MEDIA_TYPES } from "../../contract/formats.js";
import type { RenderRequest } from "../../contract/render-request.js";
import { renderAnswer } from "../../delivery/render-answer.js";
import { slideEntries, type ZipEntry, zipArchive } from "../../delivery/zip.js";
import { ServiceError } from "../../errors/errors.js";
import { documentWarnings, mergeWarnings } from "../../measure/warning-list.js";
import { type AnswerImages, answerImages } from "../answer/answer-images.js";
import { errorBody, toServiceError } from "../answer/error-handler.js";
import { drawRows, type RowResult, rowsOf } from "../batch-rows.js";
import { documentDrawer, refuseBusy } from "../draw.js";
import { StepTimes } from "../log/step-times.js";
import type { Parts } from "../parts.js";
import { serve } from "../register.js";
import { clientOf } from "../request/client.js";
import { clientGone } from "../request/client-gone.js";
import { baseUrl } from "../request/origin.js";
import { documentParser } from "../request/parse-document.js";
import { ParseTurns } from "../request/parse-turns.js";
import type { CountRequest } from "../request/rate-limit.js";
import { factsOf } from "../request/request-facts.js";
import { slideOutput } from "../request/slide-output.js";

/** Digits of a row's number in the names of files. */
const ROW_DIGITS = 4;

/**
 * POST /api/batch: one document, many rows of data.
 * @param count counts a row as a request
 */
export function batchRoute(
	app: FastifyInstance,
	parts: Parts,
	config: Config,
	count: CountRequest,
): void {
	const parseDocument = documentParser(parts.contract, config.maxBodyBytes);
	const draw = documentDrawer(parts, config);
	const turns = new ParseTurns();
	const answer = answerImages(parts.temporaryImages, config.renderTtlSeconds);

	serve(
		app,
		"renderBatch",
		async (request, reply) => {
			const body = request.body as BatchRequest;
			const { output = "ndjson" } = request.query as BatchQuery;
			const rows = await rowsOf(body);
			const stepMs = new StepTimes(parts.metrics.step);
			const tally = { output, rows: 0, failedRows: 0, stepMs };
			factsOf(request).render = tally;
			const client = clientOf(request);
			const signal = clientGone(reply);
			const results = drawRows(body.document, rows, {
				turn: (length) => turns.next(client, length),
				parseDocument,
				count: () => count(request),
				draw: async (document) => {
					const { format = "png", delivery = "dataUrl", mode = "single" } = document;
					const indexes = mode === "single" ? [0] : [...document.slides.keys()];
					const base64 = output === "ndjson" && delivery === "dataUrl";
					const slides = parts.spool.open(client);
					try {
						await draw(document, indexes, { ...slideOutput(document, format), base64 }, slides, {
							signal,
							client,
							requestId: request.id,
							host: request.host,
							onStep: stepMs.add,
						});
						return slides;
					} catch (error) {
						slides.release();
						throw error;
					}
				},
				ahead: config.renderProcesses + 1,
				ending: () => parts.renderer.health().reason === "closing",
				signal,
				onRow: (drawn) => {
					tally.rows++;
					if (!drawn) tally.failedRows++;
					parts.metrics.batchRow(drawn);
				},
			});
			reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
			if (output === "zip") return send(reply, "application/zip", zipArchive(zipEntries(results)));
			return send(
				reply,
				`${NDJSON_TYPE}; charset=utf-8`,
				lines(results, answer, request, stepMs, baseUrl(request, config.publicBaseUrl)),
			);
		},
		{ onRequest: refuseBusy(parts) },
	);
}

function send(
	reply: FastifyReply,
	type: string,
	pieces: AsyncIterable<string | Uint8Array>,
): FastifyReply {
	return reply.type(type).send(Readable.from(pieces, { objectMode: false }));
}

/** A line for each row, its images as they are read from where they wait. */
async function* lines(
	results: AsyncIterable<RowResult>,
	answer: AnswerImages,
	request: FastifyRequest,
	stepMs: StepTimes,
	origin: string,
): AsyncGenerator<string | Uint8Array> {
	for await (const result of results) {
		if ("error" in result) {
			yield errorLine(result.row, result.error);
			continue;
		}
		const { row, document, slides } = result;
		try {
			const { format = "png", delivery = "dataUrl" } = document;
			const handover = { type: MEDIA_TYPES[format], delivery, origin, onStep: stepMs.add };
			const images = await answer(slides.all, handover).catch((error: unknown) => {
				request.log.warn({ err: error, row }, "the images of a row could not be stored");
				return toServiceError(error, "invalid_render_request");
			});
			if (images instanceof ServiceError) yield errorLine(row, images);
			else {
				yield* renderAnswer({ row }, images, warningsOf(document, slides.all));
				yield "\n";
			}
		} finally {
			slides.release();
		}
	}
}

const warningsOf = (
	document: RenderRequest,
	slides: Parameters<typeof mergeWarnings>[1],
): ReturnType<typeof mergeWarnings> => mergeWarnings(documentWarnings(document), slides);

const errorLine = (row: number, error: ServiceError): string =>
	`${JSON.stringify({ row, ...errorBody(error) })}\n`;

/** The slides of all rows by their numbers; what failed, as lines in the end. */
async function* zipEntries(results: AsyncIterable<RowResult>): AsyncGenerator<ZipEntry> {
	let failed = "";
	for await (const result of results) {
		if ("error" in result) {
			failed += errorLine(result.row, result.error);
			continue;
		}
		const { row, document, slides } = result;
		try {
			const prefix = `row-${String(row).padStart(ROW_DIGITS, "0")}-`;
			yield* slideEntries(slides, document.format ?? "png", prefix);
		} finally {
			slides.release();
		}
	}
	if (failed !== "") yield { name: "errors.ndjson", bytes: async () => Buffer.from(failed) };
}
