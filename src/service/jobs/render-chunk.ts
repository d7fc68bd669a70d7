import { setImmediate as nextTurn } from "node:timers/promises";
import { ServiceError } from "../../base/errors.js";
import { MEDIA_TYPES } from "../../contract/formats.js";
import type { JobFile, JobRowError } from "../../contract/jobs.js";
import { LIMITS } from "../../contract/limits.js";
import { mergeWarnings } from "../../engine/report/warning-list.js";
import { type BatchParts, type RowResult, renderRows } from "../batch/batch-rows.js";
import { ErrorLines } from "../batch/error-lines.js";
import { batchDocument, type ReadOptions } from "../batch/read-rows.js";
import { RedisError } from "../redis/connection.js";
import { type FileName, fileNames } from "./file-names.js";
import {
	type ChunkOutcome,
	digestOf,
	folderOf,
	type JobSpec,
	KEYS,
	rowsIn,
	type StoredRow,
} from "./job.js";
import type { JobFiles } from "./job-files.js";

/** Path of the pictures of jobs. */
export const JOB_FILES_PATH = "/api/jobs/files";

/** What is needed to render a chunk. */
export interface ChunkParts extends BatchParts, ReadOptions {
	readonly files: JobFiles;
	/**
	 * Counts bytes before they are stored.
	 * @throws ServiceError quota_exceeded or storage_unavailable if there is no room for them
	 */
	readonly keep: (bytes: number) => Promise<void>;
}

/** Rows that are parsed without yielding to other work: each may have 64 kB. */
const ROWS_AT_A_TIME = 10;

/** Ends each line of a manifest. */
const LINE_END = "\n".charCodeAt(0);

/** Temporary errors that the row did not cause: it is rendered again. */
const PASSING = new Set(["overloaded", "rate_limited", "storage_unavailable"]);

/**
 * Renders the rows of a chunk like those of a batch, stores their pictures, and finally the chunk's
 * part of the manifest. A chunk that already has this part is not rendered again.
 * @param signal aborts the work
 * @throws ServiceError overloaded, rate_limited or storage_unavailable if it must be retried; the
 * signal's reason; Error if its rows are missing
 */
export async function renderChunk(
	spec: JobSpec,
	chunk: number,
	services: ChunkParts,
	signal: AbortSignal,
): Promise<ChunkOutcome> {
	const { files } = services;
	const folder = folderOf(spec.id);
	const known = await outcomeOf(files, spec, chunk);
	if (known !== undefined) return known;
	const stored = await files.get(folder, KEYS.rows(chunk));
	if (stored === undefined) throw new Error("the rows of a chunk are gone");
	// Counted as a separate client, so that jobs do not delay the requests of their client.
	const client = `${spec.client} job`;
	const rows: StoredRow[] = [];
	for (const line of stored.toString().trimEnd().split("\n")) {
		rows.push(JSON.parse(line) as StoredRow);
		if (rows.length % ROWS_AT_A_TIME === 0) await nextTurn();
	}
	const common = await services.turns.run(client, () => batchDocument(spec.document, services));
	const batch = { ...common, rows };
	const nameOf = fileNames(spec, spec.rows);
	const before = chunk * spec.chunkRows;
	const errors = new ErrorLines();
	const first: JobRowError[] = [];
	let [drawn, failed, bytes] = [0, 0, 0];
	let lines = "";
	const results = renderRows(batch, services, {
		caller: { client, host: spec.host, signal, background: true },
		count: async () => undefined,
		inJson: false,
		onRow: () => undefined,
	});
	for await (const result of results) {
		const row = before + result.row;
		if ("error" in result) {
			const { error } = result;
			if (PASSING.has(error.code)) throw error;
			failed++;
			lines += errors.line(row, error);
			if (first.length < LIMITS.maxJobErrors) first.push(shortError(row, error));
			continue;
		}
		try {
			const kept = await keepPictures(result, { spec, row, nameOf, services, rows });
			drawn++;
			for (const file of kept) bytes += file.bytes;
			const { ignored, warnings } = result.document;
			const all = mergeWarnings([...ignored, ...warnings], result.slides.all).toJSON();
			lines += `${JSON.stringify({ row, files: kept, ...all })}\n`;
		} finally {
			result.slides.release();
		}
	}
	signal.throwIfAborted();
	const part = Buffer.from(lines);
	await services.keep(part.length);
	await files.put(folder, KEYS.manifest(chunk), part);
	return { drawn, failed, bytes, keptBytes: bytes + part.length, errors: first };
}

/** Longest message of a failed row in the state of a job. Characters. */
const MAX_MESSAGE = 300;

const shortError = (row: number, { code, message }: { code: string; message: string }) => ({
	row,
	code,
	message: message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE)}…`,
});

interface KeepOptions {
	readonly spec: JobSpec;
	/** Number of the row in the job. */
	readonly row: number;
	readonly nameOf: FileName;
	readonly services: Pick<ChunkParts, "files" | "keep">;
	readonly rows: readonly StoredRow[];
}

/**
 * Stores the pictures of a row. Names are hashes of their bytes, so storing them again changes
 * nothing.
 */
async function keepPictures(
	{ row: number, document, slides }: Extract<RowResult, { document: unknown }>,
	{ spec, row, nameOf, services, rows }: KeepOptions,
): Promise<JobFile[]> {
	const folder = folderOf(spec.id);
	const { format } = document;
	const data = rows[number - 1]!;
	const variables = "variables" in data ? data.variables : {};
	const kept: JobFile[] = [];
	for (const slide of slides.all) {
		const bytes = await slide.bytes();
		const file = `${digestOf(bytes)}.${format}`;
		await services.keep(bytes.length);
		await services.files.put(folder, KEYS.file(file), bytes);
		const platform = slide.platform;
		const name = nameOf({
			row,
			slide: slide.slide,
			platform,
			slides: slides.length / document.canvases.length,
			variables,
			suffix: data.suffix,
		});
		kept.push({
			name: `${name}.${format}`,
			file,
			...(spec.output !== "zip" && { url: `${spec.origin}${JOB_FILES_PATH}/${folder}/${file}` }),
			...(platform !== undefined && { platform }),
			slide: slide.slide,
			mimeType: MEDIA_TYPES[format],
			width: slide.width,
			height: slide.height,
			bytes: bytes.length,
			alt: slide.alt,
		});
	}
	return kept;
}

/** A stored line of a manifest. */
export type StoredLine =
	| { readonly row: number; readonly files: readonly JobFile[] }
	| { readonly row: number; readonly error: { readonly code: string; readonly message: string } };

/** The lines of a part of a manifest. @returns undefined if the chunk is not finished */
export async function linesOfPart(
	files: JobFiles,
	folder: string,
	chunk: number,
): Promise<StoredLine[] | undefined> {
	const part = await files.get(folder, KEYS.manifest(chunk));
	return part && linesIn(part);
}

function linesIn(part: Buffer): StoredLine[] {
	const lines = part.toString().trimEnd();
	return lines === "" ? [] : lines.split("\n").map((line) => JSON.parse(line) as StoredLine);
}

/**
 * The result of a chunk, read from its part of the manifest.
 * @returns undefined if it is not finished, or its part is incomplete because the store stopped
 * while it was writing
 */
export async function outcomeOf(
	files: JobFiles,
	spec: Pick<JobSpec, "id" | "rows" | "chunkRows">,
	chunk: number,
): Promise<ChunkOutcome | undefined> {
	const part = await files.get(folderOf(spec.id), KEYS.manifest(chunk));
	if (part === undefined || part.at(-1) !== LINE_END) return undefined;
	let [drawn, failed, bytes] = [0, 0, 0];
	const errors: JobRowError[] = [];
	for (const line of linesIn(part)) {
		if ("error" in line) {
			failed++;
			if (errors.length < LIMITS.maxJobErrors) errors.push(shortError(line.row, line.error));
			continue;
		}
		drawn++;
		for (const file of line.files) bytes += file.bytes;
	}
	if (drawn + failed < rowsIn(spec, chunk)) return undefined;
	return { drawn, failed, bytes, keptBytes: bytes + part.length, errors };
}

/**
 * Whether a chunk failed because something was unavailable, busy or full, so that it is retried.
 */
export const isPassing = (error: unknown): boolean =>
	error instanceof RedisError || (error instanceof ServiceError && PASSING.has(error.code));
