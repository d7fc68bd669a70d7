import type { OutputFormat } from "../../contract/enums.js";
import { slideOutput } from "../../documents/slide-output.js";
import { mergeWarnings } from "../../engine/report/warning-list.js";
import { altHeader } from "../delivery/alt-header.js";
import type { NamedSlide } from "../delivery/spooled-slide.js";
import { warningsHeader } from "../delivery/warnings-header.js";
import type { Caller } from "../processes/renderer.js";
import { type RenderParts, renderSlides } from "../render/render-document.js";
import type { LinkPicture } from "./link-pictures.js";
import type { LinkedSlide } from "./linked-document.js";

/**
 * Renders the picture of a link.
 * @param caller without a host, because a link is the same picture on every host
 * @throws ServiceError like `renderSlides`
 */
export async function renderLink(
	services: RenderParts,
	{ document, slide }: LinkedSlide,
	format: OutputFormat,
	caller: Omit<Caller, "host">,
): Promise<LinkPicture> {
	let drawn: NamedSlide | undefined;
	const output = slideOutput(document, format);
	const keep = async (_position: number, rendered: NamedSlide) => {
		drawn = rendered;
	};
	await renderSlides(services, { document, slides: [slide], output }, keep, caller);
	if (drawn === undefined) throw new Error("the renderer gave no slide");
	// A copy, so that the cache does not keep a buffer that is larger than the picture.
	const warnings = warningsHeader(mergeWarnings(document.ignored, [drawn]));
	return { bytes: Buffer.from(drawn.bytes), alt: altHeader(drawn.alt), warnings };
}
