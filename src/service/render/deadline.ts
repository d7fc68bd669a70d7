import { blamesImage, type Stage, timeoutError } from "../../engine/stage.js";
import type { ServiceError } from "../../errors/errors.js";

/** The least that one job may take of a long deadline, and the share that it may take. */
const JOB_MS = 30_000;
const JOB_SHARE = 1 / 8;

/** A job that runs in a process, as the deadline of its render sees it. */
export interface DeadlineJob {
	/** What the process is at. */
	stage(): Stage | undefined;
	/** Ends the job, and its process, which may hang. */
	end(error: ServiceError): void;
}

/**
 * The time that a render has in the processes, all its slides together. It passes
 * while at least one of its jobs is in a process: waiting for one that others
 * keep busy costs nothing. A single job has an eighth of it, or 30 s if that is
 * more, so that one that hangs is found before all the time is gone.
 */
export class Deadline {
	readonly #ms: number;
	readonly #jobMs: number;
	readonly #jobs = new Set<DeadlineJob>();
	#leftMs: number;
	#since = 0;
	#timer: NodeJS.Timeout | undefined;

	/** @param ms time for all jobs of the render. Milliseconds */
	constructor(ms: number) {
		this.#ms = ms;
		this.#jobMs = Math.min(ms, Math.max(JOB_MS, ms * JOB_SHARE));
		this.#leftMs = ms;
	}

	/**
	 * A job got its process.
	 * @returns to be called when it has left it
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

	/** Ends jobs with one error for all: that of the image that took the time, if one did. */
	#expire(jobs: readonly DeadlineJob[], limitMs: number): void {
		const stages = jobs.map((job) => job.stage());
		const error = timeoutError(
			stages.find((stage) => blamesImage(stage, limitMs)),
			limitMs,
		);
		for (const job of jobs) job.end(error);
	}
}
