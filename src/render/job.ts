import { createHash } from "node:crypto";
import type { Mode, OutputFormat, StepperStyle } from "../contract/enums.js";
import type { ImageType, PDF_TYPE } from "../contract/formats.js";
import type { PlatformId } from "../contract/platforms.js";
import type { Slide } from "../contract/render-request.js";
import type { Warnings } from "../contract/warning.js";
import type { ImageNeed, PreparedImage } from "../images/need.js";
import type { MeasuredLayout } from "../measure/measure-slide.js";
import type { FontFacts } from "../text/fonts/own-fonts.js";
import type { Deadline } from "./deadline.js";
import type { OnStep, StepClock } from "./steps.js";

/** What a slide can become: an image, or a page. */
export type SlideFormat = OutputFormat | "pdf";

/** One slide to draw, with what it must know of its request. */
export interface SlideJob {
	readonly slide: Slide;
	/** Index of the slide in its request, from 0. */
	readonly slideIndex: number;
	readonly slideCount: number;
	readonly platform: PlatformId;
	/** Colour of the stepper's active part, that of the brand. */
	readonly stepperColor: string;
	readonly mode: Mode;
	readonly stepperStyle: StepperStyle;
	readonly format: SlideFormat;
	/** Of a lossy format, or of the photographs on a page. Default 90. */
	readonly quality?: number;
	/** Bytes that a picture of a lossy format may have. */
	readonly maxBytes?: number;
	/** Whether pixels are wanted as base64 text: made where they were drawn, while other slides are. */
	readonly base64?: boolean;
}

/** What the slides of a request become. */
export type SlideOutput = Pick<SlideJob, "format" | "quality" | "maxBytes" | "base64">;

/** The pictures of one slide. */
export interface SlideImages {
	/** Encoded bytes by `src`, for images that the drawing process decodes itself. */
	readonly sources: ReadonlyMap<string, Uint8Array>;
	/** Images that were cut and scaled before, by `bitmapKey(src, need)`. */
	readonly bitmaps: ReadonlyMap<string, PreparedImage>;
}

export interface RenderedSlide extends Warnings {
	/** That of a PDF for a page, which is only a part of one: see pdf-page.ts. */
	readonly mimeType: ImageType | typeof PDF_TYPE;
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	readonly bytes: Buffer;
	/** The bytes are base64 text. */
	readonly base64?: boolean;
}

/**
 * Says what is about to be done, so that the parent knows it should the process
 * die or hang there. Call it before each step that takes more than a moment.
 * @param stage `IMAGE_STAGE`, or any other word
 * @param path JSON pointer of the field at work, as "/slides/0/image"
 * @param vector whether it is a vector picture
 */
export type Progress = (stage: string, path?: string, vector?: boolean) => void;

/** What a drawing is told of its surroundings; it does not show in the picture. */
export interface DrawOptions {
	/** Takes the time of the steps. */
	readonly clock?: StepClock;
	/** A core has nothing to do: a second thread may draw. */
	readonly spareCore?: boolean;
}

export type DrawSlide = (
	job: SlideJob,
	images: SlideImages,
	progress: Progress,
	options?: DrawOptions,
) => Promise<RenderedSlide>;

/** What the module that draws exports. */
export interface DrawModule {
	readonly drawSlide: DrawSlide;
	/** Lays out a slide without its images, and draws nothing. */
	readonly measureSlide?: (job: SlideJob) => Promise<MeasuredLayout>;
	/**
	 * Has the operator's fonts too, from now on; called before anything else, if at all.
	 * @param packFd descriptor of a font pack, which stays open
	 */
	readonly useFonts?: (packFd: number) => void;
	/** What a font file of an operator is, or why it is none. */
	readonly inspectFont?: (bytes: Uint8Array) => Promise<FontFacts | { readonly fault: string }>;
	/**
	 * Loads what the first slide needs (fonts, WebAssembly); run once, before the
	 * first job, which waits for its end.
	 * @param goOn resolves to false when a job has come, and lets it come
	 */
	readonly warmUp?: (goOn: () => Promise<boolean>) => void | Promise<void>;
}

/** What the module that decodes pictures exports. */
export interface PrepareModule {
	readonly prepareImage: (bytes: Uint8Array, need: ImageNeed) => Promise<PreparedImage>;
}

const LONG_SRC = 128;

/**
 * Names the bitmap that a source gives for a need: two places of a document that
 * have the same key can share one bitmap. `need.path` does not matter for it.
 */
export function bitmapKey(src: string, need: ImageNeed): string {
	const { region } = need;
	return JSON.stringify([
		// A data URL may have megabytes, and the key travels with each slide.
		src.length > LONG_SRC ? createHash("sha256").update(src).digest("base64url") : src,
		need.fit ?? "cover",
		need.boxWidth,
		need.boxHeight,
		region.left,
		region.top,
		region.width,
		region.height,
		need.cropX,
		need.cropY,
		need.radius,
		need.color,
		need.opacity,
	]);
}

export interface RenderOptions {
	/** Ends the job: at once while it waits, soon after when it is being drawn. */
	readonly signal: AbortSignal;
	/** Whose turn it is: jobs of different clients take turns. */
	readonly client: string;
	/** The time of the render that the job belongs to. */
	readonly deadline: Deadline;
	/** Told of each step of the job, for the log and the metrics. */
	readonly onStep?: OnStep | undefined;
	/** The render is one slide that surely takes little: see `isLightSlide`. Default false. */
	readonly light?: boolean;
	/** Host and port by which the client asks the service, to know its own images by. */
	readonly host?: string | undefined;
	/** Id of the request, for the log. */
	readonly requestId?: string | undefined;
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
	health(): RendererHealth;
	/** Resolves when a process is ready to draw, or none will be. */
	whenReady?(): Promise<void>;
	/** Refuses new jobs, ends those that still wait or run, and waits for the processes' end. */
	close(): Promise<void>;
}
