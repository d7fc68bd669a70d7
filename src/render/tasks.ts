import { ERROR_CATALOG, type ErrorCode, imageError, ServiceError } from "../errors.js";
import type { Bitmap } from "../images/bitmap.js";
import type { ImageNeed } from "../images/need.js";
import type { Answer } from "./child.js";
import { IMAGE_STAGE, type RenderedSlide, type SlideImages, type SlideJob } from "./job.js";
import type { JobRequest } from "./protocol.js";
import type { Stage } from "./stage-record.js";

/** A job as the pool carries it: what to send, and how to read the answer. */
export interface Task<T> {
	readonly request: JobRequest;
	readonly blobs: readonly Uint8Array[];
	/** @returns undefined when the answer is not one to this request */
	read(answer: Answer, blob: Buffer): T | undefined;
}

export function drawTask(job: SlideJob, images: SlideImages): Task<RenderedSlide> {
	const bitmaps = [...images.bitmaps].map(([key, { width, height, channels }]) => ({
		key,
		width,
		height,
		channels,
	}));
	return {
		request: { type: "draw", job, sources: [...images.sources.keys()], bitmaps },
		blobs: [
			...images.sources.values(),
			...[...images.bitmaps.values()].map((bitmap) => bitmap.data),
		],
		read(answer, bytes) {
			if (answer.type !== "rendered") return undefined;
			const { mimeType, width, height } = answer;
			const base64 = mimeType === "image/png" && job.base64;
			return { mimeType, width, height, bytes, ...(base64 && { base64 }) };
		},
	};
}

export function prepareTask(need: ImageNeed, bytes: Uint8Array): Task<Bitmap> {
	return {
		request: { type: "prepare", need },
		blobs: [bytes],
		read(answer, data) {
			if (answer.type !== "prepared") return undefined;
			const { width, height, channels } = answer;
			return data.length === width * height * channels
				? { width, height, channels, data }
				: undefined;
		},
	};
}

/** The ServiceError that the drawing threw, as it was; undefined for a code that does not exist. */
export function carriedError(
	answer: Extract<Answer, { type: "failed" }>,
): ServiceError | undefined {
	const { code, message, details, retryAfter } = answer;
	if (!Object.hasOwn(ERROR_CATALOG, code)) return undefined;
	return new ServiceError(code as ErrorCode, {
		message,
		details,
		...(retryAfter === undefined ? {} : { retryAfter }),
	});
}

/** A process died at its job: the picture's fault when it was at one. */
export function deathError(stage: Stage | undefined): ServiceError {
	return stage?.name === IMAGE_STAGE && stage.path !== undefined
		? imageError("too_complex", stage.path)
		: new ServiceError("internal_error");
}

/**
 * A job took too long: the picture's fault when the last step was at one and had
 * a quarter of the time to itself; a late one only happened to be at hand.
 */
export function timeoutError(stage: Stage | undefined, timeoutMs: number): ServiceError {
	return blamesImage(stage, timeoutMs) ? deathError(stage) : new ServiceError("render_timeout");
}

/** Whether a stage is at a picture that had a quarter of the time to itself. */
export function blamesImage(stage: Stage | undefined, timeoutMs: number): boolean {
	return (
		stage?.name === IMAGE_STAGE &&
		stage.path !== undefined &&
		performance.now() - stage.since >= timeoutMs / 4
	);
}
