import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Warning } from "../../contract/warning.js";
import { mergeWarnings } from "../../engine/report/warning-list.js";
import { ALT_HEADER, altHeader } from "../../service/delivery/alt-header.js";
import type { SpooledSlide } from "../../service/delivery/spooled-slide.js";
import { WARNINGS_HEADER, warningsHeader } from "../../service/delivery/warnings-header.js";

export interface SlideHeaders {
	/** Warnings about the document, in addition to those about the slide. */
	readonly ignored?: readonly Warning[];
	readonly cacheControl?: string;
}

/** Sends one slide as a file. */
export function sendSlide(
	reply: FastifyReply,
	slide: SpooledSlide,
	{ ignored = [], cacheControl = "no-store" }: SlideHeaders = {},
): FastifyReply {
	return reply
		.type(slide.mimeType)
		.header("cache-control", cacheControl)
		.header("x-content-type-options", "nosniff")
		.header("content-length", slide.size)
		.header(WARNINGS_HEADER, warningsHeader(mergeWarnings(ignored, [slide])))
		.header(ALT_HEADER, altHeader(slide.alt))
		.send(slide.inMemory ?? Readable.from(slide.pieces()));
}
