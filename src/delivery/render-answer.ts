import { setImmediate as nextTurn } from "node:timers/promises";
import type { RenderedImage, RenderResponse } from "../contract/render-response.js";

/** Bytes turned into text at a time; a multiple of 3, so that base64 pieces join without padding. */
const PIECE_BYTES = 49_152;
/** Bytes passed on at a time; a slow client has to take one within the stall limit. */
const READY_PIECE_BYTES = 4 * PIECE_BYTES;
/** Pieces after which other requests get a turn. */
const PIECES_PER_TURN = 2;

/** An image of the answer: the members that are short, and the bytes. */
export interface AnswerImage {
	readonly meta: Omit<RenderedImage, "dataUrl" | "svg">;
	readonly bytes: Uint8Array;
	/** The bytes are base64 text already. */
	readonly base64?: boolean;
	/** Whether the answer carries the bytes as a data URL. */
	readonly inline: boolean;
}

/**
 * The JSON of a render's answer, piece by piece: twenty slides are tens of
 * megabytes, which no single step makes as one string.
 */
export async function* renderAnswer(
	head: Omit<RenderResponse, "images">,
	images: readonly AnswerImage[],
): AsyncGenerator<string | Uint8Array> {
	yield `${JSON.stringify(head).slice(0, -1)},"images":[`;
	let pieces = 0;
	for (const [index, image] of images.entries()) {
		for (const piece of imagePieces(image)) {
			yield piece;
			// Bytes pass as they are; text takes time to make.
			if (typeof piece === "string" && ++pieces % PIECES_PER_TURN === 0) await nextTurn();
		}
		yield index === images.length - 1 ? "}" : "},";
	}
	yield "]}";
}

function* imagePieces({
	meta,
	bytes,
	base64,
	inline,
}: AnswerImage): Generator<string | Uint8Array> {
	yield JSON.stringify(meta).slice(0, -1);
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (inline) {
		yield `,"dataUrl":"data:${meta.mimeType};base64,`;
		const size = base64 ? READY_PIECE_BYTES : PIECE_BYTES;
		for (let i = 0; i < buffer.length; i += size) {
			const end = Math.min(i + size, buffer.length);
			yield base64 ? buffer.subarray(i, end) : buffer.toString("base64", i, end);
		}
		yield '"';
	}
	if (meta.mimeType === "image/svg+xml") {
		yield ',"svg":"';
		const decoder = new TextDecoder();
		for (let i = 0; i < buffer.length; i += PIECE_BYTES) {
			yield escaped(decoder.decode(buffer.subarray(i, i + PIECE_BYTES), { stream: true }));
		}
		yield `${escaped(decoder.decode())}"`;
	}
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
