import { blamesImage, type Stage, timeoutError } from "../../engine/stage.js";
import type { ServiceError } from "../../errors/errors.js";

/** A job may take this share of a long time limit, and at least this time in any case. */
const JOB_MS = 30_000;
const JOB_SHARE = 1 / 8;

/** What the deadline of a render needs of a running job. */
export interface DeadlineJob {
	/** The current stage of the process. */
	stage(): Stage | undefined;
	/** Aborts the job and kills its process, which may hang. */
	end(error: ServiceError): void;
}

/**
 * The time limit of a render in the render processes, for all its slides together. It only runs
 * while at least one of its jobs is in a process, so waiting for a process does not count. A single
 * job may take an eighth of it, or 30 s if that is more, so that a job that hangs is detected
 * before all the time is used.
 */
export class Deadline {
	readonly #ms: number;
	readonly #jobMs: number;
	readonly #jobs = new Set<DeadlineJob>();
	#leftMs: number;
	#since = 0;
	#timer: NodeJS.Timeout | undefined;

	/** @param ms time limit of all jobs of the render. Milliseconds */
	constructor(ms: number) {
		this.#ms = ms;
		this.#jobMs = Math.min(ms, Math.max(JOB_MS, ms * JOB_SHARE));
		this.#leftMs = ms;
	}

	/**
	 * Call when a job has got its process.
	 * @returns call it when the job has left the process
	 */
	start(job: DeadlineJob): () => void {
		if (this.#jobs.size === 0) {
			this.#since = performance.now();
			this.#timer = setTimeout(() => this.#expire([...this.#jobs], this.#ms), this.#leftMs);
		}
		this.#jobs.add(job);
		const timer = setTimeout(() => this.#expire([job], this.#jobMs), this.#jobMs);
		return () => {
			clearTimeout(timer);
			if (!this.#jobs.delete(job) || this.#jobs.size > 0) return;
			clearTimeout(this.#timer);
			this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#since));
		};
	}

	/**
	 * Aborts all jobs with the same error: that of the image that used up the time, if there is one.
	 */
	#expire(jobs: readonly DeadlineJob[], limitMs: number): void {
		const stages = jobs.map((job) => job.stage());
		const error = timeoutError(
			stages.find((stage) => blamesImage(stage, limitMs)),
			limitMs,
		);
		for (const job of jobs) job.end(error);
	}
}
