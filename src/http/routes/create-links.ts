import type { FastifyInstance } from "fastify";
import type { OutputFormat } from "../../contract/enums.js";
import { LIMITS } from "../../contract/limits.js";
import type { LinkRequest, LinkResponse } from "../../contract/links.js";
import type { RenderRequest, Slide } from "../../contract/render-request.js";
import { ServiceError } from "../../errors/errors.js";
import { type OwnOrigin, ownPath } from "../../images/own-source.js";
import { parseImageSrc } from "../../images/source-url.js";
import type { LinkKeys } from "../../links/link-keys.js";
import { LINK_PREFIX, signedPart } from "../../links/link-path.js";
import { encodePayload } from "../../links/payload.js";
import { serve } from "../register.js";
import { checkRequest } from "../request/check-request.js";
import { baseUrl } from "../request/origin.js";
import { checkSlide } from "../request/slide-number.js";
import { slideOutput } from "../request/slide-output.js";
import { invalid } from "../request/validation.js";

/** POST /api/links: signs, and draws nothing. */
export function createLinksRoute(
	app: FastifyInstance,
	keys: LinkKeys | undefined,
	publicBaseUrl: string | undefined,
): void {
	serve(app, "createLinks", async (request, reply) => {
		if (keys === undefined) {
			throw new ServiceError("not_found", {
				message: "There are no links here: LINK_KEYS is not set.",
			});
		}
		const {
			document,
			slide,
			expiresIn,
			format = document.format ?? "png",
		} = request.body as LinkRequest;
		refuseFaults(document, format);
		if (slide !== undefined) checkSlide(document, slide);
		const expires =
			expiresIn === undefined ? undefined : Math.floor(Date.now() / 1_000) + expiresIn;
		const origin = baseUrl(request, publicBaseUrl);
		const own = { publicBaseUrl, host: request.host };
		const urls = slidesToLink(document, slide).map((number) => {
			const payload = encodePayload(withSlide(document, number, format, own));
			const signed = signedPart({ payload, slide: number, format, expires });
			const path = `${LINK_PREFIX}${keys.sign(signed)}${signed}`;
			if (path.length > LIMITS.maxLinkLength) throw tooLong(number, path.length);
			return `${origin}${path}`;
		});
		const body: LinkResponse = {
			ok: true,
			urls,
			expiresAt: expires === undefined ? null : new Date(expires * 1_000).toISOString(),
			warnings: urls.flatMap(warning),
		};
		return reply.header("cache-control", "no-store").send(body);
	});
}

function refuseFaults(document: RenderRequest, format: OutputFormat): void {
	const issues = checkRequest(document, format);
	if (issues.length === 0) return;
	throw invalid(
		"invalid_render_request",
		issues.map((issue) => ({ ...issue, path: `/document${issue.path}` })),
	);
}

/** The slides that a render would answer, counted from 1. */
function slidesToLink({ mode = "single", slides }: RenderRequest, slide?: number): number[] {
	if (slide !== undefined) return [slide];
	return mode === "single" ? [1] : slides.map((_, index) => index + 1);
}

/**
 * The document with what one slide needs of it: of the others it matters only how many
 * there are. The extension of the link says the format.
 */
function withSlide(
	document: RenderRequest,
	slide: number,
	format: OutputFormat,
	own: OwnOrigin,
): RenderRequest {
	const { delivery, format: _, quality, maxBytes, ...rest } = document;
	const slides = rest.slides.map((one, index) =>
		index === slide - 1 ? withOwnPaths(one, own) : {},
	);
	const { format: __, ...output } = slideOutput(document, format);
	return { ...rest, ...output, slides };
}

/**
 * Images of this service by their paths: shorter, and whatever host a link is fetched from.
 * Their names are for editors.
 */
function withOwnPaths(slide: Slide, own: OwnOrigin): Slide {
	const short = (src: string) => {
		const source = src.startsWith("data:") ? undefined : parseImageSrc(src);
		return (source?.kind === "remote" && ownPath(source.url, own)) || src;
	};
	const { image, imageOverlays } = slide;
	return {
		...slide,
		...(image != null && { image: short(image) }),
		...(imageOverlays && {
			imageOverlays: imageOverlays.map(({ name, ...overlay }) => ({
				...overlay,
				src: short(overlay.src),
			})),
		}),
	};
}

const tooLong = (slide: number, length: number): ServiceError =>
	invalid("invalid_render_request", [
		{
			path: `/document/slides/${slide - 1}`,
			message: `makes a link of ${length} characters, and at most ${LIMITS.maxLinkLength} are allowed`,
			maxLength: LIMITS.maxLinkLength,
		},
	]);

function warning(url: string, index: number): LinkResponse["warnings"] {
	if (url.length <= LIMITS.longLink) return [];
	const message = `The link has ${url.length} characters; some programs cut links off after ${LIMITS.longLink}.`;
	return [{ code: "long_link", path: `/urls/${index}`, message }];
}
