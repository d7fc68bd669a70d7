import type { RenderRequest } from "../../contract/render-request.js";
import { ownPath } from "../../images/own-source.js";
import { parseImageSrc } from "../../images/source-url.js";
import type { LinkTarget } from "../../links/link-path.js";
import { decodePayload } from "../../links/payload.js";
import type { ParseDocument } from "./parse-document.js";
import { checkSlide } from "./slide-number.js";

/**
 * The document of a link.
 * @throws ServiceError invalid_request, payload_too_large, invalid_render_request
 */
export function linkedDocument(
	{ payload, slide, format }: LinkTarget,
	maxBytes: number,
	parseDocument: ParseDocument,
): RenderRequest {
	const document = parseDocument(decodePayload(payload, maxBytes), format);
	checkSlide(document, slide);
	return document;
}

/**
 * Whether a slide always looks the same: it shows no image, or only such as the
 * document carries or this service has. A host that the client claims does not count:
 * one link is one picture.
 */
export function isLasting(
	{ slides }: RenderRequest,
	slide: number,
	publicBaseUrl: string | undefined,
): boolean {
	const { image, imageOverlays = [] } = slides[slide - 1] ?? {};
	const sources = [image ?? "data:", ...imageOverlays.map(({ src }) => src)];
	return sources.every((src) => {
		// No megabytes are parsed for it.
		if (src.startsWith("data:")) return true;
		const source = parseImageSrc(src);
		return source.kind !== "remote" || ownPath(source.url, { publicBaseUrl }) !== undefined;
	});
}
