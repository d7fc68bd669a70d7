import { ServiceError } from "../../base/errors.js";
import { blamesImage, deathError, type Stage } from "../../engine/stage.js";
import type { ProcessUsage } from "./process-usage.js";

/** A job may take this share of a long time limit, and at least this time in any case. */
const JOB_MS = 30_000;
const JOB_SHARE = 1 / 8;
/**
 * A picture is only blamed for a timeout if its process got this share of a core: 1 s of 30 s. With
 * less, the machine was busy with other work.
 */
const BLAME_SHARE = 1 / 32;

/** What the deadline of a render needs of a running job. */
export interface DeadlineJob {
	/** The current stage of the process. */
	stage(): Stage | undefined;
	/** What the process has used so far; undefined if that is not known. */
	usage(): ProcessUsage | undefined;
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
	/** Running jobs, and what their processes had used when they started. Seconds of one core. */
	readonly #jobs = new Map<DeadlineJob, number | undefined>();
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
			this.#timer = setTimeout(() => this.#expire([...this.#jobs.keys()], this.#ms), this.#leftMs);
		}
		this.#jobs.set(job, job.usage()?.cpuSeconds);
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
		const stages = jobs.filter((job) => this.#computed(job, limitMs)).map((job) => job.stage());
		const blamed = stages.find((stage) => blamesImage(stage, limitMs));
		const error = blamed ? deathError(blamed) : new ServiceError("render_timeout");
		for (const job of jobs) job.end(error);
	}

	/** Whether the process of a job had enough of a core for its picture to be blamed. */
	#computed(job: DeadlineJob, limitMs: number): boolean {
		const [before, now] = [this.#jobs.get(job), job.usage()?.cpuSeconds];
		if (before === undefined || now === undefined) return true;
		return now - before >= (limitMs / 1_000) * BLAME_SHARE;
	}
}
