import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.js";
import { MEDIA_TYPES } from "../../contract/formats.js";
import type { RenderRequest } from "../../contract/render-request.js";
import { type LinkAnswer, lastingTag, pictureKey } from "../../delivery/links/link-answer.js";
import type { DrawnPicture } from "../../delivery/links/link-pictures.js";
import { LeaderRefused } from "../../delivery/links/single-flight.js";
import { ServiceError } from "../../errors/errors.js";
import { VIA } from "../../images/sources.js";
import { LINK_PREFIX, type LinkTarget, signedPart } from "../../links/link-path.js";
import type { LinkOutcome } from "../../metrics/metrics.js";
import type { RenderedSlide } from "../../render/job.js";
import { renderSlides } from "../../render/render-slides.js";
import { allowEmbedding, holdUntilSent, linkHead, sendHead } from "../answer/send-linked.js";
import { WARNINGS_HEADER, warningsHeader } from "../answer/warnings-header.js";
import { refuseBusy } from "../draw.js";
import { StepTimes } from "../log/step-times.js";
import type { Parts } from "../parts.js";
import { serve } from "../register.js";
import { clientOf } from "../request/client.js";
import { clientGone } from "../request/client-gone.js";
import { isLasting, linkedDocument } from "../request/linked-document.js";
import { documentParser } from "../request/parse-document.js";
import type { CountRequest } from "../request/rate-limit.js";
import { factsOf } from "../request/request-facts.js";
import { readSignedLink } from "../request/signed-link.js";
import { slideOutput } from "../request/slide-output.js";

/**
 * GET and HEAD /i/…: the signature is the authority, so they need no API key, and
 * count against the rate of a client only when they are drawn for it.
 * @param count counts the request of who has a picture drawn
 */
export function linkRoutes(
	app: FastifyInstance,
	parts: Parts,
	config: Config,
	count: CountRequest,
): void {
	const parseDocument = documentParser(parts.contract, config.maxBodyBytes);
	const show = async (request: FastifyRequest, reply: FastifyReply) => {
		if (parts.links === undefined) throw new ServiceError("not_found");
		const { keys, pictures, rendererVersion } = parts.links;
		allowEmbedding(reply);
		const target = readSignedLink(request.raw.url ?? "", keys);
		const key = pictureKey(rendererVersion, signedPart({ ...target, expires: undefined }));
		const answer = (outcome: LinkOutcome, picture: LinkAnswer) =>
			send(request, reply, target, picture, outcome);
		const cached = pictures.cached(key);
		if (cached !== undefined) return answer("memory", cached);

		const document = linkedDocument(target, config.maxBodyBytes, parseDocument);
		const lasting = isLasting(document, target.slide, config.publicBaseUrl);
		const type = MEDIA_TYPES[target.format];
		const head = { type, lasting, ...(lasting && { etag: lastingTag(key) }) };
		if (linkHead(request, reply, head, target.expires)) return notModified(request, reply);
		if (request.method === "HEAD") {
			tell(request, "head");
			return sendHead(reply);
		}
		const draw = (signal: AbortSignal) => drawOnce(request, document, target, signal);
		const found = await pictures.get({ key, type, lasting, draw }, clientGone(reply));
		// Memory has bounds of its own; what comes to it is held for the one who made it come.
		if (found.from === "drawn" || found.from === "store") {
			holdUntilSent(reply, found.answer.bytes.length, parts.inFlight, clientOf(request));
		}
		return answer(found.from, found.answer);
	};

	const tell = (request: FastifyRequest, outcome: LinkOutcome) => {
		const facts = factsOf(request);
		facts.render = { ...facts.render, link: outcome };
		parts.metrics.link(outcome);
	};

	const notModified = (request: FastifyRequest, reply: FastifyReply) => {
		tell(request, "not_modified");
		return reply.status(304).send();
	};

	const send = (
		request: FastifyRequest,
		reply: FastifyReply,
		{ expires }: LinkTarget,
		picture: LinkAnswer,
		outcome: LinkOutcome,
	) => {
		if (linkHead(request, reply, picture, expires)) return notModified(request, reply);
		const isHead = request.method === "HEAD";
		tell(request, isHead ? "head" : outcome);
		reply
			.header(WARNINGS_HEADER, picture.warnings)
			.header("access-control-expose-headers", WARNINGS_HEADER);
		return isHead ? sendHead(reply, picture.bytes.length) : reply.send(picture.bytes);
	};

	/** Draws for all who wait; the one who leads is counted, and takes a turn and a place. */
	const drawOnce = async (
		request: FastifyRequest,
		document: RenderRequest,
		{ slide, format }: LinkTarget,
		signal: AbortSignal,
	): Promise<DrawnPicture> => {
		const client = clientOf(request);
		try {
			refuseOwnFetches(request);
			await count(request);
			await refuseBusy(parts)(request);
		} catch (error) {
			throw new LeaderRefused(error);
		}
		const stepMs = new StepTimes(parts.metrics.step);
		const { platform = "short-video-carousel", mode = "single" } = document;
		factsOf(request).render = { platform, mode, format, slides: 1, stepMs };
		let drawn: RenderedSlide | undefined;
		await parts.admission.accept(client, (turn) =>
			renderSlides(
				document,
				[slide - 1],
				slideOutput(document, format),
				{
					...parts,
					admit: (task) => turn(signal, task),
					timeoutMs: config.renderTimeoutMs,
					keep: async (_position, rendered) => {
						drawn = rendered;
					},
				},
				{ signal, client, requestId: request.id, onStep: stepMs.add },
			),
		);
		if (drawn === undefined) throw new Error("the renderer gave no slide");
		parts.metrics.slidesDrawn(format, 1);
		// A copy: what stays in memory must not hold a buffer that is larger than the picture.
		return { bytes: Buffer.from(drawn.bytes), warnings: warningsHeader(drawn) };
	};

	serve(app, "getLinkedImage", show);
	serve(app, "getExpiringLinkedImage", show);
	// What is no link is refused like one whose signature is wrong, and tells nothing more.
	app.get(`${LINK_PREFIX}*`, { config: { open: true } }, show);
}

/**
 * A document whose image is a link would have a drawing start others, which a document
 * of a few characters could multiply.
 */
function refuseOwnFetches({ headers }: FastifyRequest): void {
	if (!headers.via?.includes(VIA)) return;
	throw new ServiceError("invalid_request", {
		message: "The picture of a link cannot be drawn as an image of another document.",
	});
}
