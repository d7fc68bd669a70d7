import type { Registry } from "prom-client";
import type { JobStats } from "../../service/jobs/jobs.js";
import { promClient } from "./prom-client.js";

/** How long an answer of the queue is reused: the gauges are read together. Milliseconds. */
const STATS_AGE_MS = 200;

/**
 * Gauges of the queue of jobs; with Redis, of all replicas together.
 * @param stats called when metrics are read; while it fails, the series are missing
 */
export function jobGauges(register: Registry, stats: () => Promise<JobStats>): void {
	let last: { readonly at: number; readonly stats: Promise<JobStats | undefined> } | undefined;
	const asked = () => {
		const now = performance.now();
		if (last === undefined || now - last.at >= STATS_AGE_MS)
			last = { at: now, stats: stats().catch(() => undefined) };
		return last.stats;
	};
	const gauge = (name: string, help: string, value: (stats: JobStats) => number) =>
		new (promClient().Gauge)({
			name,
			help,
			registers: [register],
			async collect() {
				const now = await asked();
				if (now === undefined) this.remove();
				else this.set(value(now));
			},
		});
	gauge(
		"post_image_job_chunks_waiting",
		"Waiting chunks of jobs, on all replicas. Scale workers on it.",
		({ waitingChunks }) => waitingChunks,
	);
	gauge(
		"post_image_job_rows_waiting",
		"Rows of waiting chunks, on all replicas.",
		({ waitingRows }) => waitingRows,
	);
	gauge(
		"post_image_job_rows_in_flight",
		"Rows of chunks that are being rendered, on all replicas.",
		({ rowsInFlight }) => rowsInFlight,
	);
	gauge(
		"post_image_job_oldest_seconds",
		"Age of the oldest job with a waiting chunk; 0 if none waits.",
		({ oldestSeconds }) => oldestSeconds,
	);
	gauge(
		"post_image_job_kept_bytes",
		"Stored bytes of all jobs, as counted for the limits: rows, pictures, manifests, and 256 kB for each job.",
		({ keptBytes }) => keptBytes,
	);
	gauge(
		"post_image_job_kept_max_bytes",
		"Limit of post_image_job_kept_bytes.",
		({ maxKeptBytes }) => maxKeptBytes,
	);
}
