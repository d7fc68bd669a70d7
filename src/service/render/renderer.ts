/** How slides are drawn in processes of their own, as the rest of the service sees it. */

import type { ImageNeed, PreparedImage } from "../../engine/images/need.js";
import type { RenderedSlide, SlideImages, SlideJob } from "../../engine/job.js";
import type { MeasuredLayout } from "../../engine/report/measure-slide.js";
import type { GroupSizes } from "../../engine/scene/scene.js";
import type { OnStep } from "../../engine/steps.js";
import type { Deadline } from "./deadline.js";

/** Who wants something drawn, and for how long. */
export interface Caller {
	/** Ends the work when it fires: at once while it waits, soon after when it is being drawn. */
	readonly signal: AbortSignal;
	/** Whose turn it is: those of different clients take turns. */
	readonly client: string;
	/** Told of each step, for the log and the metrics. */
	readonly onStep?: OnStep | undefined;
	/** Host and port by which the client asks the service, to know its own images by. */
	readonly host?: string | undefined;
	/** Id of the request, for the log. */
	readonly requestId?: string | undefined;
	/** Nobody waits for the answer: see AcceptOptions of service/admission.ts. Default false. */
	readonly background?: boolean;
}

export interface RenderOptions extends Caller {
	/** The time of the render that the job belongs to. */
	readonly deadline: Deadline;
	/** The render is one slide that surely takes little: see `isLightSlide`. Default false. */
	readonly light?: boolean;
}

export interface RendererHealth {
	/** Slides can be drawn, or will be in a moment. */
	readonly ok: boolean;
	/** Why not: the service ends, or no process starts. */
	readonly reason?: "closing" | "no_process";
	/** Processes that are ready. */
	readonly processes: number;
	readonly busy: number;
	readonly queued: number;
	/** Processes do not start, or have died often in the last minute. */
	readonly degraded: boolean;
}

/**
 * Draws in processes of their own. Errors besides those that the drawing throws:
 * overloaded; render_timeout; remote_image_failed (too_complex) when a picture
 * ended or hung its process; internal_error; the reason of the signal.
 */
export interface Renderer {
	renderSlide(job: SlideJob, images: SlideImages, options: RenderOptions): Promise<RenderedSlide>;
	/**
	 * Decodes, cuts and scales an image once, for slides that share it.
	 * @param bytes the encoded image; must not change before the promise settles
	 */
	prepareImage(need: ImageNeed, bytes: Uint8Array, options: RenderOptions): Promise<PreparedImage>;
	/** Lays out a slide without its images. @throws ServiceError invalid_render_request besides: too many lines */
	measureSlide(job: SlideJob, options: RenderOptions): Promise<MeasuredLayout>;
	/** Lays out a slide and tells the sizes of its groups of texts that fit together. */
	groupSizes(job: SlideJob, options: RenderOptions): Promise<GroupSizes>;
	health(): RendererHealth;
	/** Resolves when a process is ready to draw, or none will be. */
	whenReady?(): Promise<void>;
	/** Refuses new jobs, ends those that still wait or run, and waits for the processes' end. */
	close(): Promise<void>;
}
