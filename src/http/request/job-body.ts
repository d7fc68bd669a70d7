import type { Readable } from "node:stream";
import { ClientGoneError } from "../../base/client-gone.js";
import { ServiceError } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import { TableError } from "../../base/table-error.js";
import { type JobHead, JobHeadSchema, type JobRequest } from "../../contract/jobs.js";
import { linesOf, textOf as textPieces } from "../../documents/rows/ndjson-rows.js";
import { schemaCheck } from "../../documents/schema-check.js";
import type { RowSource } from "../../service/jobs/store-rows.js";
import { type FormParser, formParser, MAX_PARTS } from "./form-parts.js";
import { jsonPart, textOf } from "./json-body.js";

const CODE = "invalid_render_request";

/** Maximum size of a body that is read while it arrives. Bytes. */
const MAX_BYTES = 268_435_456;
/** Parts of a form that are JSON; others are texts. */
const JSON_PARTS = new Set(["document", "webhook"]);
const LINES_TYPE = /^application\/(?:x-)?(?:ndjson|jsonl)/i;
const LINES_NAME = /\.(?:ndjson|jsonl)$/i;

const checkHead = schemaCheck<JobHead>(JobHeadSchema);

/** A requested job, and its rows as they arrive. */
export interface JobBody {
	readonly head: JobHead;
	readonly rows: RowSource;
	/** Discards the rows that were not read, and what the client still sends. */
	readonly end: () => void;
}

/** A JSON body that was validated. */
export function bodyOfJson({ rows, ...head }: JobRequest): JobBody {
	const source: RowSource =
		typeof rows === "string" ? { kind: "csv", bytes: asPieces(rows) } : { kind: "list", rows };
	return { head, rows: source, end: () => undefined };
}

/**
 * NDJSON: a line with everything except the rows, then a line for each row.
 * @throws ServiceError invalid_render_request
 */
export async function bodyOfLines(body: Readable): Promise<JobBody> {
	const lines = linesOf(textPieces(piecesOf(body)));
	const first = await lines.next().catch((error: unknown) => {
		throw error instanceof TableError ? refused("", error.issue.message) : error;
	});
	if (first.done) throw refused("", "must have a first line with the document");
	const head = await jsonPart(Buffer.from(first.value), CODE, "");
	const end = () => void lines.return(undefined).catch(() => undefined);
	try {
		return { head: checked(head), rows: { kind: "lines", lines }, end };
	} catch (error) {
		end();
		throw error;
	}
}

/**
 * A form whose last part is the rows.
 * @param maxHeadBytes of all other parts together
 * @throws ServiceError invalid_render_request, payload_too_large
 */
export async function bodyOfForm(
	body: Readable,
	contentType: string,
	maxHeadBytes: number,
): Promise<JobBody> {
	const parts: [name: string, bytes: Promise<Buffer>][] = [];
	const parser = formParser(contentType);
	if (parser === undefined) throw refused("", "is not multipart/form-data");
	let left = maxHeadBytes;
	let afterRows: string | undefined;
	let rows: Readable | undefined;
	const source = piecesOf(body);
	const found = await new Promise<{ readonly rows: Readable; readonly isLines: boolean }>(
		(resolve, reject) => {
			parser.on("file", (name, stream, filename, _encoding, type) => {
				if (rows !== undefined) {
					afterRows = name;
					stream.resume();
					return;
				}
				if (name === "rows") {
					rows = stream;
					// Its reader gets the error too; without a listener it would end the process.
					stream.on("error", () => undefined);
					resolve({ rows: stream, isLines: LINES_TYPE.test(type) || LINES_NAME.test(filename) });
					return;
				}
				const bytes = collected(stream, (size) => {
					left -= size;
					return left >= 0;
				});
				bytes.catch(reject);
				parts.push([name, bytes]);
			});
			const broken = () => {
				const error = refused("", "is not multipart/form-data");
				rows?.destroy(error);
				reject(error);
			};
			parser.on("partsLimit", () => reject(refused("", `must have at most ${MAX_PARTS} parts`)));
			parser.on("error", broken);
			parser.on("finish", () => reject(refused("/rows", "is required")));
			feed(source, parser).catch((error: Error) => {
				rows?.destroy(error);
				reject(error);
			});
		},
	).catch((error: unknown) => {
		parser.destroy();
		throw error;
	});
	const end = () => void parser.destroy();
	try {
		const head = checked(await headOf(parts));
		const bytes = (async function* () {
			yield* found.rows as AsyncIterable<Buffer>;
			if (afterRows !== undefined)
				throw refused("/rows", `must be the last part; ${afterRows.slice(0, 64)} follows it`);
		})();
		return { head, rows: { kind: found.isLines ? "ndjson" : "csv", bytes }, end };
	} catch (error) {
		end();
		throw error;
	}
}

/** Everything except the rows. @throws ServiceError invalid_render_request */
async function headOf(
	parts: readonly (readonly [name: string, bytes: Promise<Buffer>])[],
): Promise<Record<string, unknown>> {
	const head: Record<string, unknown> = {};
	for (const [name, bytes] of parts) {
		if (name in head) throw refused(`/${name.slice(0, 64)}`, "is there twice");
		const part = await bytes;
		head[name] = JSON_PARTS.has(name)
			? await jsonPart(part, CODE, `/${name}`)
			: textOf(part, `/${name.slice(0, 64)}`, CODE);
	}
	return head;
}

/** Passes arriving bytes to a parser at the speed of the parser. */
async function feed(source: AsyncIterable<Buffer>, parser: FormParser): Promise<void> {
	for await (const piece of source) {
		if (parser.destroyed) return;
		if (!parser.write(piece))
			await new Promise<void>((resolve) => {
				const goOn = () => {
					parser.off("drain", goOn).off("close", goOn);
					resolve();
				};
				parser.on("drain", goOn).on("close", goOn);
			});
	}
	if (!parser.destroyed) parser.end();
}

function checked(head: unknown): JobHead {
	const result = checkHead(head);
	if ("issues" in result) throw invalid(CODE, result.issues);
	return result.value;
}

async function collected(
	stream: AsyncIterable<Buffer>,
	take: (size: number) => boolean,
): Promise<Buffer> {
	const pieces: Buffer[] = [];
	for await (const piece of stream) {
		if (!take(piece.length)) throw new ServiceError("payload_too_large");
		pieces.push(piece);
	}
	return Buffer.concat(pieces);
}

/** The arriving bytes, up to a limit. @throws ServiceError payload_too_large; ClientGoneError */
async function* piecesOf(body: Readable): AsyncGenerator<Buffer> {
	let left = MAX_BYTES;
	try {
		// If a body is refused early, the rest is discarded; see respondWhileSending().
		for await (const piece of body.iterator({ destroyOnReturn: false })) {
			left -= (piece as Buffer).length;
			if (left < 0)
				throw new ServiceError("payload_too_large", {
					message: `The request body is larger than ${MAX_BYTES} bytes.`,
				});
			yield piece as Buffer;
		}
	} catch (error) {
		if (error instanceof ServiceError) throw error;
		throw new ClientGoneError("the client disconnected");
	}
}

async function* asPieces(text: string): AsyncGenerator<Buffer> {
	yield Buffer.from(text);
}

const refused = (path: string, message: string): ServiceError => invalid(CODE, [{ path, message }]);
