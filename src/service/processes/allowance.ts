import { IMAGE_STAGE, type Stage } from "../../engine/stage.js";
import { imageError, ServiceError } from "../../errors/errors.js";
import type { ProcessUsage } from "./process-usage.js";

/** Between two looks at a process that works. Milliseconds. */
const INTERVAL_MS = 100;
/** A vector picture from outside that takes more is ended: half as much again as it may cost. Seconds of one core. */
const VECTOR_SECONDS = 3;
/** Memory that it may add. Bytes. */
const VECTOR_BYTES = 400 * 1024 * 1024;
/** A job that takes more is ended: twice and a half what a slide may cost. Seconds of one core. */
const JOB_SECONDS = 25;

/** A job in a process, as its allowance sees it. */
export interface AllowedJob {
	/** What the process has taken so far; undefined where nobody knows. */
	usage(): ProcessUsage | undefined;
	/** What the process is at. */
	stage(): Stage | undefined;
	/** JSON pointer of what the job draws, as "/slides/0". */
	readonly path: string;
	/** Told of what it has taken since the last time. Seconds of one core. */
	used(seconds: number): void;
	/** Ends the job and its process. */
	end(error: ServiceError): void;
}

/**
 * Watches what a job really takes, should its price have been reckoned wrong. It
 * counts processor time, so that a busy machine is no fault of a document.
 * @returns to be called when the job is over
 */
export function watchAllowance(job: AllowedJob): () => void {
	const start = job.usage();
	if (start === undefined) return () => undefined;
	let told = start.cpuSeconds;
	/** Where the present stage was first seen, and with what. */
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
