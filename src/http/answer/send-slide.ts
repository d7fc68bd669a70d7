import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { ALT_HEADER, altHeader } from "../../service/delivery/alt-header.js";
import type { SpooledSlide } from "../../service/delivery/spooled-slide.js";
import { WARNINGS_HEADER, warningsHeader } from "../../service/delivery/warnings-header.js";

/** Answers one slide as a file. */
export function sendSlide(
	reply: FastifyReply,
	slide: SpooledSlide,
	cacheControl = "no-store",
): FastifyReply {
	return reply
		.type(slide.mimeType)
		.header("cache-control", cacheControl)
		.header("x-content-type-options", "nosniff")
		.header("content-length", slide.size)
		.header(WARNINGS_HEADER, warningsHeader(slide))
		.header(ALT_HEADER, altHeader(slide.alt))
		.send(slide.inMemory ?? Readable.from(slide.pieces()));
}
