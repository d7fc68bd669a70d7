/** The tools for jobs, which render many rows of data in the background. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { invalid } from "../base/invalid.js";
import type { Job, JobHead } from "../contract/jobs.js";
import { JobHeadSchema } from "../contract/jobs.js";
import { schemaCheck } from "../documents/schema-check.js";
import type { Jobs } from "../service/jobs/jobs.js";
import type { RowSource } from "../service/jobs/store-rows.js";
import { designOf, jsonOf, membersOf } from "./design-argument.js";
import { textResult } from "./results.js";
import type { ToolRunner } from "./tool-runner.js";

const checkHead = schemaCheck<JobHead>(JobHeadSchema);

/**
 * Starts a job.
 * @param args as they were sent
 * @throws ServiceError
 */
export function startJobTool(
	{ run, service, origin, host }: ToolRunner,
	jobs: Jobs,
	args: unknown,
	signal: AbortSignal,
): Promise<CallToolResult> {
	return run("createJob", signal, async ({ caller: { client } }) => {
		const { rows, fileName, output, ...design } = membersOf(args);
		const { written } = designOf(design);
		const head = checkHead({
			document: written,
			...(fileName != null && { fileName }),
			...(output != null && { output }),
		});
		if ("issues" in head) throw invalid("invalid_render_request", head.issues);
		const owner = { client, origin, host };
		const turn = service.turns.steps(client);
		const { job } = await jobs.create(head.value, sourceOf(rows), owner, turn);
		return textResult(textOf(job));
	});
}

/**
 * Reports the progress of a job.
 * @param args as they were sent
 * @throws ServiceError
 */
export function jobStatusTool(
	{ run }: ToolRunner,
	jobs: Jobs,
	args: unknown,
	signal: AbortSignal,
): Promise<CallToolResult> {
	return run("getJob", signal, async ({ caller: { client } }) => {
		const { id } = membersOf(args);
		return textResult(textOf(await jobs.get(typeof id === "string" ? id : "", client)));
	});
}

/** Rows from a model: a list, a list as JSON text, or CSV. */
function sourceOf(rows: unknown): RowSource {
	const isList = typeof rows !== "string" || rows.trimStart().startsWith("[");
	if (!isList) return { kind: "csv", bytes: asBytes(rows) };
	const list = jsonOf(rows, "/rows");
	if (Array.isArray(list)) return { kind: "list", rows: list };
	throw invalid("invalid_render_request", [
		{ path: "/rows", message: "must be a list of objects, or CSV" },
	]);
}

async function* asBytes(text: string): AsyncGenerator<Buffer> {
	yield Buffer.from(text);
}

function textOf({ id, state, rows, secondsLeft, errors, error, links }: Job): string {
	const { total, drawn, failed } = rows;
	const left = secondsLeft === null || secondsLeft === 0 ? "" : `, about ${secondsLeft} s left`;
	return [
		`Job ${id}: ${state}. ${drawn} of ${total} rows drawn, ${failed} failed${left}.`,
		...(error === undefined ? [] : [`Error: ${error.message}`]),
		...errors.map(({ row, message }) => `- row ${row}: ${message}`),
		`Manifest, a line for each row: ${links.manifest}`,
		...(links.zips ?? []).map((zip) => `ZIP: ${zip}`),
	].join("\n");
}
