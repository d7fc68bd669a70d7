import { createHash } from "node:crypto";
import type { Mode, OutputFormat, StepperStyle } from "../contract/enums.js";
import type { ImageType, PDF_TYPE } from "../contract/formats.js";
import type { SizedCanvas } from "../contract/platforms.js";
import type { CommonLayers, Slide } from "../contract/render-request.js";
import type { WarningCode, Warnings } from "../contract/warning.js";
import type { ImageNeed, PreparedImage } from "./images/need.js";
import type { MeasuredLayout } from "./report/measure-slide.js";
import type { ReplacedPicture } from "./report/picture-warnings.js";
import type { GroupSizes } from "./scene/scene.js";
import type { StepClock } from "./steps.js";
import type { FontLibrary } from "./text/fonts/library.js";
import type { FontFacts } from "./text/fonts/operator-fonts.js";

/** The output of a slide: an image, or a page of a PDF. */
export type SlideFormat = OutputFormat | "pdf";

/** One slide to draw, with the necessary context of its request. */
export interface SlideJob extends SizedCanvas {
	readonly slide: Slide;
	/** Layers of every slide. */
	readonly common?: CommonLayers;
	/** The layers across all slides begin on the right. Default: false. */
	readonly acrossRtl?: boolean;
	/** Font family of texts in layers without one; default: the built-in one. */
	readonly font?: string;
	/** Index of the slide in its request, from 0. */
	readonly slideIndex: number;
	/** Index among the slides that are not left out, from 0; default: `slideIndex`. */
	readonly position?: number;
	readonly slideCount: number;
	/** Output pixels per export pixel; default 1. */
	readonly scale?: number;
	/** Colour of the active part of the stepper, from the brand. */
	readonly stepperColor: string;
	readonly mode: Mode;
	readonly stepperStyle: StepperStyle;
	/** Codes of warnings that are not reported. */
	readonly ignoreWarnings?: readonly WarningCode[];
	/** Pictures that could not be had. */
	readonly replaced?: readonly ReplacedPicture[];
	/** Font sizes of the fit groups, over all slides of the document. */
	readonly fitSizes?: GroupSizes;
	readonly format: SlideFormat;
	/** Quality of a lossy format, or of the photos on a page. Default 90. */
	readonly quality?: number;
	/** Largest size of a picture in a lossy format, bytes. */
	readonly maxBytes?: number;
	/**
	 * Further slides with the same pictures may follow, so the process keeps the pictures that it
	 * prepares.
	 */
	readonly keepPictures?: boolean;
	/**
	 * Whether the image is returned as base64. The render process encodes it, in parallel with other
	 * slides.
	 */
	readonly base64?: boolean;
}

/** The output format of a request. */
export type SlideOutput = Pick<SlideJob, "format" | "quality" | "maxBytes" | "base64">;

/** The pictures of one slide. */
export interface SlideImages {
	/** Encoded bytes by `src`, for images that the render process decodes itself. */
	readonly sources: ReadonlyMap<string, Uint8Array>;
	/** Images that are already cropped and scaled, by `bitmapKey(src, need)`. */
	readonly bitmaps: ReadonlyMap<string, PreparedImage>;
}

export interface RenderedSlide extends Warnings {
	/** Media type; that of a PDF for a page, which is only a part of a PDF (see pdf-page.ts). */
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
 * Reports the next step, so that the parent knows it if the process crashes or hangs. Call it
 * before each step that takes more than a moment.
 * @param stage `IMAGE_STAGE`, or any other word
 * @param path JSON pointer of the current field, such as "/slides/0/image"
 * @param vector whether it is a vector picture
 */
export type Progress = (stage: string, path?: string, vector?: boolean) => void;

/** The environment of a drawing, which does not affect the picture. */
export interface DrawOptions {
	/** Measures the time of the steps. */
	readonly clock?: StepClock;
	/** A core is idle, so a second thread may draw. */
	readonly spareCore?: boolean;
}

export type DrawSlide = (
	job: SlideJob,
	images: SlideImages,
	progress: Progress,
	options?: DrawOptions,
) => Promise<RenderedSlide>;

/** The exports of the module that draws. */
export interface DrawModule {
	readonly drawSlide: DrawSlide;
	/** Lays out a slide without its images and without drawing it. */
	readonly measureSlide?: (job: SlideJob) => Promise<MeasuredLayout>;
	/** The font sizes of the fit groups that this slide alone determines. */
	readonly groupSizes?: (job: SlideJob) => Promise<GroupSizes>;
	/**
	 * Makes the operator's fonts available. If it is called, it must be the first call.
	 * @param packFd descriptor of a font pack, which must stay open
	 */
	readonly useFonts?: (packFd: number) => void;
	/** The fonts, for text in pictures. */
	readonly fonts?: () => Promise<FontLibrary>;
	/** The facts about a font file of the operator, or why it cannot be used. */
	readonly inspectFont?: (bytes: Uint8Array) => Promise<FontFacts | { readonly fault: string }>;
	/**
	 * Loads what the first slide needs (fonts, WebAssembly). Runs once, before the first job, which
	 * waits for it.
	 * @param goOn gives a job the chance to arrive, and resolves to false if one has
	 */
	readonly warmUp?: (goOn: () => Promise<boolean>) => void | Promise<void>;
}

/** The exports of the module that decodes pictures. */
export interface PrepareModule {
	readonly prepareImage: (
		bytes: Uint8Array,
		need: ImageNeed,
		options?: { readonly fonts?: FontLibrary | undefined },
	) => Promise<PreparedImage>;
}

const LONG_SRC = 128;

/**
 * The key of the bitmap that a source and a need produce: places in a document with the same key
 * can share a bitmap. `need.path` does not matter.
 */
export function bitmapKey(src: string, need: ImageNeed): string {
	const { region } = need;
	return JSON.stringify([
		// The source may be a data URL of megabytes, and the key is sent with each slide.
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
		need.scale ?? 1,
		need.flip ?? null,
		need.focus ?? null,
		need.filter ?? null,
		need.border ?? null,
	]);
}
