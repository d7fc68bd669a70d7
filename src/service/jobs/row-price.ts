import { fetchesImages } from "../render/render-slides.js";
import { slidesOfMode } from "../resolve/pick-slides.js";
import type { ResolvedDocument } from "../resolve/resolved-document.js";

/** What drawing a picture takes whatever is on it, and for each million of its pixels. Seconds of one core. */
const PICTURE_SECONDS = 0.03;
const MEGAPIXEL_SECONDS = 0.05;
/** Decoding and cutting the pictures of a row. Seconds. */
const FETCHED_SECONDS = 0.1;

/** What a chunk should cost: a replica that dies costs as much again. Seconds of one core. */
const CHUNK_SECONDS = 5;
/** Bounds of the rows of a chunk: each chunk is a few objects in the store besides its pictures. */
const LEAST_ROWS = 1;
const MOST_ROWS = 100;

/** What drawing a row takes, about, before anything of it is laid out. Seconds of one core. */
function priceOf(document: ResolvedDocument): number {
	const slides = slidesOfMode(document);
	let seconds = fetchesImages(slides, document.common) ? FETCHED_SECONDS : 0;
	for (const { canvas } of slides) {
		const megapixels = (canvas.width * canvas.height * canvas.scale ** 2) / 1e6;
		seconds += PICTURE_SECONDS + megapixels * MEGAPIXEL_SECONDS;
	}
	return seconds;
}

/**
 * Rows of a chunk, by what the first row costs.
 * @param first undefined: it cannot be drawn
 */
export function rowsOfChunk(first: ResolvedDocument | undefined): number {
	if (first === undefined) return MOST_ROWS;
	const rows = Math.floor(CHUNK_SECONDS / priceOf(first));
	return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, rows));
}
