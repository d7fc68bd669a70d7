import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MEDIA_TYPES } from "../../contract/formats.js";
import type { SlideQuery } from "../../contract/render-response.js";
import { onPlatform, slideOf, slidesOfMode } from "../../documents/pick-slides.js";
import { slideOutput } from "../../documents/slide-output.js";
import { mergeWarnings } from "../../engine/report/warning-list.js";
import { renderResponse, responseHead } from "../../service/delivery/render-response.js";
import type { Service } from "../../service/service.js";
import { addRoute } from "../add-route.js";
import { countPictures, refuseWhenBusy, renderForRequest } from "../render-for-request.js";
import { clientOfRequest } from "../request/caller.js";
import { baseUrl } from "../request/origin.js";
import type { CountRequest } from "../request/rate-limit.js";
import { resolveBody } from "../request/resolve-body.js";
import { sendSlide } from "../response/send-slide.js";
import { SVG_POLICY } from "../response/svg-policy.js";
import type { HttpSettings } from "../settings.js";

/** The endpoints that return one slide as a file. */
const SLIDE_FILES = [
	["renderPng", "png"],
	["renderJpeg", "jpeg"],
	["renderWebp", "webp"],
	["renderSvg", "svg"],
] as const;

/**
 * Up to this size in all, slides are sent in one piece: as a stream, an SVG slide takes 5 % more
 * processor time.
 */
const SMALL_BYTES = 131_072;

/**
 * POST /api/render, and one slide as a file.
 * @param count counts what a document renders beyond one render
 */
export function renderRoutes(
	app: FastifyInstance,
	service: Service,
	config: HttpSettings,
	count: CountRequest,
): void {
	const hooks = { onRequest: refuseWhenBusy(service) };

	const responseImages = async (request: FastifyRequest, reply: FastifyReply) => {
		const document = await resolveBody(service, request);
		const { format, delivery } = document;
		// A store needs the bytes, not base64.
		const output = { ...slideOutput(document, format), base64: delivery === "dataUrl" };
		const drawing = { document, slides: slidesOfMode(document), output };
		await countPictures(count, request, drawing);
		const drawn = await renderForRequest(service, request, reply, drawing, { format, delivery });
		const slides = drawn.slides.all;
		const images = await service.responseImages(slides, {
			type: MEDIA_TYPES[format],
			delivery,
			origin: baseUrl(request, config.publicBaseUrl),
			onStep: drawn.onStep,
			client: clientOfRequest(request),
		});
		const head = responseHead(document, slides.length);
		reply.type("application/json; charset=utf-8").header("cache-control", "no-store");
		const warnings = mergeWarnings([...document.ignored, ...document.warnings], slides);
		if (slides.reduce((sum, { size }) => sum + size, 0) > SMALL_BYTES)
			return sendPieces(reply, renderResponse(head, images, warnings));
		// The slides count as in flight until the answer has been sent.
		return reply.send(await joined(renderResponse(head, images, warnings, () => {})));
	};
	addRoute(app, "renderImages", responseImages, hooks);

	for (const [id, format] of SLIDE_FILES) {
		const answerFile = async (request: FastifyRequest, reply: FastifyReply) => {
			const { slide: number = 1, platform } = request.query as SlideQuery;
			const document = onPlatform(await resolveBody(service, request, format), platform);
			// From all slides, in either mode.
			const slides = [slideOf(document, number)];
			const drawing = { document, slides, output: slideOutput(document, format) };
			const drawn = await renderForRequest(service, request, reply, drawing, { format });
			const [slide] = drawn.slides.all;
			if (slide === undefined) throw new Error("the renderer gave no slide");
			if (format === "svg") reply.header("content-security-policy", SVG_POLICY);
			return sendSlide(reply, slide, { ignored: document.ignored });
		};
		addRoute(app, id, answerFile, hooks);
	}
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
