import { createHash } from "node:crypto";
import type { Mode, OutputFormat, StepperStyle } from "../contract/enums.js";
import type { ImageType, PDF_TYPE } from "../contract/formats.js";
import type { SizedCanvas } from "../contract/platforms.js";
import type { CommonLayers, Slide } from "../contract/render-request.js";
import type { WarningCode, Warnings } from "../contract/warning.js";
import type { ImageNeed, PreparedImage } from "./images/need.js";
import type { MeasuredLayout } from "./report/measure-slide.js";
import type { GroupSizes } from "./scene/scene.js";
import type { StepClock } from "./steps.js";
import type { FontFacts } from "./text/fonts/operator-fonts.js";

/** What a slide can become: an image, or a page. */
export type SlideFormat = OutputFormat | "pdf";

/** One slide to draw, with what it must know of its request. */
export interface SlideJob extends SizedCanvas {
	readonly slide: Slide;
	/** Layers of every slide. */
	readonly common?: CommonLayers;
	/** Family of the texts in layers that name none; without it the built-in one. */
	readonly font?: string;
	/** Index of the slide in its request, from 0. */
	readonly slideIndex: number;
	/** Its position among the slides that are not left out, from 0; that of `slideIndex` unless it is given. */
	readonly position?: number;
	readonly slideCount: number;
	/** Output pixels per export pixel; default 1. */
	readonly scale?: number;
	/** Colour of the stepper's active part, that of the brand. */
	readonly stepperColor: string;
	readonly mode: Mode;
	readonly stepperStyle: StepperStyle;
	/** Codes of warnings that are left out. */
	readonly ignoreWarnings?: readonly WarningCode[];
	/** Sizes of the groups of texts that fit together, on all slides of the document. */
	readonly fitSizes?: GroupSizes;
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
	/** Pixels of the image. */
	readonly width: number;
	readonly height: number;
	/** Alternative text. */
	readonly alt: string;
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
	/** The sizes that the groups of texts need which fit together, as far as the slide alone knows. */
	readonly groupSizes?: (job: SlideJob) => Promise<GroupSizes>;
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
		need.zoom ?? 1,
		need.flip ?? null,
		need.focus ?? null,
		need.filter ?? null,
		need.border ?? null,
	]);
}
