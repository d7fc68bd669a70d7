import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PDF_TYPE } from "../../contract/formats.js";
import type { PlatformQuery } from "../../contract/render-response.js";
import type { Warning } from "../../contract/warning.js";
import { onPlatform } from "../../documents/pick-slides.js";
import { slideOutput } from "../../documents/slide-output.js";
import { mergeWarnings } from "../../engine/report/warning-list.js";
import { pdfDocument } from "../../service/delivery/pdf/document.js";
import { pdfInfo } from "../../service/delivery/pdf/info.js";
import type { SpooledSlides } from "../../service/delivery/spool.js";
import { WARNINGS_HEADER, warningsHeader } from "../../service/delivery/warnings-header.js";
import { slideEntries, zipArchive } from "../../service/delivery/zip.js";
import type { Service } from "../../service/service.js";
import { addRoute } from "../add-route.js";
import { countPictures, refuseWhenBusy, renderForRequest } from "../render-for-request.js";
import type { CountRequest } from "../request/rate-limit.js";
import { resolveBody } from "../request/resolve-body.js";

/**
 * POST /api/render.pdf and POST /api/render.zip: all slides in one file, in either mode. A PDF is
 * for one platform, and a ZIP for all unless the query chooses one.
 * @param count counts what a document renders beyond one render
 */
export function renderDocumentRoutes(
	app: FastifyInstance,
	service: Service,
	count: CountRequest,
): void {
	const hooks = { onRequest: refuseWhenBusy(service) };

	const renderPdf = async (request: FastifyRequest, reply: FastifyReply) => {
		const { platform } = request.query as PlatformQuery;
		const document = onPlatform(await resolveBody(service, request, "pdf"), platform);
		const drawing = { document, slides: document.slides, output: slideOutput(document, "pdf") };
		const drawn = await renderForRequest(service, request, reply, drawing, { format: "pdf" });
		const pieces = pdfDocument(drawn.slides, pdfInfo(document.source));
		return stream(reply, document.ignored, drawn.slides, PDF_TYPE, pieces);
	};
	addRoute(app, "renderPdf", renderPdf, hooks);

	const renderZip = async (request: FastifyRequest, reply: FastifyReply) => {
		const { platform } = request.query as PlatformQuery;
		const resolved = await resolveBody(service, request, "zip");
		const document = platform === undefined ? resolved : onPlatform(resolved, platform);
		const { format } = document;
		const drawing = { document, slides: document.slides, output: slideOutput(document, format) };
		await countPictures(count, request, drawing);
		const words = { format, container: "zip" };
		const drawn = await renderForRequest(service, request, reply, drawing, words);
		const pieces = zipArchive(slideEntries(drawn.slides, format));
		return stream(reply, document.ignored, drawn.slides, "application/zip", pieces);
	};
	addRoute(app, "renderZip", renderZip, hooks);
}

/** Nothing is sent before all slides are rendered, so all warnings are known. */
function stream(
	reply: FastifyReply,
	ignored: readonly Warning[],
	slides: SpooledSlides,
	type: string,
	pieces: AsyncIterable<Buffer>,
): FastifyReply {
	return reply
		.type(type)
		.header("cache-control", "no-store")
		.header("x-content-type-options", "nosniff")
		.header(WARNINGS_HEADER, warningsHeader(mergeWarnings(ignored, slides.all)))
		.send(Readable.from(pieces, { objectMode: false }));
}
