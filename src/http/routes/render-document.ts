import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.js";
import { PDF_TYPE } from "../../contract/formats.js";
import type { RenderRequest } from "../../contract/render-request.js";
import { pdfDocument } from "../../delivery/pdf.js";
import { documentTitle } from "../../delivery/pdf-title.js";
import type { SpooledSlides } from "../../delivery/spool.js";
import { slideEntries, zipArchive } from "../../delivery/zip.js";
import { mergeWarnings } from "../../measure/warning-list.js";
import { WARNINGS_HEADER, warningsHeader } from "../answer/warnings-header.js";
import { drawFor, refuseBusy } from "../draw.js";
import type { Parts } from "../parts.js";
import { serve } from "../register.js";
import { noteRender } from "../request/note-render.js";
import { refuseFaults } from "../request/refuse-faults.js";
import { slideOutput } from "../request/slide-output.js";

/** POST /api/render.pdf and POST /api/render.zip: all slides in one file, in either mode. */
export function renderDocumentRoutes(app: FastifyInstance, parts: Parts, config: Config): void {
	const hooks = { onRequest: refuseBusy(parts) };
	const draw = drawFor(parts, config);

	const renderPdf = async (request: FastifyRequest, reply: FastifyReply) => {
		const document = request.body as RenderRequest;
		refuseFaults(document, "pdf");
		const indexes = [...document.slides.keys()];
		const onStep = noteRender(request, parts, { format: "pdf" }, indexes);
		const { quality } = document;
		const output = { format: "pdf", ...(quality !== undefined && { quality }) } as const;
		const slides = await draw(request, reply, indexes, output, onStep);
		return stream(reply, slides, PDF_TYPE, pdfDocument(slides, documentTitle(document)));
	};
	serve(app, "renderPdf", renderPdf, hooks);

	const renderZip = async (request: FastifyRequest, reply: FastifyReply) => {
		const document = request.body as RenderRequest;
		refuseFaults(document);
		const { format = "png" } = document;
		const indexes = [...document.slides.keys()];
		const onStep = noteRender(request, parts, { format, container: "zip" }, indexes);
		const output = slideOutput(document, format);
		const slides = await draw(request, reply, indexes, output, onStep);
		return stream(reply, slides, "application/zip", zipArchive(slideEntries(slides, format)));
	};
	serve(app, "renderZip", renderZip, hooks);
}

/** Nothing is sent before all slides are drawn, so the warnings of all are known. */
function stream(
	reply: FastifyReply,
	slides: SpooledSlides,
	type: string,
	pieces: AsyncIterable<Buffer>,
): FastifyReply {
	return reply
		.type(type)
		.header("cache-control", "no-store")
		.header("x-content-type-options", "nosniff")
		.header(WARNINGS_HEADER, warningsHeader(mergeWarnings([], slides.all)))
		.send(Readable.from(pieces, { objectMode: false }));
}
