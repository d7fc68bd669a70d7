import type { MeasureResponse } from "../../contract/measure-response.js";
import { PREVIEW_SCALE } from "../../contract/platforms.js";
import type { ResolvedDocument } from "../../documents/resolved-document.js";
import { mergeWarnings } from "../../engine/report/warning-list.js";
import type { Caller } from "../processes/renderer.js";
import { measureSlides } from "./measure-slides.js";
import type { RenderParts } from "./render-document.js";

/**
 * Lays out all slides of a document, in either mode, for one client, with a place and in its turn.
 * @returns the answer of POST /api/measure
 * @throws ServiceError like `measureSlides`; overloaded if there is no place
 */
export async function measureDocument(
	services: Pick<RenderParts, "admission" | "renderer" | "renderTimeoutMs">,
	document: ResolvedDocument,
	caller: Caller,
): Promise<MeasureResponse> {
	const { admission, renderer, renderTimeoutMs: timeoutMs } = services;
	const { client, signal } = caller;
	const layouts = await admission.accept(client, (turn) =>
		measureSlides(document, { renderer, admit: (task) => turn(signal, task), timeoutMs }, caller),
	);
	const { platform, width, height } = document.canvas;
	return {
		ok: true,
		platform,
		previewWidth: width * PREVIEW_SCALE,
		previewHeight: height * PREVIEW_SCALE,
		...(document.templateVersion !== null && { templateVersion: document.templateVersion }),
		slides: layouts.map(({ measured }) => measured),
		...mergeWarnings([...document.ignored, ...document.warnings], layouts).toJSON(),
	};
}
