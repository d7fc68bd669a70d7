import { slidesOfMode } from "../../documents/pick-slides.js";
import type { ResolvedDocument } from "../../documents/resolved-document.js";
import { fetchesImages } from "../render/fetch-and-draw.js";

/** Cost of a picture: fixed, and per million pixels. Seconds of one core. */
const PICTURE_SECONDS = 0.03;
const MEGAPIXEL_SECONDS = 0.05;
/** Cost of decoding and cropping the images of a row. Seconds of one core. */
const FETCHED_SECONDS = 0.1;

/** Cost of a step of an expression. Seconds of one core. */
const STEP_SECONDS = 2e-7;

/** Cost of a chunk: if its replica dies, this is spent twice. Seconds of one core. */
const CHUNK_SECONDS = 5;
/**
 * Rows of a chunk. Each chunk adds a few objects to the store besides its pictures; those with its
 * rows are stored while the client waits.
 */
const LEAST_ROWS = 2;
const MOST_ROWS = 100;

/** Estimated cost of a row, before layout. Seconds of one core. */
function priceOf(document: ResolvedDocument): number {
	const slides = slidesOfMode(document);
	let seconds = document.steps * STEP_SECONDS;
	if (fetchesImages(slides)) seconds += FETCHED_SECONDS;
	for (const { canvas } of slides) {
		const megapixels = (canvas.width * canvas.height * canvas.scale ** 2) / 1e6;
		seconds += PICTURE_SECONDS + megapixels * MEGAPIXEL_SECONDS;
	}
	return seconds;
}

/**
 * Number of rows of a chunk, from the estimated cost of the first row.
 * @param first undefined if it cannot be rendered
 */
export function rowsOfChunk(first: ResolvedDocument | undefined): number {
	if (first === undefined) return MOST_ROWS;
	const rows = Math.floor(CHUNK_SECONDS / priceOf(first));
	return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, rows));
}
