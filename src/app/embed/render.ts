import { PDF_TYPE } from "../../contract/formats.js";
import type { CanvasId } from "../../contract/platforms.js";
import type { Warning } from "../../contract/warning.js";
import { onPlatform, slidesOfMode } from "../../documents/pick-slides.js";
import type { ResolvedDocument } from "../../documents/resolved-document.js";
import { slideOutput } from "../../documents/slide-output.js";
import type { SlideFormat } from "../../engine/job.js";
import { mergeWarnings } from "../../engine/report/warning-list.js";
import { pdfDocument } from "../../service/delivery/pdf/document.js";
import { pdfInfo } from "../../service/delivery/pdf/info.js";
import type { SpooledSlides } from "../../service/delivery/spool.js";
import { slideEntries, zipArchive } from "../../service/delivery/zip.js";
import type { Caller } from "../../service/processes/renderer.js";
import { renderDocument } from "../../service/render/render-document.js";
import type { Service } from "../../service/service.js";
import { plainCopy } from "./plain-copy.js";

/** One rendered slide. */
export interface SlideImage {
	/** Platform of the image. Present if the document has platforms. */
	readonly platform?: CanvasId;
	/** Number of the slide, counted from 1. */
	readonly slide: number;
	readonly mimeType: string;
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	/** Alternative text: slide.alt, or the text of the slide. */
	readonly alt: string;
	readonly bytes: Uint8Array;
}

/** The warnings of a render. */
export interface RenderWarnings {
	/** What was rendered but is probably not what you intended, the most severe first; at most 50. */
	readonly warnings: readonly Warning[];
	readonly warningCount: number;
}

export interface RenderResult extends RenderWarnings {
	readonly images: readonly SlideImage[];
}

/** All slides of a document in one file. */
export interface RenderedFile extends RenderWarnings {
	readonly bytes: Uint8Array;
	readonly mimeType: string;
}

/**
 * Renders the slides that the mode of the document selects.
 * @throws ServiceError like `renderDocument`
 */
export async function renderImages(
	service: Service,
	value: unknown,
	caller: Caller,
): Promise<RenderResult> {
	const document = service.resolve(plainCopy(value));
	const slides = slidesOfMode(document);
	const output = slideOutput(document, document.format);
	return takeImages(document, await renderDocument(service, { document, slides, output }, caller));
}

/** Returns the rendered slides as images, and releases their memory. */
export function takeImages(
	document: ResolvedDocument,
	drawn: SpooledSlides,
): Promise<RenderResult> {
	return taken(drawn, async () => {
		const images = drawn.all.map(async (slide) => ({
			...(slide.platform !== undefined && { platform: slide.platform }),
			slide: slide.slide,
			mimeType: slide.mimeType,
			width: slide.width,
			height: slide.height,
			alt: slide.alt,
			// A copy, so that the program does not keep a buffer that is larger than the picture.
			bytes: Buffer.from(await slide.bytes()),
		}));
		const before = [...document.ignored, ...document.warnings];
		return { images: await Promise.all(images), ...warningsOf(before, drawn) };
	});
}

/**
 * Renders all slides of a document into one file.
 * @param platform one of the document's platforms; undefined: the first for a PDF, all for a ZIP
 * @throws ServiceError like `renderDocument`; invalid_render_request for a platform that the document
 * does not have
 */
export async function renderFile(
	service: Service,
	value: unknown,
	kind: "pdf" | "zip",
	platform: CanvasId | undefined,
	caller: Caller,
): Promise<RenderedFile> {
	const resolved = service.resolve(plainCopy(value), kind);
	const document =
		kind === "zip" && platform === undefined ? resolved : onPlatform(resolved, platform);
	const { slides, source } = document;
	const format: SlideFormat = kind === "pdf" ? "pdf" : document.format;
	const output = slideOutput(document, format);
	const drawn = await renderDocument(service, { document, slides, output }, caller);
	return taken(drawn, async () => {
		const pieces: Buffer[] = [];
		const file =
			kind === "pdf"
				? pdfDocument(drawn, pdfInfo(source))
				: zipArchive(slideEntries(drawn, format));
		for await (const piece of file) pieces.push(piece);
		const mimeType = kind === "pdf" ? PDF_TYPE : "application/zip";
		return { bytes: Buffer.concat(pieces), mimeType, ...warningsOf(document.ignored, drawn) };
	});
}

/**
 * @param before what is known about the document before it is rendered; a file has all slides, in
 * either mode
 */
const warningsOf = (before: readonly Warning[], { all }: SpooledSlides): RenderWarnings => {
	const { warnings, warningCount } = mergeWarnings(before, all);
	return { warnings, warningCount };
};

/** Reads the rendered slides, and releases them. */
async function taken<T>(drawn: SpooledSlides, take: () => Promise<T>): Promise<T> {
	try {
		return await take();
	} finally {
		drawn.release();
	}
}
