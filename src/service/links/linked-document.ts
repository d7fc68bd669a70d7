import { ownPath } from "../../documents/own-images.js";
import { onPlatform, slideOf } from "../../documents/pick-slides.js";
import type { ResolveDocument } from "../../documents/resolve-document.js";
import type { ResolvedDocument, ResolvedSlide } from "../../documents/resolved-document.js";
import { parseImageSrc } from "../../documents/source-url.js";
import { picturesOfCommon, picturesOfSlide } from "../../engine/scene/layer-pictures.js";
import type { LinkTarget } from "./link-path.js";
import { decodePayload } from "./payload.js";

/** The document of a link, and the slide that it names. */
export interface LinkedSlide {
	readonly document: ResolvedDocument;
	readonly slide: ResolvedSlide;
}

/**
 * Parses the document of a link.
 * @param maxBytes of the document's JSON
 * @throws ServiceError invalid_request, payload_too_large, invalid_render_request
 */
export function linkedSlide(
	{ payload, slide, format, platform }: LinkTarget,
	maxBytes: number,
	resolve: ResolveDocument,
): LinkedSlide {
	const document = onPlatform(resolve(decodePayload(payload, maxBytes), format), platform);
	return { document, slide: slideOf(document, slide) };
}

/**
 * Whether a slide always looks the same: it has no images, or only those in the document or of this
 * service. Its template or brand may still change; see ResolvedDocument.mayChange. The host of the
 * request does not matter, because a link is the same picture on every host.
 */
export function isLasting(
	{ slide: { slide, common } }: LinkedSlide,
	publicBaseUrl: string | undefined,
): boolean {
	const pictures = [...picturesOfSlide(slide, ""), ...picturesOfCommon(common ?? {})];
	return pictures.every(({ src }) => {
		// Checked first, so that no megabytes are parsed for it.
		if (src === "" || src.startsWith("data:")) return true;
		const source = parseImageSrc(src);
		return source.kind !== "remote" || ownPath(source.url, { publicBaseUrl }) !== undefined;
	});
}
