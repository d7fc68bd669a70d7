import type { ServiceError } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import { type BatchRequest, BatchRequestSchema } from "../../contract/batch.js";
import { schemaCheck } from "../../documents/schema-check.js";
import { renderRows } from "../../service/batch/batch-rows.js";
import { readBatch } from "../../service/batch/read-rows.js";
import type { Caller } from "../../service/processes/renderer.js";
import type { Service } from "../../service/service.js";
import { plainCopy } from "./plain-copy.js";
import { type RenderResult, takeImages } from "./render.js";

/** The result of one row: its images, or an error. Rows are counted from 1. */
export type BatchResult =
	| ({ readonly row: number } & RenderResult)
	| { readonly row: number; readonly error: ServiceError };

const check = schemaCheck<BatchRequest>(BatchRequestSchema);

/**
 * Renders a document once for each row of data, in the order of the rows. Only a few rows are
 * rendered in advance, so memory does not grow with their number.
 * @throws ServiceError invalid_render_request if the request as a whole is wrong; the error of a
 * single row is in its result
 */
export async function* batchResults(
	service: Service,
	value: unknown,
	caller: Caller,
): AsyncGenerator<BatchResult> {
	const checked = check(plainCopy(value));
	if ("issues" in checked) throw invalid("invalid_render_request", checked.issues);
	const batch = await readBatch(checked.value, service);
	const rows = renderRows(batch, service, {
		caller,
		count: async () => {},
		inJson: false,
		onRow: () => {},
	});
	for await (const result of rows) {
		if ("error" in result) yield result;
		else yield { row: result.row, ...(await takeImages(result.document, result.slides)) };
	}
}
