/** Renders slides in separate processes; the interface for the rest of the service. */

import type { ImageNeed, PreparedImage } from "../../engine/images/need.js";
import type { RenderedSlide, SlideImages, SlideJob } from "../../engine/job.js";
import type { MeasuredLayout } from "../../engine/report/measure-slide.js";
import type { GroupSizes } from "../../engine/scene/scene.js";
import type { OnStep } from "../../engine/steps.js";
import type { Deadline } from "./deadline.js";

/** The client of a job, and when to abort it. */
export interface Caller {
	/** Aborts the work: at once while it waits, and soon after while it is drawing. */
	readonly signal: AbortSignal;
	/** The client that the job is scheduled for. */
	readonly client: string;
	/** Called for each step, for the log and the metrics. */
	readonly onStep?: OnStep | undefined;
	/** Host and port of the client's request, to recognise the service's own images. */
	readonly host?: string | undefined;
	/** Id of the request, for the log. */
	readonly requestId?: string | undefined;
	/**
	 * Whether no client waits for the response: see AcceptOptions in service/admission.ts. Default
	 * false.
	 */
	readonly background?: boolean;
	/**
	 * The batch that the document belongs to: its other documents may show the same images. Default:
	 * none.
	 */
	readonly batch?: object;
}

export interface RenderOptions extends Caller {
	/** The time limit of the render that the job belongs to. */
	readonly deadline: Deadline;
	/** Whether the render is one slide that is certainly fast: see `isLightSlide`. Default false. */
	readonly light?: boolean;
}

export interface RendererHealth {
	/** Whether slides can be drawn now or in a moment. */
	readonly ok: boolean;
	/**
	 * If not, the reason: the service is shutting down, no process starts, or signals have stopped all
	 * of them.
	 */
	readonly reason?: "closing" | "no_process" | "stopped";
	/** Number of processes that are ready. */
	readonly processes: number;
	readonly busy: number;
	readonly queued: number;
	/** Whether processes do not start, or have died often in the last minute. */
	readonly degraded: boolean;
}

/**
 * Draws in separate processes. In addition to the errors of the drawing code, it throws overloaded;
 * render_timeout; remote_image_failed (too_complex) if a picture crashed or blocked its process;
 * internal_error; the reason of the signal.
 */
export interface Renderer {
	drawSlide(job: SlideJob, images: SlideImages, options: RenderOptions): Promise<RenderedSlide>;
	/**
	 * Decodes, crops and scales an image once, for several slides.
	 * @param bytes the encoded image; must not change before the promise settles
	 */
	prepareImage(need: ImageNeed, bytes: Uint8Array, options: RenderOptions): Promise<PreparedImage>;
	/**
	 * Lays out a slide without its images.
	 * @throws ServiceError also invalid_render_request for too many lines
	 */
	measureSlide(job: SlideJob, options: RenderOptions): Promise<MeasuredLayout>;
	/** Lays out a slide and returns the sizes of its fit groups. */
	groupSizes(job: SlideJob, options: RenderOptions): Promise<GroupSizes>;
	health(): RendererHealth;
	/** Resolves when a process is ready, or when none will be. */
	whenReady?(): Promise<void>;
	/**
	 * Rejects new jobs, aborts waiting and running ones, and waits until the processes have ended.
	 */
	close(): Promise<void>;
}
