import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ServiceError } from "../../base/errors.js";
import { MEDIA_TYPES } from "../../contract/formats.js";
import { ALT_HEADER } from "../../service/delivery/alt-header.js";
import { WARNINGS_HEADER } from "../../service/delivery/warnings-header.js";
import { LINK_PREFIX, type LinkTarget, pictureName } from "../../service/links/link-path.js";
import type { LinkPicture } from "../../service/links/link-pictures.js";
import { isLasting, type LinkedSlide, linkedSlide } from "../../service/links/linked-document.js";
import { isSmallPayload } from "../../service/links/payload.js";
import {
	lastingTag,
	type PictureResponse,
	pictureKey,
} from "../../service/links/picture-response.js";
import { renderLink } from "../../service/links/render-link.js";
import { readSignedLink } from "../../service/links/signed-link.js";
import { LeaderRefused } from "../../service/links/single-flight.js";
import { VIA } from "../../service/pictures/sources.js";
import { refuseBusy } from "../../service/render/render-document.js";
import { StepTimes } from "../../service/render/step-times.js";
import type { LinkOutcome } from "../../service/render-metrics.js";
import type { Service } from "../../service/service.js";
import { addRoute } from "../add-route.js";
import { logFields } from "../log/log-fields.js";
import { traceOf } from "../log/request-trace.js";
import { clientOfRequest } from "../request/caller.js";
import { clientGone } from "../request/client-gone.js";
import type { CountRequest } from "../request/rate-limit.js";
import { allowEmbedding, holdUntilSent, linkHead, sendHead } from "../response/send-linked.js";
import type { HttpSettings } from "../settings.js";

/** What is remembered about a link. */
type PictureKinds = Pick<PictureResponse, "lasting" | "mayChange">;

/** Number of links that are remembered; then all are forgotten. */
const MAX_KNOWN = 10_000;

/**
 * GET and HEAD /i/…: the signature authorises the request, so no API key is needed. A request
 * counts towards the rate limit of a client only if its document is read; pictures from memory are
 * free.
 * @param count counts a request for which a document is read
 */
export function linkRoutes(
	app: FastifyInstance,
	service: Service,
	config: HttpSettings,
	count: CountRequest,
): void {
	/** What is known about links that were read, because clients often ask again. */
	const factsByKey = new Map<string, PictureKinds>();
	const show = async (request: FastifyRequest, reply: FastifyReply) => {
		if (service.links === undefined) throw new ServiceError("not_found");
		const { keys, pictures, rendererVersion } = service.links;
		allowEmbedding(reply);
		const target = readSignedLink(request.raw.url ?? "", keys);
		// The operator's templates are part of what determines the bytes.
		const renderer = `${rendererVersion}${service.templates.ownDigest}`;
		const key = pictureKey(renderer, pictureName(target));
		const answer = (outcome: LinkOutcome, picture: PictureResponse) =>
			send(request, reply, target, picture, outcome);
		const cached = pictures.cached(key);
		if (cached !== undefined) return answer("memory", cached);

		const type = MEDIA_TYPES[target.format];
		/**
		 * Answers requests that need no picture.
		 * @returns undefined if the picture is needed
		 */
		const withoutPicture = (kinds: PictureKinds) => {
			const head = { type, ...kinds, ...(kinds.lasting && { etag: lastingTag(key) }) };
			if (linkHead(request, reply, head, target.expires)) return notModified(request, reply);
			if (request.method !== "HEAD") return undefined;
			tell(request, "head");
			return sendHead(reply);
		};
		const known = factsByKey.get(key);
		const early = known === undefined ? undefined : withoutPicture(known);
		if (early !== undefined) return early;
		// Reading the document is work for this client, even if another request renders the picture.
		await count(request);
		const read = () => linkedSlide(target, config.maxBodyBytes, service.resolve);
		const linked = isSmallPayload(target.payload)
			? read()
			: await service.turns.run(clientOfRequest(request), read);
		const kinds = {
			lasting: isLasting(linked, config.publicBaseUrl),
			mayChange: linked.document.mayChange,
		};
		if (factsByKey.size >= MAX_KNOWN) factsByKey.clear();
		factsByKey.set(key, kinds);
		const late = withoutPicture(kinds);
		if (late !== undefined) return late;
		const draw = (signal: AbortSignal) => drawOnce(request, linked, target, signal);
		const found = await pictures.get({ key, type, ...kinds, draw }, clientGone(reply));
		// The memory cache has its own limit; what is added to it counts for the client that caused
		// it.
		if (found.from === "drawn" || found.from === "store") {
			const { length } = found.answer.bytes;
			holdUntilSent(reply, length, service.inFlight, clientOfRequest(request));
		}
		return answer(found.from, found.answer);
	};

	const tell = (request: FastifyRequest, outcome: LinkOutcome) => {
		const facts = logFields(request);
		facts.render = { ...facts.render, link: outcome };
		service.metrics.link(outcome);
	};

	const notModified = (request: FastifyRequest, reply: FastifyReply) => {
		tell(request, "not_modified");
		return reply.status(304).send();
	};

	const send = (
		request: FastifyRequest,
		reply: FastifyReply,
		{ expires }: LinkTarget,
		picture: PictureResponse,
		outcome: LinkOutcome,
	) => {
		if (linkHead(request, reply, picture, expires)) return notModified(request, reply);
		const isHead = request.method === "HEAD";
		tell(request, isHead ? "head" : outcome);
		reply
			.header(WARNINGS_HEADER, picture.warnings)
			.header(ALT_HEADER, picture.alt)
			.header("access-control-expose-headers", `${WARNINGS_HEADER}, ${ALT_HEADER}`);
		return isHead ? sendHead(reply, picture.bytes.length) : reply.send(picture.bytes);
	};

	/** Renders for all requests that wait; the first one takes a turn and a place. */
	const drawOnce = async (
		request: FastifyRequest,
		linked: LinkedSlide,
		{ format }: LinkTarget,
		signal: AbortSignal,
	): Promise<LinkPicture> => {
		const client = clientOfRequest(request);
		try {
			refuseOwnFetches(request);
			refuseBusy(service, client);
		} catch (error) {
			throw new LeaderRefused(error);
		}
		const stepMs = new StepTimes(service.metrics.step, traceOf(request)?.onStep);
		const { mode, canvas } = linked.document;
		logFields(request).render = { platform: canvas.platform, mode, format, slides: 1, stepMs };
		const caller = { signal, client, requestId: request.id, onStep: stepMs.add };
		return renderLink(service, linked, format, caller);
	};

	addRoute(app, "getLinkedImage", show);
	addRoute(app, "getExpiringLinkedImage", show);
	// An invalid link gets the same error as a wrong signature, and nothing more.
	app.get(`${LINK_PREFIX}*`, { config: { open: true } }, show);
}

/**
 * A document whose image is a link would start another render, and a document of a few characters
 * could start many.
 */
function refuseOwnFetches({ headers }: FastifyRequest): void {
	if (!headers.via?.includes(VIA)) return;
	throw new ServiceError("invalid_request", {
		message: "A signed link of this service cannot be used as an image in a document.",
	});
}
