import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { ServiceError } from "../../base/errors.js";
import type { OutputFormat } from "../../contract/enums.js";
import { MEDIA_TYPES } from "../../contract/formats.js";
import { slideOf } from "../../documents/pick-slides.js";
import { ALT_HEADER } from "../../service/delivery/alt-header.js";
import { WARNINGS_HEADER } from "../../service/delivery/warnings-header.js";
import {
	hasUsualExtension,
	isPlatformQuery,
	LINK_PREFIX,
	pictureName,
} from "../../service/links/link-path.js";
import type { LinkPicture, LinkPictures } from "../../service/links/link-pictures.js";
import {
	isLasting,
	type LinkedSlide,
	type ReadLink,
	readOpenLink,
	readPayload,
} from "../../service/links/linked-document.js";
import { OPEN_PREFIX, readOpenPath } from "../../service/links/open-link.js";
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
import { SVG_POLICY } from "../response/svg-policy.js";
import type { HttpSettings } from "../settings.js";

/** What is remembered about a link. */
type PictureKinds = Pick<PictureResponse, "lasting" | "mayChange">;

/** Number of links that are remembered of either kind; then the least recent one is forgotten. */
const MAX_KNOWN = 5_000;

/** Where pictures of links are kept, and what is known about links that were read. */
interface Shelf {
	readonly pictures: LinkPictures;
	readonly known: LRUCache<string, PictureKinds>;
}

/** A requested picture, of a signed link or of an open template link. */
interface Asked {
	/** Names the picture among those of its shelf. */
	readonly name: string;
	readonly format: OutputFormat;
	/** Last segment of the path of its one URL. */
	readonly file: string;
	/** As it was sent, without the question mark. */
	readonly query: string | undefined;
	/** Whether the path is that of its one URL. */
	readonly isOnePath: boolean;
	readonly expires?: number | undefined;
	readonly isSmall: () => boolean;
	/** @throws ServiceError */
	readonly read: () => ReadLink;
	/** What the renders of values that anyone may set count for; undefined if there are none. */
	readonly budget: string | undefined;
}

/** Seconds for which a redirect to the one URL of a picture may be cached. */
const REDIRECT_SECONDS = 3_600;

/**
 * GET and HEAD /i/… and /t/…: a signature, or the operator's list of open templates, authorises the
 * request, so no API key is needed. A request counts only if its document is read, towards the rate
 * limit of its client, or towards the limit of what anyone may have rendered; pictures from memory
 * are free.
 * @param count counts a request for which a document is read
 */
export function linkRoutes(
	app: FastifyInstance,
	service: Service,
	config: HttpSettings,
	count: CountRequest,
): void {
	const { links } = service;
	const known = () => new LRUCache<string, PictureKinds>({ max: MAX_KNOWN });
	const shelves = links && {
		signed: { pictures: links.pictures, known: known() },
		// A flood of new values must not push out what is known of signed links.
		open: { pictures: links.openPictures, known: known() },
	};
	const reading = { ...service, imageHosts: links?.imageHosts ?? new Set<string>() };

	/** A link that its signature authorises. */
	const signed = (url: string): Asked => {
		if (links?.keys === undefined) throw new ServiceError("not_found");
		const target = readSignedLink(url, links.keys);
		const { format, slide, query, expires, payload } = target;
		const isFixed = query === undefined || isPlatformQuery(query);
		return {
			name: pictureName(target),
			format,
			file: `${slide}.${format}`,
			query,
			isOnePath: hasUsualExtension(url),
			expires,
			isSmall: () => isSmallPayload(payload),
			read: () => readPayload(target, reading),
			budget: isFixed ? undefined : payload,
		};
	};
	/** A link to a template that the operator opened to anyone. */
	const open = (url: string): Asked => {
		const isOpen = (id: string) =>
			links !== undefined && (links.openTemplates === "all" || links.openTemplates.has(id));
		const target = readOpenPath(url, service.templates, isOpen);
		const { id } = target.template.template;
		const file = `${id}.${target.format}`;
		return {
			name: `${OPEN_PREFIX}${file}?${target.query ?? ""}`,
			format: target.format,
			file,
			query: target.query,
			isOnePath: hasUsualExtension(url),
			isSmall: () => true,
			read: () => readOpenLink(target, reading),
			budget: `${OPEN_PREFIX}${id}`,
		};
	};
	const show =
		(ask: (url: string) => Asked) => async (request: FastifyRequest, reply: FastifyReply) => {
			allowEmbedding(reply);
			const url = request.raw.url ?? "";
			const asked = ask(url);
			try {
				return await showAsked(request, reply, asked);
			} catch (error) {
				const isMistake = error instanceof ServiceError && error.status === 400;
				if (asked.budget === undefined || !isMistake || !wantsPicture(request)) throw error;
				return showMistake(request, reply, asked, error);
			}
		};

	const showAsked = async (request: FastifyRequest, reply: FastifyReply, asked: Asked) => {
		const { format, budget, expires } = asked;
		const { pictures, known }: Shelf = shelves![budget === undefined ? "signed" : "open"];
		// The operator's templates are part of what determines the bytes.
		const renderer = `${links!.rendererVersion}${service.templates.ownDigest}`;
		const key = pictureKey(renderer, asked.name);
		const answer = (outcome: LinkOutcome, picture: PictureResponse) =>
			send(request, reply, expires, picture, outcome);
		// Only under its one URL is a picture kept.
		const cached = asked.isOnePath ? pictures.cached(key) : undefined;
		if (cached !== undefined) return answer("memory", cached);

		const type = MEDIA_TYPES[format];
		/**
		 * Answers requests that need no picture.
		 * @returns undefined if the picture is needed
		 */
		const withoutPicture = (kinds: PictureKinds) => {
			const head = { type, ...kinds, ...(kinds.lasting && { etag: lastingTag(key) }) };
			if (linkHead(request, reply, head, expires)) return notModified(request, reply);
			if (request.method !== "HEAD") return undefined;
			tell(request, "head");
			return sendHead(reply);
		};
		const facts = asked.isOnePath ? known.get(key) : undefined;
		const early = facts === undefined ? undefined : withoutPicture(facts);
		if (early !== undefined) return early;
		const client = budget === undefined ? clientOfRequest(request) : OPEN_CLIENT;
		const inTurn = <T>(work: () => T): T | Promise<T> =>
			asked.isSmall() ? work() : service.turns.run(client, work);
		// Reading the document is work for this client, even if another request renders the picture.
		if (budget === undefined || !asked.isSmall()) await count(request);
		const link = await inTurn(asked.read);
		const own = link.query === "" ? undefined : link.query;
		if (own !== asked.query || !asked.isOnePath)
			return redirect(request, reply, `${asked.file}${own ? `?${own}` : ""}`, expires);
		if (budget !== undefined) links!.budget.take(budget);
		const linked = await inTurn(link.slide);
		const kinds = {
			lasting: isLasting(linked, config.publicBaseUrl),
			mayChange: linked.document.mayChange,
		};
		known.set(key, kinds);
		const late = withoutPicture(kinds);
		if (late !== undefined) return late;
		const draw = (signal: AbortSignal) => drawOnce(request, linked, asked, signal);
		const found = await pictures.get({ key, type, ...kinds, draw }, clientGone(reply));
		// The memory cache has its own limit; what is added to it counts for the client that caused
		// it.
		if (found.from === "drawn" || found.from === "store") {
			const { length } = found.answer.bytes;
			holdUntilSent(reply, length, service.inFlight, clientOfRequest(request));
		}
		return answer(found.from, found.answer);
	};

	/** A mistake in the query as a picture, for a client that shows nothing else. */
	const showMistake = async (
		request: FastifyRequest,
		reply: FastifyReply,
		{ format }: Asked,
		error: ServiceError,
	) => {
		const document = service.resolve(mistakePicture(error), format);
		const key = pictureKey(links!.rendererVersion, `mistake ${format} ${error.message}`);
		const kinds = { lasting: true, mayChange: false };
		const linked = { document, slide: slideOf(document, 1) };
		const draw = async (signal: AbortSignal) => {
			links!.budget.take("mistakes");
			return renderLink(service, linked, format, {
				signal,
				client: OPEN_CLIENT,
				requestId: request.id,
				background: true,
			});
		};
		const type = MEDIA_TYPES[format];
		const found = await links!.openPictures
			.get({ key, type, ...kinds, draw }, clientGone(reply))
			.catch(() => undefined);
		if (found === undefined) throw error;
		logFields(request).error = error.code;
		reply
			.status(400)
			.type(type)
			.header("cache-control", "no-store")
			.header("content-security-policy", SVG_POLICY);
		const { bytes } = found.answer;
		return request.method === "HEAD" ? sendHead(reply, bytes.length) : reply.send(bytes);
	};

	const redirect = (
		request: FastifyRequest,
		reply: FastifyReply,
		location: string,
		expires = Number.POSITIVE_INFINITY,
	) => {
		tell(request, "redirected");
		const left = Math.max(0, Math.floor(expires - Date.now() / 1_000));
		return reply
			.status(308)
			.header("location", location)
			.header("cache-control", `public, max-age=${Math.min(REDIRECT_SECONDS, left)}`)
			.send();
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
		expires: number | undefined,
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
		{ format, budget }: Asked,
		signal: AbortSignal,
	): Promise<LinkPicture> => {
		const background = budget !== undefined;
		const client = background ? OPEN_CLIENT : clientOfRequest(request);
		try {
			refuseOwnFetches(request);
			if (!background) refuseBusy(service, client);
		} catch (error) {
			throw new LeaderRefused(error);
		}
		const stepMs = new StepTimes(service.metrics.step, traceOf(request)?.onStep);
		const { mode, canvas } = linked.document;
		logFields(request).render = { platform: canvas.platform, mode, format, slides: 1, stepMs };
		const caller = { signal, client, requestId: request.id, onStep: stepMs.add, background };
		return renderLink(service, linked, format, caller);
	};

	addRoute(app, "getLinkedImage", show(signed));
	addRoute(app, "getExpiringLinkedImage", show(signed));
	addRoute(app, "getOpenTemplateImage", show(open));
	// An invalid link gets the same error as a wrong signature, and nothing more.
	app.get(`${LINK_PREFIX}*`, { config: { open: true } }, show(signed));
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

/** On whose behalf values that anyone may set are rendered: all share one turn. */
const OPEN_CLIENT = "open links";

/** Whether a client shows pictures and nothing else, as `<img>` does. */
function wantsPicture({ headers }: FastifyRequest): boolean {
	const { accept = "" } = headers;
	return /\bimage\//i.test(accept) && !/\b(?:text|application)\//i.test(accept);
}

/** Size of the picture of a mistake. Export pixels. */
const MISTAKE_SIZE = { width: 600, height: 315 };

/** A picture that says what the message says, with the name of a parameter as it is in the URL. */
const mistakePicture = ({ message }: ServiceError) => ({
	platform: "custom",
	size: MISTAKE_SIZE,
	slides: [
		{
			background: "#ffffff",
			layers: [
				{
					type: "text",
					x: 15,
					y: 15,
					width: 195,
					maxHeight: 88,
					text: message.replace(/^\/(?:variables\/)?/, ""),
					textColor: "#b00020",
					fontSize: 12,
					fit: "shrink",
				},
			],
		},
	],
});
