import { setImmediate as nextTurn } from "node:timers/promises";
import type { RenderedImage, RenderResponse } from "../../contract/render-response.js";
import type { Warnings } from "../../contract/warning.js";
import type { ResolvedDocument } from "../../documents/resolved-document.js";
import type { SpooledSlide } from "./spooled-slide.js";

/** Bytes turned into text at a time; a multiple of 3, so that base64 pieces join without padding. */
const PIECE_BYTES = 49_152;
/** Bytes that are passed on at a time; a slow client must read one chunk within the time limit. */
const READY_PIECE_BYTES = 4 * PIECE_BYTES;
/** Characters of text after which other requests get a turn. */
const TEXT_PER_TURN = 131_072;

/** An image of the answer: its short fields, and the slide. */
export interface ResponseImage {
	readonly meta: Omit<RenderedImage, "dataUrl" | "svg">;
	readonly slide: SpooledSlide;
	/** Whether the answer contains the bytes as a data URL. */
	readonly inline: boolean;
}

/** The fields of the answer before its images. */
export type ResponseHead = Omit<RenderResponse, "images" | keyof Warnings>;

/** @param pictures the rendered slides, the same number for each canvas */
export function responseHead(
	{ format, delivery, canvas, canvases, mode, templateVersion }: ResolvedDocument,
	pictures: number,
): ResponseHead {
	const slideCount = pictures / canvases.length;
	const { platform } = canvas;
	const version = versionMember({ templateVersion });
	return { ok: true, format, delivery, platform, mode, slideCount, ...version };
}

/** The fields of the answer about the template, if there is one. */
export const versionMember = ({
	templateVersion,
}: Pick<ResolvedDocument, "templateVersion">): { readonly templateVersion?: string } =>
	templateVersion === null ? {} : { templateVersion };

/** The fields of a batch line before its images. */
export interface LineHead {
	readonly row: number;
	readonly templateVersion?: string;
}

/**
 * The JSON answer of a render in chunks: twenty slides are tens of megabytes, which must not become
 * one string in a single step.
 * @param passedOn called for each slide after it was sent; by default it is released then
 */
export async function* renderResponse(
	head: ResponseHead | LineHead,
	images: readonly ResponseImage[],
	{ warnings, warningCount }: Warnings,
	passedOn = (slide: SpooledSlide) => slide.release(),
): AsyncGenerator<string | Uint8Array> {
	yield `${JSON.stringify(head).slice(0, -1)},"images":[`;
	let made = 0;
	for (const [index, image] of images.entries()) {
		for await (const piece of imagePieces(image)) {
			yield piece;
			// Base64 bytes are sent as they are; converting them to text takes time.
			if (typeof piece === "string") made += piece.length;
			if (made < TEXT_PER_TURN) continue;
			made = 0;
			await nextTurn();
		}
		passedOn(image.slide);
		yield index === images.length - 1 ? "}" : "},";
	}
	yield `],${JSON.stringify({ warnings, warningCount }).slice(1)}`;
}

async function* imagePieces({
	meta,
	slide,
	inline,
}: ResponseImage): AsyncGenerator<string | Uint8Array> {
	yield JSON.stringify(meta).slice(0, -1);
	if (inline) {
		yield `,"dataUrl":"data:${meta.mimeType};base64,`;
		const pieces = slide.pieces(slide.base64 ? READY_PIECE_BYTES : PIECE_BYTES);
		for await (const piece of pieces) yield slide.base64 ? piece : piece.toString("base64");
		yield '"';
	}
	if (meta.mimeType === "image/svg+xml") {
		yield ',"svg":"';
		const decoder = new TextDecoder();
		for await (const piece of slide.pieces(PIECE_BYTES)) {
			yield escaped(decoder.decode(piece, { stream: true }));
		}
		yield `${escaped(decoder.decode())}"`;
	}
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
