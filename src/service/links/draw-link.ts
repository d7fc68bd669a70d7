import type { OutputFormat } from "../../contract/enums.js";
import { slideOutput } from "../../documents/slide-output.js";
import { mergeWarnings } from "../../engine/report/warning-list.js";
import { altHeader } from "../delivery/alt-header.js";
import type { DrawnSlide } from "../delivery/spooled-slide.js";
import { warningsHeader } from "../delivery/warnings-header.js";
import { type DrawServices, drawSlides } from "../draw/draw-document.js";
import type { Caller } from "../render/renderer.js";
import type { DrawnPicture } from "./link-pictures.js";
import type { LinkedSlide } from "./linked-document.js";

/**
 * Renders the picture of a link.
 * @param caller without a host, because a link is the same picture on every host
 * @throws ServiceError like `drawSlides`
 */
export async function drawLink(
	services: DrawServices,
	{ document, slide }: LinkedSlide,
	format: OutputFormat,
	caller: Omit<Caller, "host">,
): Promise<DrawnPicture> {
	let drawn: DrawnSlide | undefined;
	const output = slideOutput(document, format);
	const keep = async (_position: number, rendered: DrawnSlide) => {
		drawn = rendered;
	};
	await drawSlides(services, { document, slides: [slide], output }, keep, caller);
	if (drawn === undefined) throw new Error("the renderer gave no slide");
	// A copy, so that the cache does not keep a buffer that is larger than the picture.
	const warnings = warningsHeader(mergeWarnings(document.ignored, [drawn]));
	return { bytes: Buffer.from(drawn.bytes), alt: altHeader(drawn.alt), warnings };
}
