import type { Contract } from "../../contract/contract.js";
import type { OutputFormat } from "../../contract/enums.js";
import { isLossy } from "../../contract/formats.js";
import { LIMITS } from "../../contract/limits.js";
import { type LinkRequest, LinkRequestSchema, type LinkResponse } from "../../contract/links.js";
import type { RenderRequest, Slide } from "../../contract/render-request.js";
import { ServiceError } from "../../errors/errors.js";
import { invalid } from "../../errors/invalid.js";
import { type OwnOrigin, ownPath } from "../pictures/service-source.js";
import { parseImageSrc } from "../pictures/source-url.js";
import { checkDocument } from "../resolve/check-document.js";
import { colorBounds } from "../resolve/color-bounds.js";
import { fillIn } from "../resolve/fill-in.js";
import { slideOf, slidesOfMode } from "../resolve/pick-slides.js";
import { fitting, refuse } from "../resolve/resolve-document.js";
import { schemaCheck } from "../resolve/schema-check.js";
import { expandVariables } from "../variables/expand.js";
import type { LinkKeys } from "./link-keys.js";
import { LINK_PREFIX, signedPart } from "./link-path.js";
import { encodePayload } from "./payload.js";

/** What links are signed with. */
export interface SignOptions {
	readonly contract: Contract;
	/** Undefined: there are no links. */
	readonly keys: LinkKeys | undefined;
	readonly publicBaseUrl: string | undefined;
	/** Characters that the strings of a document may have with their variables put in. */
	readonly maxLength: number;
}

/** Characters of the JSON of a document that is deflated: some thirty times those of the longest link. */
const MAX_JSON_LENGTH = 262_144;

/**
 * Signs links to slides of a document, and draws nothing.
 * @param request a LinkRequest as it was sent; changed in place
 * @param origin what the links begin with, without a trailing slash
 * @param host host and port by which the client asks the service
 * @throws ServiceError invalid_render_request; not_found when there are no links
 */
export type SignLinks = (request: unknown, origin: string, host: string) => LinkResponse;

export function linkSigner({ contract, keys, publicBaseUrl, maxLength }: SignOptions): SignLinks {
	const check = schemaCheck<LinkRequest>(contract.adapt(LinkRequestSchema));
	return (request, origin, host) => {
		const { document: value } = (request ?? {}) as { document?: unknown };
		refuse(expandVariables(value, "/document", maxLength));
		const { document: source, slide, expiresIn, format: named } = fitting(check(request));
		if (keys === undefined) {
			throw new ServiceError("not_found", {
				message: "There are no links here: LINK_KEYS is not set.",
			});
		}
		refuse(colorBounds(source).map((issue) => ({ ...issue, path: `/document${issue.path}` })));
		refuse(checkDocument(source, "/document"));
		const document = fillIn(source, contract);
		const format = named ?? document.format;
		const slides = slide === undefined ? slidesOfMode(document) : [slideOf(document, slide)];
		const expires =
			expiresIn === undefined ? undefined : Math.floor(Date.now() / 1_000) + expiresIn;
		const urls = slides.map(({ index }) => {
			const linked = withSlide(source, index, format, { publicBaseUrl, host });
			// What is so long is too long when it is deflated, too, which would take a while.
			const length = JSON.stringify(linked).length;
			if (length > MAX_JSON_LENGTH) throw tooLong(index, length);
			const payload = encodePayload(linked);
			const signed = signedPart({ payload, slide: index + 1, format, expires });
			const path = `${LINK_PREFIX}${keys.sign(signed)}${signed}`;
			if (path.length > LIMITS.maxLinkLength) throw tooLong(index, path.length);
			return `${origin}${path}`;
		});
		return {
			ok: true,
			urls,
			expiresAt: expires === undefined ? null : new Date(expires * 1_000).toISOString(),
			warnings: urls.flatMap(longLink),
		};
	};
}

/**
 * The document as it was written, with what one slide needs of it: of the others it matters only
 * how many there are. The extension of the link says the format.
 */
function withSlide(
	source: RenderRequest,
	index: number,
	format: OutputFormat,
	own: OwnOrigin,
): RenderRequest {
	const { delivery: _, format: __, quality, maxBytes, ...rest } = source;
	const slides = rest.slides.map((one, i) => (i === index ? withOwnPaths(one, own) : {}));
	return {
		...rest,
		...(isLossy(format) && quality !== undefined && { quality }),
		...(isLossy(format) && maxBytes !== undefined && { maxBytes }),
		slides,
	};
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

const tooLong = (index: number, length: number): ServiceError =>
	invalid("invalid_render_request", [
		{
			path: `/document/slides/${index}`,
			message: `makes a link of ${length} characters, and at most ${LIMITS.maxLinkLength} are allowed`,
			maxLength: LIMITS.maxLinkLength,
		},
	]);

function longLink(url: string, index: number): LinkResponse["warnings"] {
	if (url.length <= LIMITS.longLink) return [];
	const message = `The link has ${url.length} characters; some programs cut links off after ${LIMITS.longLink}.`;
	return [{ code: "long_link", path: `/urls/${index}`, message }];
}
