import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.js";
import type { Delivery } from "../../contract/enums.js";
import type { RenderRequest } from "../../contract/render-request.js";
import type { RenderPngQuery } from "../../contract/render-response.js";
import type { ImageStore } from "../../delivery/image-store.js";
import { type AnswerImage, renderAnswer } from "../../delivery/render-answer.js";
import type { RenderedSlide, SlideJob } from "../../render/job.js";
import { renderSlides } from "../../render/render-slides.js";
import { type OnStep, timed } from "../../render/steps.js";
import { checkRequest } from "../check-request.js";
import { clientOf } from "../client.js";
import { clientGone } from "../client-gone.js";
import { baseUrl } from "../origin.js";
import type { Parts } from "../parts.js";
import { serve } from "../register.js";
import { factsOf } from "../request-facts.js";
import { holdUntilSent } from "../sending.js";
import { StepTimes } from "../step-times.js";
import { invalid } from "../validation.js";
import { TEMPORARY_IMAGE_PATH } from "./temporary-image.js";

/** POST /api/render and POST /api/render.png. */
export function renderRoutes(app: FastifyInstance, parts: Parts, config: Config): void {
	// Refused before the body is read.
	const hooks = {
		onRequest: async (request: FastifyRequest) => parts.admission.check(clientOf(request)),
	};

	const draw = async (
		request: FastifyRequest,
		reply: FastifyReply,
		indexes: readonly number[],
		output: Pick<SlideJob, "format" | "base64">,
		onStep: OnStep,
	) => {
		const { ip: client, id: requestId } = request;
		const signal = clientGone(reply);
		const slides = await parts.admission.accept(client, (turn) =>
			renderSlides(
				request.body as RenderRequest,
				indexes,
				output,
				{
					...parts,
					admit: (task) => turn(signal, task),
					timeoutMs: config.renderTimeoutMs,
				},
				{ signal, client, requestId, onStep },
			),
		);
		parts.metrics.slidesDrawn(output.format, slides.length);
		const bytes = slides.reduce((sum, slide) => sum + slide.bytes.length, 0);
		holdUntilSent(reply, bytes, parts.admission, client);
		return slides;
	};

	/** For the line of the request: what it asked for, in words of the contract, and how long that took. */
	const noteRender = (
		request: FastifyRequest,
		words: Readonly<Record<string, string>>,
		{ length: slides }: readonly number[],
	): OnStep => {
		const stepMs = new StepTimes(parts.metrics.step);
		factsOf(request).render = { ...words, slides, stepMs };
		return stepMs.add;
	};

	serve(
		app,
		"renderImages",
		async (request, reply) => {
			const document = request.body as RenderRequest;
			refuseFaults(document);
			const { format = "png", delivery = "dataUrl", mode = "single" } = document;
			const platform = document.platform ?? "short-video-carousel";
			const indexes = mode === "single" ? [0] : [...document.slides.keys()];
			const onStep = noteRender(request, { platform, mode, format, delivery }, indexes);
			// A store wants the bytes as they are.
			const output = { format, base64: delivery === "dataUrl" };
			const slides = await draw(request, reply, indexes, output, onStep);
			const origin = baseUrl(request, config.publicBaseUrl);
			const store = () => storeAll(slides, parts.temporaryImages);
			const names = delivery === "dataUrl" ? [] : await timed("store", onStep, store);
			const images = answerImages(slides, delivery, names, origin);
			const slideCount = slides.length;
			const head = { ok: true, format, delivery, platform, mode, slideCount } as const;
			reply.type("application/json; charset=utf-8").header("cache-control", "no-store");
			return sendPieces(reply, renderAnswer(head, images));
		},
		hooks,
	);

	serve(
		app,
		"renderPng",
		async (request, reply) => {
			const document = request.body as RenderRequest;
			const { slide = 1 } = request.query as RenderPngQuery;
			refuseFaults(document);
			const maximum = document.slides.length;
			if (slide > maximum) {
				throw invalid("invalid_render_request", [
					{
						path: "/slide",
						message: `must be at most ${maximum}`,
						type: "integer",
						minimum: 1,
						maximum,
					},
				]);
			}
			const { platform = "short-video-carousel", mode = "single" } = document;
			const indexes = [slide - 1];
			const onStep = noteRender(request, { platform, mode, format: "png" }, indexes);
			const [drawn] = await draw(request, reply, indexes, { format: "png" }, onStep);
			if (drawn === undefined) throw new Error("the renderer gave no slide");
			const { buffer, byteOffset, byteLength } = drawn.bytes;
			return reply
				.type("image/png")
				.header("cache-control", "no-store")
				.send(Buffer.from(buffer, byteOffset, byteLength));
		},
		hooks,
	);
}

function refuseFaults(document: RenderRequest): void {
	const issues = checkRequest(document);
	if (issues.length > 0) throw invalid("invalid_render_request", issues);
}

/** @param names of the images that get a URL; none when they are inline only */
function answerImages(
	slides: readonly RenderedSlide[],
	delivery: Delivery,
	names: readonly string[],
	origin: string,
): AnswerImage[] {
	return slides.map(({ mimeType, width, height, bytes, base64 = false }, i) => ({
		meta: {
			slide: i + 1,
			mimeType,
			width,
			height,
			...(names[i] !== undefined && { url: `${origin}${TEMPORARY_IMAGE_PATH}/${names[i]}` }),
		},
		bytes,
		base64,
		inline: delivery !== "url",
	}));
}

/** Stores the images; if one cannot be stored, none is left. */
async function storeAll(slides: readonly RenderedSlide[], store: ImageStore): Promise<string[]> {
	const results = await Promise.allSettled(
		slides.map(({ bytes, mimeType }) => store.put(bytes, mimeType)),
	);
	const names = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
	const failure = results.find((result) => result.status === "rejected");
	if (failure === undefined) return names;
	await store.delete(names);
	throw failure.reason;
}

function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string | Uint8Array>): FastifyReply {
	return reply.send(Readable.from(pieces, { objectMode: false }));
}
