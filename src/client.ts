/**
 * `import "post-image-render-service/client"`: a thin client of the HTTP API. It only needs fetch,
 * so it runs in Node, Deno, Bun, workers and browsers. Its types are those of the contract.
 * scripts/generate/clients.ts makes the methods from the OpenAPI document.
 */
import type {
	IconQuery,
	IconSearchQuery,
	IconSearchResponse,
	PhotoSearchQuery,
	PhotoSearchResponse,
	TrackDownloadResponse,
} from "./contract/assets.js";
import type { BatchLine, BatchRequest } from "./contract/batch.js";
import type { Health } from "./contract/health.js";
import type { Job, JobFile, JobHead, JobLine, JobRequest, JobZipQuery } from "./contract/jobs.js";
import type { LinkRequest, LinkResponse } from "./contract/links.js";
import type { MeasureResponse } from "./contract/measure-response.js";
import type { RenderResponse, SlideQuery } from "./contract/render-response.js";
import type { RenderBody } from "./contract/template-request.js";
import type {
	TemplateImageQuery,
	TemplateResponse,
	TemplateSearchQuery,
	TemplateSearchResponse,
} from "./contract/template-search.js";

export interface ClientOptions {
	/** Address of the service, such as "https://images.example.com". */
	readonly baseUrl: string;
	/** An API key, if the service requires one. */
	readonly apiKey?: string;
	/** Function that sends requests. Default: the global fetch. */
	readonly fetch?: typeof fetch;
}

export interface RequestOptions {
	/** Aborts the request when it fires. */
	readonly signal?: AbortSignal;
}

/** Files that a document can be rendered into: one slide, or all slides as PDF or ZIP. */
export type FileFormat = "png" | "jpeg" | "webp" | "svg" | "pdf" | "zip";

/** A file in a response of the service. */
export interface RenderedFile {
	readonly bytes: Uint8Array;
	readonly mimeType: string;
	/** X-Render-Warnings: how many warnings there are, and the code and path of the first. */
	readonly warnings: string;
}

/** An error response of the service. */
export class RenderServiceError extends Error {
	override readonly name = "RenderServiceError";
	/** HTTP status of the response. */
	readonly status: number;
	/** Stable name of the error, for programs; "unknown" if the response is not from the service. */
	readonly code: string;
	readonly details: Readonly<Record<string, unknown>>;
	/** Id of the request in the service's log. */
	readonly requestId: string | undefined;
	/** Seconds to wait before the next try, if another try may succeed. */
	readonly retryAfter: number | undefined;

	constructor(answer: Response, body: ErrorAnswer | undefined) {
		super(body?.error?.message ?? `The service answered ${answer.status}.`);
		this.status = answer.status;
		this.code = body?.error?.code ?? "unknown";
		this.details = body?.error?.details ?? {};
		this.requestId = answer.headers.get("x-request-id") ?? undefined;
		const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
		this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
	}
}

interface ErrorAnswer {
	readonly error?: {
		readonly code?: string;
		readonly message?: string;
		readonly details?: Readonly<Record<string, unknown>>;
	};
}

/** Consecutive failures after which a job is no longer watched. */
const MOST_FAILURES = 60;

/** The HTTP API, with a method for each operation. All throw RenderServiceError. */
export class RenderClient {
	readonly #baseUrl: string;
	readonly #headers: Readonly<Record<string, string>>;
	readonly #fetch: typeof fetch;

	/** @throws TypeError without the address of a service */
	constructor(options: ClientOptions) {
		const { baseUrl, apiKey, fetch: send = fetch }: Partial<ClientOptions> = options ?? {};
		if (typeof baseUrl !== "string" || !/^https?:\/\//.test(baseUrl))
			throw new TypeError(
				'RenderClient needs the address of the service: new RenderClient({ baseUrl: "http://localhost:3000" })',
			);
		this.#baseUrl = baseUrl.replace(/\/+$/, "");
		this.#headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
		this.#fetch = send;
	}

	// operations: made by npm run generate

	/** GET /api/health: Whether the service works. */
	health(options?: RequestOptions): Promise<Health> {
		return this.#json(`/api/health`, {}, options);
	}

	/** GET /api/health/live: Whether the process is alive. */
	live(options?: RequestOptions): Promise<Record<string, unknown>> {
		return this.#json(`/api/health/live`, {}, options);
	}

	/** GET /api/health/ready: Whether to send requests. */
	ready(options?: RequestOptions): Promise<Record<string, unknown>> {
		return this.#json(`/api/health/ready`, {}, options);
	}

	/** GET /api/render-schema: The render contract. */
	renderSchema(options?: RequestOptions): Promise<Record<string, unknown>> {
		return this.#json(`/api/render-schema`, {}, options);
	}

	/** GET /api/openapi.json: This document. */
	openApi(options?: RequestOptions): Promise<Record<string, unknown>> {
		return this.#json(`/api/openapi.json`, {}, options);
	}

	/** POST /api/render: Render a document into images. */
	render(document: RenderBody, options?: RequestOptions): Promise<RenderResponse> {
		return this.#json(`/api/render`, jsonBody(document), options);
	}

	/** POST /api/render.png, .jpeg, .webp, .svg, .pdf, .zip: Render a file, of one slide or, as PDF and ZIP, of all slides. */
	renderFile(
		document: RenderBody,
		format: FileFormat,
		{ signal, ...query }: RequestOptions & SlideQuery = {},
	): Promise<RenderedFile> {
		return this.#file(
			`/api/render.${format}${queryOf(query)}`,
			jsonBody(document),
			signal === undefined ? {} : { signal },
		);
	}

	/** POST /api/measure: Lay out a document without rendering it. */
	measure(document: RenderBody, options?: RequestOptions): Promise<MeasureResponse> {
		return this.#json(`/api/measure`, jsonBody(document), options);
	}

	/** POST /api/batch: Render one document with many rows of data. */
	async *batch(request: BatchRequest, options?: RequestOptions): AsyncGenerator<BatchLine> {
		yield* linesOf<BatchLine>(await this.#send(`/api/batch`, jsonBody(request), options));
	}

	/** POST /api/batch.csv: Render one document with the rows of a CSV file. */
	async *batchCsv(
		document: BatchRequest["document"],
		rows: string | Blob,
		options?: RequestOptions,
	): AsyncGenerator<BatchLine> {
		yield* linesOf<BatchLine>(
			await this.#send(`/api/batch.csv`, formBody({ document, rows }), options),
		);
	}

	/** POST /api/batch.zip: Render many rows of data into a ZIP. */
	async batchZip(request: BatchRequest, options?: RequestOptions): Promise<Uint8Array> {
		return (await this.#file(`/api/batch.zip`, jsonBody(request), options)).bytes;
	}

	/** POST /api/jobs: Render many rows of data in the background. */
	startJob(request: JobRequest, options?: RequestOptions): Promise<Job> {
		return this.#json(`/api/jobs`, jsonBody(request), options);
	}

	/** POST /api/jobs: The same for rows in a file, CSV or NDJSON, however long it is. */
	startJobOf(head: JobHead, rows: string | Blob, options?: RequestOptions): Promise<Job> {
		return this.#json(`/api/jobs`, formBody({ ...head, rows }), options);
	}

	/** GET /api/jobs/{id}: State and progress of a job. */
	job(id: string, options?: RequestOptions): Promise<Job> {
		return this.#json(`/api/jobs/${encodeURIComponent(id)}`, {}, options);
	}

	/** DELETE /api/jobs/{id}: Cancel a job, or delete its results. */
	cancelJob(id: string, options?: RequestOptions): Promise<Job> {
		return this.#json(`/api/jobs/${encodeURIComponent(id)}`, { method: "DELETE" }, options);
	}

	/** GET /api/jobs/{id}/events: Progress of a job as server-sent events. */
	async *jobEvents(id: string, options?: RequestOptions): AsyncGenerator<Job> {
		yield* eventsOf<Job>(
			await this.#send(`/api/jobs/${encodeURIComponent(id)}/events`, {}, options),
		);
	}

	/** GET /api/jobs/{id}/manifest: Result of each row of a job. */
	async *jobManifest(id: string, options?: RequestOptions): AsyncGenerator<JobLine> {
		yield* linesOf<JobLine>(
			await this.#send(`/api/jobs/${encodeURIComponent(id)}/manifest`, {}, options),
		);
	}

	/** GET /api/jobs/{id}/results.zip: The pictures of a job as a ZIP. */
	async jobZip(
		id: string,
		search: JobZipQuery = {},
		options?: RequestOptions,
	): Promise<ReadableStream<Uint8Array>> {
		return streamOf(
			await this.#send(
				`/api/jobs/${encodeURIComponent(id)}/results.zip${queryOf(search)}`,
				{},
				options,
			),
		);
	}

	/** GET /api/jobs/files/{folder}/{file}: A picture of a job. */
	jobFile(folder: string, file: string, options?: RequestOptions): Promise<RenderedFile> {
		return this.#file(
			`/api/jobs/files/${encodeURIComponent(folder)}/${encodeURIComponent(file)}`,
			{},
			options,
		);
	}

	/** GET /api/templates: Find templates. */
	templates(
		search: TemplateSearchQuery = {},
		options?: RequestOptions,
	): Promise<TemplateSearchResponse> {
		return this.#json(`/api/templates${queryOf(search)}`, {}, options);
	}

	/** GET /api/templates/{id}: A template. */
	template(id: string, options?: RequestOptions): Promise<TemplateResponse> {
		return this.#json(`/api/templates/${encodeURIComponent(id)}`, {}, options);
	}

	/** POST /api/templates/check: Check a template. */
	checkTemplate(
		request: Record<string, unknown>,
		options?: RequestOptions,
	): Promise<Record<string, unknown>> {
		return this.#json(`/api/templates/check`, jsonBody(request), options);
	}

	/** GET /api/templates/{id}.png, .webp, .svg: A template with its own examples. */
	templateFile(
		id: string,
		format: "png" | "webp" | "svg",
		{ signal, ...query }: RequestOptions & TemplateImageQuery = {},
	): Promise<RenderedFile> {
		return this.#file(
			`/api/templates/${encodeURIComponent(id)}.${format}${queryOf(query)}`,
			{},
			signal === undefined ? {} : { signal },
		);
	}

	/** GET /api/renders/{file}: A temporary image. */
	temporaryImage(file: string, options?: RequestOptions): Promise<RenderedFile> {
		return this.#file(`/api/renders/${encodeURIComponent(file)}`, {}, options);
	}

	/** POST /api/links: Create signed links for a document. */
	links(
		request: Omit<LinkRequest, "document"> & { readonly document: RenderBody },
		options?: RequestOptions,
	): Promise<LinkResponse> {
		return this.#json(`/api/links`, jsonBody(request), options);
	}

	/** GET /i/{signature}/{payload}/{file}: A slide by its link. */
	linkedImage(
		signature: string,
		payload: string,
		file: string,
		options?: RequestOptions,
	): Promise<RenderedFile> {
		return this.#file(
			`/i/${encodeURIComponent(signature)}/${encodeURIComponent(payload)}/${encodeURIComponent(file)}`,
			{},
			options,
		);
	}

	/** GET /i/{signature}/{expiry}/{payload}/{file}: A slide by a link that expires. */
	expiringLinkedImage(
		signature: string,
		expiry: string,
		payload: string,
		file: string,
		options?: RequestOptions,
	): Promise<RenderedFile> {
		return this.#file(
			`/i/${encodeURIComponent(signature)}/${encodeURIComponent(expiry)}/${encodeURIComponent(payload)}/${encodeURIComponent(file)}`,
			{},
			options,
		);
	}

	/** GET /t/{file}: A template with values from the query. */
	getOpenTemplateImage(file: string, options?: RequestOptions): Promise<RenderedFile> {
		return this.#file(`/t/${encodeURIComponent(file)}`, {}, options);
	}

	/** GET /api/assets/photos/search: Search photos. */
	searchPhotos(
		search: PhotoSearchQuery = {},
		options?: RequestOptions,
	): Promise<PhotoSearchResponse> {
		return this.#json(`/api/assets/photos/search${queryOf(search)}`, {}, options);
	}

	/** POST /api/assets/photos/track-download: Report that a photo was used. */
	trackPhotoDownload(
		downloadLocation: string,
		options?: RequestOptions,
	): Promise<TrackDownloadResponse> {
		return this.#json(`/api/assets/photos/track-download`, jsonBody({ downloadLocation }), options);
	}

	/** GET /api/assets/icons/search: Search icons. */
	searchIcons(search: IconSearchQuery = {}, options?: RequestOptions): Promise<IconSearchResponse> {
		return this.#json(`/api/assets/icons/search${queryOf(search)}`, {}, options);
	}

	/** GET /api/assets/icons/{set}/{file}: An icon. */
	icon(
		set: string,
		file: string,
		search: IconQuery = {},
		options?: RequestOptions,
	): Promise<RenderedFile> {
		return this.#file(
			`/api/assets/icons/${encodeURIComponent(set)}/${encodeURIComponent(file)}${queryOf(search)}`,
			{},
			options,
		);
	}

	/** GET /api/assets/photos/builtin/{file}: A background that the service draws itself. */
	builtinPhoto(file: string, options?: RequestOptions): Promise<RenderedFile> {
		return this.#file(`/api/assets/photos/builtin/${encodeURIComponent(file)}`, {}, options);
	}

	// end of the operations

	/**
	 * Polls GET /api/jobs/{id}: yields the job repeatedly, the last time when it has ended. If the
	 * service does not respond for a while, it tries again.
	 * @param options.pauseMs pause between two requests. Milliseconds, default 1,000
	 */
	async *watchJob(
		id: string,
		{ pauseMs = 1_000, ...options }: RequestOptions & { readonly pauseMs?: number } = {},
	): AsyncGenerator<Job> {
		for (let failures = 0; ; await new Promise((resolve) => setTimeout(resolve, pauseMs))) {
			const job = await this.job(id, options).catch((error: unknown) => {
				const passing = !(error instanceof RenderServiceError) || error.status >= 500;
				if (!passing || options.signal?.aborted || ++failures > MOST_FAILURES) throw error;
			});
			if (job === undefined) continue;
			failures = 0;
			yield job;
			if (job.state !== "queued" && job.state !== "running") return;
		}
	}

	/**
	 * Downloads a picture that is listed in the manifest of a job, from the address of this client.
	 */
	jobPicture({ url = "" }: Pick<JobFile, "url">, options?: RequestOptions): Promise<RenderedFile> {
		const [folder = "", file = ""] = new URL(url, this.#baseUrl).pathname.split("/").slice(-2);
		return this.jobFile(folder, file, options);
	}

	async #json<T>(path: string, init: RequestInit, options?: RequestOptions): Promise<T> {
		return (await (await this.#send(path, init, options)).json()) as T;
	}

	async #file(path: string, init: RequestInit, options?: RequestOptions): Promise<RenderedFile> {
		const answer = await this.#send(path, init, options);
		return {
			bytes: new Uint8Array(await answer.arrayBuffer()),
			mimeType: answer.headers.get("content-type") ?? "",
			warnings: answer.headers.get("x-render-warnings") ?? "0",
		};
	}

	/** @throws RenderServiceError */
	async #send(path: string, init: RequestInit, { signal }: RequestOptions = {}): Promise<Response> {
		const send = this.#fetch;
		const answer = await send(`${this.#baseUrl}${path}`, {
			...init,
			headers: { ...this.#headers, ...(init.headers as Record<string, string> | undefined) },
			...(signal && { signal }),
		});
		if (answer.ok) return answer;
		const body = await answer.json().catch(() => undefined);
		throw new RenderServiceError(answer, body as ErrorAnswer | undefined);
	}
}

const jsonBody = (value: unknown): RequestInit => ({
	method: "POST",
	headers: { "content-type": "application/json" },
	body: JSON.stringify(value),
});

/** @param fields objects, such as documents, are sent as JSON */
function formBody(fields: Readonly<Record<string, unknown>>): RequestInit {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields))
		if (value !== undefined && value !== null)
			body.set(name, value instanceof Blob ? value : asText(value));
	return { method: "POST", body };
}
const asText = (value: unknown): string =>
	typeof value === "string" ? value : JSON.stringify(value);

function queryOf(values: Readonly<Record<string, unknown>>): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(values))
		if (value !== undefined && value !== null) query.set(name, String(value));
	return query.size === 0 ? "" : `?${query}`;
}

/** Yields the lines of NDJSON while they arrive. */
async function* linesOf<T>(answer: Response): AsyncGenerator<T> {
	for await (const line of textLinesOf(answer)) if (line !== "") yield JSON.parse(line) as T;
}

/** Yields the data of server-sent events while they arrive; each event has one line of data. */
async function* eventsOf<T>(answer: Response): AsyncGenerator<T> {
	for await (const line of textLinesOf(answer))
		if (line.startsWith("data: ")) yield JSON.parse(line.slice(6)) as T;
}

const streamOf = (answer: Response): ReadableStream<Uint8Array> =>
	answer.body ?? new Blob([]).stream();

async function* textLinesOf(answer: Response): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = "";
	const reader = answer.body?.getReader();
	if (reader === undefined) return;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			const lines = (rest + decoder.decode(value, { stream: !done })).split("\n");
			rest = lines.pop() ?? "";
			yield* lines;
			if (done) break;
		}
		if (rest !== "") yield rest;
	} finally {
		// If the caller stops early, no more rows are rendered.
		await reader.cancel();
	}
}
