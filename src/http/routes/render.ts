import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.js";
import { MEDIA_TYPES } from "../../contract/formats.js";
import type { RenderRequest } from "../../contract/render-request.js";
import type { SlideQuery } from "../../contract/render-response.js";
import { renderAnswer } from "../../delivery/render-answer.js";
import type { SpooledSlide } from "../../delivery/spooled-slide.js";
import { documentWarnings, mergeWarnings } from "../../measure/warning-list.js";
import { answerImages } from "../answer/answer-images.js";
import { SVG_POLICY } from "../answer/svg-policy.js";
import { WARNINGS_HEADER, warningsHeader } from "../answer/warnings-header.js";
import { drawFor, refuseBusy } from "../draw.js";
import type { Parts } from "../parts.js";
import { serve } from "../register.js";
import { noteRender } from "../request/note-render.js";
import { baseUrl } from "../request/origin.js";
import { refuseFaults } from "../request/refuse-faults.js";
import { checkSlide } from "../request/slide-number.js";
import { slideOutput } from "../request/slide-output.js";

/** The endpoints that answer one slide as a file. */
const SLIDE_FILES = [
	["renderPng", "png"],
	["renderJpeg", "jpeg"],
	["renderWebp", "webp"],
	["renderSvg", "svg"],
] as const;

/**
 * Slides of so many bytes together are answered in one piece: as a stream, an SVG slide takes a
 * twentieth more of the processor's time.
 */
const SMALL_BYTES = 131_072;

/** POST /api/render, and one slide as a file. */
export function renderRoutes(app: FastifyInstance, parts: Parts, config: Config): void {
	const hooks = { onRequest: refuseBusy(parts) };
	const draw = drawFor(parts, config);
	const answer = answerImages(parts.temporaryImages, config.renderTtlSeconds);

	serve(
		app,
		"renderImages",
		async (request, reply) => {
			const document = request.body as RenderRequest;
			refuseFaults(document);
			const { format = "png", delivery = "dataUrl", mode = "single" } = document;
			const platform = document.platform ?? "short-video-carousel";
			const indexes = mode === "single" ? [0] : [...document.slides.keys()];
			const onStep = noteRender(request, parts, { format, delivery }, indexes);
			// A store wants the bytes as they are.
			const output = { ...slideOutput(document, format), base64: delivery === "dataUrl" };
			const slides = (await draw(request, reply, indexes, output, onStep)).all;
			const images = await answer(slides, {
				type: MEDIA_TYPES[format],
				delivery,
				origin: baseUrl(request, config.publicBaseUrl),
				onStep,
			});
			const slideCount = slides.length;
			const head = { ok: true, format, delivery, platform, mode, slideCount } as const;
			reply.type("application/json; charset=utf-8").header("cache-control", "no-store");
			const warnings = mergeWarnings(documentWarnings(document), slides);
			if (slides.reduce((sum, { size }) => sum + size, 0) > SMALL_BYTES)
				return sendPieces(reply, renderAnswer(head, images, warnings));
			// The slides count as in flight until the answer is sent.
			return reply.send(await joined(renderAnswer(head, images, warnings, () => {})));
		},
		hooks,
	);

	for (const [id, format] of SLIDE_FILES) {
		const answerFile = async (request: FastifyRequest, reply: FastifyReply) => {
			const document = request.body as RenderRequest;
			refuseFaults(document, format);
			const index = slideIndex(request, document);
			const onStep = noteRender(request, parts, { format }, [index]);
			const output = slideOutput(document, format);
			const [drawn] = (await draw(request, reply, [index], output, onStep)).all;
			if (drawn === undefined) throw new Error("the renderer gave no slide");
			if (format === "svg") reply.header("content-security-policy", SVG_POLICY);
			return sendSlide(reply, drawn);
		};
		serve(app, id, answerFile, hooks);
	}
}

/** The 0-based slide that the query asks for, out of all in either mode. */
function slideIndex(request: FastifyRequest, document: RenderRequest): number {
	const { slide = 1 } = request.query as SlideQuery;
	checkSlide(document, slide);
	return slide - 1;
}

function sendSlide(reply: FastifyReply, slide: SpooledSlide): FastifyReply {
	return reply
		.type(slide.mimeType)
		.header("cache-control", "no-store")
		.header("x-content-type-options", "nosniff")
		.header("content-length", slide.size)
		.header(WARNINGS_HEADER, warningsHeader(slide))
		.send(slide.inMemory ?? Readable.from(slide.pieces()));
}

function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string | Uint8Array>): FastifyReply {
	return reply.send(Readable.from(pieces, { objectMode: false }));
}

async function joined(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const piece of pieces)
		parts.push(typeof piece === "string" ? Buffer.from(piece) : piece);
	return Buffer.concat(parts);
}
