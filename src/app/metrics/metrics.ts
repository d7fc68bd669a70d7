import type { Registry } from "prom-client";
import { ERROR_CATALOG } from "../../base/errors.js";
import {
	DEPENDENCIES,
	type Dependency,
	OUTAGE_KINDS,
	type OutageKind,
} from "../../base/outages.js";
import { ENUMS } from "../../contract/enums.js";
import { PIXEL_FORMATS } from "../../contract/formats.js";
import { type OnStep, RENDER_STEPS } from "../../engine/steps.js";
import type { JobStats } from "../../service/jobs/jobs.js";
import { WEBHOOK_OUTCOMES, type WebhookOutcome } from "../../service/jobs/webhook.js";
import { FETCH_OUTCOMES, type FetchReport } from "../../service/pictures/fetch/report.js";
import { REPLACEMENT_REASONS, type ReplacementReason } from "../../service/processes/pool.js";
import {
	LINK_OUTCOMES,
	type RenderMetrics,
	type RequestReport,
	type ServiceMetrics,
} from "../../service/render-metrics.js";
import { jobGauges } from "./job-gauges.js";
import { STORE_OPERATIONS, STORE_OUTCOMES, type StoreReport } from "./metered-store.js";
import { processRegistry, promClient } from "./prom-client.js";
import { type ServiceState, stateGauges } from "./state.js";

/** Methods with a separate label; HTTP has dozens more. */
export const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

/** Bounds of the histograms. Seconds. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const STEP_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const FETCH_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The Prometheus metrics of one service. Every label has few values, all from the code and none
 * from a request. Series of known values start at 0, so that a rate includes the first event.
 */
export class Metrics implements ServiceMetrics {
	readonly #registry: Registry;
	readonly request: (report: RequestReport) => void;
	readonly step: RenderMetrics["step"];
	readonly slidesDrawn: RenderMetrics["slidesDrawn"];
	readonly pixelsDrawn: RenderMetrics["pixelsDrawn"];
	readonly processReplaced: (reason: ReplacementReason) => void;
	readonly fetched: (report: FetchReport) => void;
	readonly stored: (report: StoreReport) => void;
	readonly link: RenderMetrics["link"];
	readonly batchRow: RenderMetrics["batchRow"];
	/** Counts the rows of a chunk that was drawn by this process. */
	readonly jobRows: (outcome: { readonly drawn: number; readonly failed: number }) => void;

	/** Counts an outage. */
	readonly outage: (dependency: Dependency, kind: OutageKind) => void;
	/** Counts a call of a webhook. */
	readonly webhook: (outcome: WebhookOutcome) => void;

	/** @param state called when metrics are read */
	constructor(state: () => ServiceState) {
		const { Registry } = promClient();
		this.#registry = new Registry();
		stateGauges(this.#registry, state);
		this.request = requestMetrics(this.#registry);
		this.step = stepMetrics(this.#registry);
		this.slidesDrawn = slideMetrics(this.#registry);
		this.pixelsDrawn = pixelMetrics(this.#registry);
		this.processReplaced = processMetrics(this.#registry);
		this.fetched = fetchMetrics(this.#registry);
		this.stored = storeMetrics(this.#registry);
		this.link = linkMetrics(this.#registry);
		this.batchRow = batchMetrics(this.#registry);
		this.jobRows = jobMetrics(this.#registry);
		this.outage = outageMetrics(this.#registry, state);
		this.webhook = webhookMetrics(this.#registry);
	}

	/** @param stats of the job queue, called when metrics are read */
	watchJobs(stats: () => Promise<JobStats>): void {
		jobGauges(this.#registry, stats);
	}

	/** The media type of text(). */
	get contentType(): string {
		return this.#registry.contentType;
	}

	/** All metrics, including those of the process, in Prometheus' text format 0.0.4. */
	async text(): Promise<string> {
		const { Registry } = promClient();
		return Registry.merge([this.#registry, processRegistry()]).metrics();
	}
}

function requestMetrics(register: Registry): Metrics["request"] {
	const { Counter, Histogram } = promClient();
	const total = new Counter({
		name: "http_requests_total",
		help: "Finished requests, by route; 499: the client disconnected first.",
		labelNames: ["method", "route", "status"] as const,
		registers: [register],
	});
	const duration = new Histogram({
		name: "http_request_duration_seconds",
		help: "Time from the head of a request to the last byte of its response.",
		labelNames: ["method", "route"] as const,
		buckets: REQUEST_SECONDS,
		registers: [register],
	});
	const errors = new Counter({
		name: "post_image_errors_total",
		help: "Requests answered with an error, by its code.",
		labelNames: ["code"] as const,
		registers: [register],
	});
	for (const code of Object.keys(ERROR_CATALOG)) errors.inc({ code }, 0);
	return ({ method: name, route = "unmatched", status, seconds, error }) => {
		const method = METHODS.has(name) ? name : "other";
		total.inc({ method, route, status });
		duration.observe({ method, route }, seconds);
		if (error !== undefined) errors.inc({ code: error });
	};
}

function stepMetrics(register: Registry): OnStep {
	const histogram = new (promClient().Histogram)({
		name: "post_image_render_step_seconds",
		help: "Duration of one step: fetch (the images of a request), wait (for the request's turn), queue (of a slide, for a process), layout, decode, raster, encode (of a slide or a shared picture), store (the images of an answer).",
		labelNames: ["step"] as const,
		buckets: STEP_SECONDS,
		registers: [register],
	});
	for (const step of RENDER_STEPS) histogram.zero({ step });
	return (step, seconds) => histogram.observe({ step }, seconds);
}

function slideMetrics(register: Registry): Metrics["slidesDrawn"] {
	const counter = new (promClient().Counter)({
		name: "post_image_slides_rendered_total",
		help: "Slides of renders that succeeded.",
		labelNames: ["format"] as const,
		registers: [register],
	});
	for (const format of [...ENUMS.outputFormat, "pdf"]) counter.inc({ format }, 0);
	return (format, count) => counter.inc({ format }, count);
}

function pixelMetrics(register: Registry): Metrics["pixelsDrawn"] {
	const counter = new (promClient().Counter)({
		name: "post_image_pixels_rendered_total",
		help: "Pixels of the PNG, JPEG and WebP images of renders that succeeded, after scale.",
		labelNames: ["format"] as const,
		registers: [register],
	});
	for (const format of PIXEL_FORMATS) counter.inc({ format }, 0);
	return (format, pixels) => counter.inc({ format }, pixels);
}

function processMetrics(register: Registry): Metrics["processReplaced"] {
	const counter = new (promClient().Counter)({
		name: "post_image_render_process_restarts_total",
		help: "Replaced render processes: crashed, threw an error, took too long (timeout), did not stop an aborted job, or reached their planned end (retired).",
		labelNames: ["reason"] as const,
		registers: [register],
	});
	for (const reason of REPLACEMENT_REASONS) counter.inc({ reason }, 0);
	return (reason) => counter.inc({ reason });
}

function fetchMetrics(register: Registry): Metrics["fetched"] {
	const { Counter, Histogram } = promClient();
	const total = new Counter({
		name: "post_image_fetches_total",
		help: "Fetches of remote images: ok, the reason of failure, or aborted with the request.",
		labelNames: ["outcome"] as const,
		registers: [register],
	});
	const duration = new Histogram({
		name: "post_image_fetch_duration_seconds",
		help: "Duration of a fetch, successful or not, without waiting for a free connection.",
		buckets: FETCH_SECONDS,
		registers: [register],
	});
	const bytes = new Counter({
		name: "post_image_fetched_bytes_total",
		help: "Bytes of fetched remote images.",
		registers: [register],
	});
	for (const outcome of FETCH_OUTCOMES) total.inc({ outcome }, 0);
	return ({ outcome, seconds, bytes: size }) => {
		total.inc({ outcome });
		duration.observe(seconds);
		bytes.inc(size);
	};
}

function linkMetrics(register: Registry): RenderMetrics["link"] {
	const counter = new (promClient().Counter)({
		name: "post_image_links_total",
		help: "Answered links: drawn (rendered now), memory or store (rendered before), joined (another request was already rendering it), not_modified and head (no image sent).",
		labelNames: ["outcome"] as const,
		registers: [register],
	});
	for (const outcome of LINK_OUTCOMES) counter.inc({ outcome }, 0);
	return (outcome) => counter.inc({ outcome });
}

function batchMetrics(register: Registry): Metrics["batchRow"] {
	const counter = new (promClient().Counter)({
		name: "post_image_batch_rows_total",
		help: "Rows of batches: drawn or failed.",
		labelNames: ["outcome"] as const,
		registers: [register],
	});
	for (const outcome of ["drawn", "failed"]) counter.inc({ outcome }, 0);
	return (drawn) => counter.inc({ outcome: drawn ? "drawn" : "failed" });
}

function jobMetrics(register: Registry): Metrics["jobRows"] {
	const counter = new (promClient().Counter)({
		name: "post_image_job_rows_total",
		help: "Rows of jobs that this process rendered, or that failed in it. If a chunk is rendered again, its rows count again.",
		labelNames: ["outcome"] as const,
		registers: [register],
	});
	for (const outcome of ["drawn", "failed"]) counter.inc({ outcome }, 0);
	return ({ drawn, failed }) => {
		counter.inc({ outcome: "drawn" }, drawn);
		counter.inc({ outcome: "failed" }, failed);
	};
}

function outageMetrics(register: Registry, state: () => ServiceState): Metrics["outage"] {
	const { Counter, Gauge } = promClient();
	const counter = new Counter({
		name: "post_image_outages_total",
		help: "Outages of Redis and of the object store, by what failed first and, during an outage, next: READONLY, OOM, refused (no connection), timeout, 5xx, and so on.",
		labelNames: ["dependency", "kind"] as const,
		registers: [register],
	});
	for (const dependency of DEPENDENCIES)
		for (const kind of OUTAGE_KINDS) counter.inc({ dependency, kind }, 0);
	new Gauge({
		name: "post_image_outage",
		help: "1 during an outage of Redis or of the object store, otherwise 0.",
		labelNames: ["dependency"] as const,
		registers: [register],
		collect() {
			const { isAway } = state();
			for (const dependency of DEPENDENCIES) this.set({ dependency }, isAway(dependency) ? 1 : 0);
		},
	});
	return (dependency, kind) => counter.inc({ dependency, kind });
}

function webhookMetrics(register: Registry): Metrics["webhook"] {
	const counter = new (promClient().Counter)({
		name: "post_image_webhooks_total",
		help: "Calls of webhooks: delivered, or why not (a class of status codes, or a reason).",
		labelNames: ["outcome"] as const,
		registers: [register],
	});
	for (const outcome of WEBHOOK_OUTCOMES) counter.inc({ outcome }, 0);
	return (outcome) => counter.inc({ outcome });
}

function storeMetrics(register: Registry): Metrics["stored"] {
	const { Counter, Histogram } = promClient();
	const total = new Counter({
		name: "post_image_store_operations_total",
		help: "Operations on the stores of temporary images and of the pictures of links; missing: the image does not exist.",
		labelNames: ["operation", "outcome"] as const,
		registers: [register],
	});
	const duration = new Histogram({
		name: "post_image_store_operation_seconds",
		help: "Time of an operation on the stores of images.",
		labelNames: ["operation"] as const,
		buckets: STORE_SECONDS,
		registers: [register],
	});
	const written = new Counter({
		name: "post_image_store_written_bytes_total",
		help: "Bytes of the images that were stored.",
		registers: [register],
	});
	for (const operation of STORE_OPERATIONS) {
		for (const outcome of STORE_OUTCOMES) total.inc({ operation, outcome }, 0);
	}
	return ({ operation, outcome, seconds, bytes }) => {
		total.inc({ operation, outcome });
		duration.observe({ operation }, seconds);
		written.inc(bytes);
	};
}
