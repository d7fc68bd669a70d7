import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.js";
import type { Delivery } from "../../contract/enums.js";
import { type ImageType, MEDIA_TYPES } from "../../contract/formats.js";
import type { RenderRequest } from "../../contract/render-request.js";
import type { SlideQuery } from "../../contract/render-response.js";
import type { ImageStore } from "../../delivery/image-store.js";
import { type AnswerImage, renderAnswer } from "../../delivery/render-answer.js";
import type { SpooledSlide } from "../../delivery/spooled-slide.js";
import { documentWarnings, mergeWarnings } from "../../measure/warning-list.js";
import { timed } from "../../render/steps.js";
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
import { TEMPORARY_IMAGE_PATH } from "./temporary-image.js";

/** Slides of an answer whose bytes are read and stored at a time. */
const STORED_AT_A_TIME = 4;

/** The endpoints that answer one slide as a file. */
const SLIDE_FILES = [
	["renderPng", "png"],
	["renderJpeg", "jpeg"],
	["renderWebp", "webp"],
	["renderSvg", "svg"],
] as const;

/** POST /api/render, and one slide as a file. */
export function renderRoutes(app: FastifyInstance, parts: Parts, config: Config): void {
	const hooks = { onRequest: refuseBusy(parts) };
	const draw = drawFor(parts, config);

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
			const origin = baseUrl(request, config.publicBaseUrl);
			const store = () => storeAll(slides, MEDIA_TYPES[format], parts.temporaryImages);
			// Before they are stored: no URL ends earlier than it says.
			const expiresAt = new Date(Date.now() + config.renderTtlSeconds * 1_000).toISOString();
			const names = delivery === "dataUrl" ? [] : await timed("store", onStep, store);
			const images = answerImages(slides, MEDIA_TYPES[format], delivery, names, origin, expiresAt);
			const slideCount = slides.length;
			const head = { ok: true, format, delivery, platform, mode, slideCount } as const;
			reply.type("application/json; charset=utf-8").header("cache-control", "no-store");
			const warnings = mergeWarnings(documentWarnings(document), slides);
			return sendPieces(reply, renderAnswer(head, images, warnings));
		},
		hooks,
	);

	for (const [id, format] of SLIDE_FILES) {
		const answer = async (request: FastifyRequest, reply: FastifyReply) => {
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
		serve(app, id, answer, hooks);
	}
}

/** The 0-based slide that the query asks for, out of all in either mode. */
function slideIndex(request: FastifyRequest, document: RenderRequest): number {
	const { slide = 1 } = request.query as SlideQuery;
	checkSlide(document, slide);
	return slide - 1;
}

/** @param names of the images that get a URL; none when they are inline only */
function answerImages(
	slides: readonly SpooledSlide[],
	mimeType: ImageType,
	delivery: Delivery,
	names: readonly string[],
	origin: string,
	expiresAt: string,
): AnswerImage[] {
	return slides.map((slide, i) => ({
		meta: {
			slide: i + 1,
			mimeType,
			width: slide.width,
			height: slide.height,
			...(names[i] !== undefined && {
				url: `${origin}${TEMPORARY_IMAGE_PATH}/${names[i]}`,
				expiresAt,
			}),
		},
		slide,
		inline: delivery !== "url",
	}));
}

/** Stores the images, some at a time; if one cannot be stored, none is left. */
async function storeAll(
	slides: readonly SpooledSlide[],
	type: ImageType,
	store: ImageStore,
): Promise<string[]> {
	const names: string[] = [];
	const queue = slides.entries();
	const work = async () => {
		for (const [i, slide] of queue) names[i] = await store.put(await slide.bytes(), type);
	};
	const results = await Promise.allSettled(Array.from({ length: STORED_AT_A_TIME }, work));
	const failure = results.find((result) => result.status === "rejected");
	if (failure === undefined) return names;
	await store.delete(names.filter((name) => name !== undefined));
	throw failure.reason;
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
