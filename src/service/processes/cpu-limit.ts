import { imageError, ServiceError } from "../../base/errors.js";
import { IMAGE_STAGE } from "../../engine/stage.js";
import type { DeadlineJob } from "./deadline.js";
import type { ProcessUsage } from "./process-usage.js";

/** Interval at which a busy process is checked. Milliseconds. */
const INTERVAL_MS = 100;
/**
 * A remote SVG that takes longer is aborted: one and a half times its maximum price. Seconds of one
 * core.
 */
const VECTOR_SECONDS = 3;
/** Additional memory that a remote SVG may use. Bytes. */
const VECTOR_BYTES = 400 * 1024 * 1024;
/**
 * A job that takes longer is aborted: two and a half times the maximum price of a slide. Seconds of
 * one core.
 */
const JOB_SECONDS = 25;

/** What checking a job in a process needs. */
export interface LimitedJob extends DeadlineJob {
	/** JSON pointer of what the job draws, for example "/slides/0". */
	readonly path: string;
	/** Called with the usage since the last call. Seconds of one core. */
	used(seconds: number): void;
}

/**
 * Checks what the job really uses, in case its price was estimated too low. It measures processor
 * time, so that a busy machine does not count against a document.
 * @returns call it when the job has ended
 */
export function watchCpuLimit(job: LimitedJob): () => void {
	const start = job.usage();
	if (start === undefined) return () => undefined;
	let told = start.cpuSeconds;
	/** When the current stage was first seen, and the usage by then. */
	let stageSince: number | undefined;
	let stageStart = start;
	const tell = (now: ProcessUsage) => {
		job.used(now.cpuSeconds - told);
		told = now.cpuSeconds;
	};
	const look = () => {
		const now = job.usage();
		if (now === undefined) return;
		tell(now);
		const stage = job.stage();
		if (stage?.began !== stageSince) {
			stageSince = stage?.began;
			stageStart = now;
		}
		if (stage?.name === IMAGE_STAGE && stage.vector && stage.path !== undefined) {
			const seconds = now.cpuSeconds - stageStart.cpuSeconds;
			const bytes = now.rss - stageStart.rss;
			if (seconds > VECTOR_SECONDS - INTERVAL_MS / 500 || bytes > VECTOR_BYTES)
				job.end(imageError("too_complex", stage.path));
		} else if (now.cpuSeconds - start.cpuSeconds > JOB_SECONDS) {
			job.end(new ServiceError("too_complex", { details: { path: stage?.path ?? job.path } }));
		}
	};
	const timer = setInterval(look, INTERVAL_MS);
	return () => {
		clearInterval(timer);
		const now = job.usage();
		if (now !== undefined) tell(now);
	};
}
