import type { Registry } from "prom-client";
import type { JobStats } from "../service/jobs/jobs.js";
import { promClient } from "./prom-client.js";

/**
 * Maximum age of a cached reply of the queue, because the gauges are read together. Milliseconds.
 */
const STATS_AGE_MS = 200;

/**
 * Gauges of the job queue; with Redis, of all replicas. @param stats called when metrics are read;
 * if it fails, there are no series
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
		"Chunks of jobs that wait for their turn, on all replicas. Use it for scaling.",
		({ waitingChunks }) => waitingChunks,
	);
	gauge(
		"post_image_job_rows_waiting",
		"Rows of jobs that wait for their turn, on all replicas.",
		({ waitingRows }) => waitingRows,
	);
	gauge(
		"post_image_job_rows_in_flight",
		"Rows of chunks that are being rendered, on all replicas.",
		({ rowsInFlight }) => rowsInFlight,
	);
	gauge(
		"post_image_job_oldest_seconds",
		"Age of the oldest job that has a chunk waiting; 0 when none waits.",
		({ oldestSeconds }) => oldestSeconds,
	);
	gauge(
		"post_image_job_kept_bytes",
		"Size of all stored jobs, as it counts towards the limits: rows, pictures, manifests, and 256 kB for each job.",
		({ keptBytes }) => keptBytes,
	);
	gauge(
		"post_image_job_kept_max_bytes",
		"Maximum size of all stored jobs.",
		({ maxKeptBytes }) => maxKeptBytes,
	);
}
