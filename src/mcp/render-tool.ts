import type { CallToolResult } from "@modelcontextprotocol/server";
import { MEDIA_TYPES } from "../contract/formats.js";
import {
	type RenderResponse,
	type SlideQuery,
	SlideQuerySchema,
} from "../contract/render-response.js";
import type { Warnings } from "../contract/warning.js";
import { mergeWarnings } from "../engine/report/warning-list.js";
import { type AnswerHead, answerHead } from "../service/delivery/render-answer.js";
import { refuseBusy } from "../service/draw/draw-document.js";
import { coerceQuery } from "../service/resolve/coerce-query.js";
import { slideOf, slidesOfMode } from "../service/resolve/pick-slides.js";
import { fitting } from "../service/resolve/resolve-document.js";
import { schemaCheck } from "../service/resolve/schema-check.js";
import { slideOutput } from "../service/resolve/slide-output.js";
import { documentFrom } from "./document-argument.js";
import { drawForTool } from "./draw-for-tool.js";
import { previewOf } from "./preview.js";
import { structured } from "./results.js";
import type { ToolCall, ToolService } from "./tool-service.js";

type Images = RenderResponse["images"];

/** What was drawn: the answer in parts. */
interface Rendered {
	readonly head: Omit<AnswerHead, "delivery">;
	readonly images: Images;
	readonly warnings: Warnings;
	/** The picture to make a preview of; undefined: that slide was not drawn, or is none of pixels. */
	readonly picture: Buffer | undefined;
}

const checkSlideNumber = schemaCheck<SlideQuery>(SlideQuerySchema);

/**
 * Renders a document: URLs and warnings as structured content, one slide as a picture.
 * @param argument the document as it was sent
 * @param previewSlide counted from 1
 * @throws ServiceError
 */
export async function renderTool(
	tools: ToolService,
	argument: unknown,
	previewSlide: number,
	signal: AbortSignal,
): Promise<CallToolResult> {
	const { run, service } = tools;
	const { head, images, warnings, picture } = await run("renderImages", signal, (call) =>
		render(tools, argument, previewSlide, call),
	);
	const lasting = service.links && (await linksOf(tools, argument, signal));
	const drawn =
		picture ??
		(await run("renderPng", signal, (call) => drawOne(tools, argument, previewSlide, call)));
	const data = await previewOf(drawn);
	const answer = { ...head, images: lasting ? linked(images, lasting) : images, ...warnings };
	return structured(answer, [{ type: "image", mimeType: "image/jpeg", data }]);
}

/** Draws what the document's mode says, and stores it. */
async function render(
	{ service, origin }: ToolService,
	argument: unknown,
	previewSlide: number,
	call: ToolCall,
): Promise<Rendered> {
	refuseBusy(service, call.caller.client);
	const { client } = call.caller;
	const document = await service.turns.run(client, () =>
		service.resolve(withUrls(documentFrom(argument))),
	);
	const { format, delivery } = document;
	const wanted = slidesOfMode(document);
	const output = slideOutput(document, format);
	const words = { format, delivery };
	const { slides, onStep } = await drawForTool(service, document, wanted, output, call, words);
	try {
		const { all } = slides;
		const handover = {
			type: MEDIA_TYPES[format],
			delivery,
			origin,
			onStep,
			client: call.caller.client,
		};
		const images = await service.answerImages(all, handover);
		const { delivery: _, ...head } = answerHead(document, all.length);
		const shown = format === "svg" ? undefined : all[previewSlide - 1];
		return {
			head,
			images: images.map(({ meta }) => meta),
			warnings: mergeWarnings([...document.ignored, ...document.warnings], all).toJSON(),
			picture: await shown?.bytes(),
		};
	} finally {
		slides.release();
	}
}

const withUrls = (document: unknown): unknown =>
	typeof document === "object" && document !== null && !Array.isArray(document)
		? { ...document, delivery: "url" }
		: document;

/** Draws one slide in pixels, out of all in either mode. */
async function drawOne(
	{ service }: ToolService,
	argument: unknown,
	previewSlide: number,
	call: ToolCall,
): Promise<Buffer> {
	refuseBusy(service, call.caller.client);
	const query = coerceQuery(SlideQuerySchema, { slide: String(previewSlide) });
	const { slide: number = 1 } = fitting(checkSlideNumber(query));
	const document = await service.turns.run(call.caller.client, () =>
		service.resolve(withUrls(documentFrom(argument)), "png"),
	);
	const wanted = [slideOf(document, number)];
	const words = { format: "png" };
	const output = slideOutput(document, "png");
	const { slides } = await drawForTool(service, document, wanted, output, call, words);
	try {
		const [slide] = slides.all;
		if (slide === undefined) throw new Error("the renderer gave no slide");
		return await slide.bytes();
	} finally {
		slides.release();
	}
}

/** Links that stay to the slides that a render answers; undefined: there can be none of this document. */
async function linksOf(
	{ run, service, origin, host }: ToolService,
	argument: unknown,
	signal: AbortSignal,
): Promise<readonly string[] | undefined> {
	try {
		const sign = () => service.signLinks({ document: documentFrom(argument) }, origin, host).urls;
		return await run("createLinks", signal, ({ caller }) => service.turns.run(caller.client, sign));
	} catch (error) {
		if (signal.aborted) throw error;
		return undefined;
	}
}

/** The same images by links that stay. */
const linked = (images: Images, urls: readonly string[]): Images =>
	images.map((image, i) => {
		const { expiresAt: _, ...rest } = image;
		return urls[i] === undefined ? image : { ...rest, url: urls[i] };
	});
