/** Sends the rows of a batch as one response, which is produced while the client reads it. */

import { asServiceError, ServiceError } from "../../base/errors.js";
import { MEDIA_TYPES } from "../../contract/formats.js";
import { mergeWarnings } from "../../engine/report/warning-list.js";
import type { OnStep } from "../../engine/steps.js";
import { renderResponse, versionMember } from "../delivery/render-response.js";
import type { ResponseImages } from "../delivery/response-images.js";
import { slideEntries, type ZipEntry } from "../delivery/zip.js";
import type { RowResult } from "./batch-rows.js";
import { ErrorLines } from "./error-lines.js";

/** Digits of the row number in file names. */
const ROW_DIGITS = 4;

/** How the images of rows are delivered. */
export interface LineOptions {
	readonly responseImages: ResponseImages;
	/** Origin of the URLs. */
	readonly origin: string;
	readonly onStep: OnStep;
	/** Client of the batch. */
	readonly client: string;
	/** Called if the images of a row could not be stored. */
	readonly onUnstored: (error: unknown, row: number) => void;
}

/** Yields one line of NDJSON per row; images are read from where they are stored. */
export async function* batchLines(
	results: AsyncIterable<RowResult>,
	{ responseImages, origin, onStep, client, onUnstored }: LineOptions,
): AsyncGenerator<string | Uint8Array> {
	const errors = new ErrorLines();
	for await (const result of results) {
		if ("error" in result) {
			yield errors.line(result.row, result.error);
			continue;
		}
		const { row, document, slides } = result;
		try {
			const { format, delivery, ignored, warnings } = document;
			const handover = { type: MEDIA_TYPES[format], delivery, origin, onStep, client };
			const images = await responseImages(slides.all, handover).catch((error: unknown) => {
				onUnstored(error, row);
				return asServiceError(error);
			});
			if (images instanceof ServiceError) yield errors.line(row, images);
			else {
				const head = { row, ...versionMember(document) };
				yield* renderResponse(head, images, mergeWarnings([...ignored, ...warnings], slides.all));
				yield "\n";
			}
		} finally {
			slides.release();
		}
	}
}

/** Yields the slides of all rows as numbered files, then the errors as lines of a last file. */
export async function* batchFiles(results: AsyncIterable<RowResult>): AsyncGenerator<ZipEntry> {
	const errors = new ErrorLines();
	let failed = "";
	for await (const result of results) {
		if ("error" in result) {
			failed += errors.line(result.row, result.error);
			continue;
		}
		const { row, document, slides } = result;
		try {
			const prefix = `row-${String(row).padStart(ROW_DIGITS, "0")}-`;
			yield* slideEntries(slides, document.format, prefix);
		} finally {
			slides.release();
		}
	}
	if (failed !== "") yield { name: "errors.ndjson", bytes: async () => Buffer.from(failed) };
}
