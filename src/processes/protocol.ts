import { type Static, Type } from "@sinclair/typebox";
import { IMAGE_TYPES, type ImageType, PDF_TYPE } from "../contract/formats.js";
import { StringEnum } from "../contract/schema.js";
import { WarningsSchema } from "../contract/warning.js";
import type { ImageNeed } from "../images/need.js";
import type { SlideJob } from "../render/job.js";
import type { DrawStep } from "../render/steps.js";
import type { FrameLimits } from "./channel.js";

/**
 * What the two sides say to each other. A request is answered by one of
 * rendered, prepared, measured, font, failed or threw.
 */

/** To the process. The blobs are, in this order, the sources and the bitmaps' data. */
export interface DrawRequest {
	readonly type: "draw";
	readonly job: SlideJob;
	/** As in DrawOptions. */
	readonly spareCore?: boolean;
	readonly sources: readonly string[];
	readonly bitmaps: readonly {
		readonly key: string;
		readonly width: number;
		readonly height: number;
		readonly channels: 3 | 4;
		readonly source?: { readonly width: number; readonly height: number };
	}[];
}

/** To the process. One blob: the encoded image. */
export interface PrepareRequest {
	readonly type: "prepare";
	readonly need: ImageNeed;
}

/** To the process. */
export interface MeasureRequest {
	readonly type: "measure";
	readonly job: SlideJob;
}

/** To a process that reads fonts. One blob: the file. */
export interface FontRequest {
	readonly type: "font";
}

export type JobRequest = DrawRequest | PrepareRequest | MeasureRequest | FontRequest;

const Size = Type.Integer({ minimum: 0, maximum: 50_000_000 });
const Rss = Type.Number({ minimum: 0 });
const Seconds = Type.Optional(Type.Number({ minimum: 0, maximum: 3_600 }));
/** Time by step. */
const Steps = Type.Object(
	{ layout: Seconds, decode: Seconds, raster: Seconds, encode: Seconds } satisfies Record<
		DrawStep,
		unknown
	>,
	{ additionalProperties: false },
);

/**
 * From the process. It handled hostile bytes, so what it says is checked like a
 * client's word.
 */
export const ReplySchema = Type.Union([
	/** The modules are loaded; jobs are welcome. */
	Type.Object({ type: Type.Literal("ready") }),
	/** The first job will find everything loaded. */
	Type.Object({ type: Type.Literal("warm") }),
	Type.Object({
		type: Type.Literal("rendered"),
		mimeType: StringEnum<ImageType | typeof PDF_TYPE>([...IMAGE_TYPES, PDF_TYPE]),
		width: Size,
		height: Size,
		...WarningsSchema.properties,
		rss: Rss,
		steps: Steps,
	}),
	Type.Object({
		type: Type.Literal("prepared"),
		width: Size,
		height: Size,
		channels: Type.Union([Type.Literal(3), Type.Literal(4)]),
		source: Type.Optional(Type.Object({ width: Size, height: Size })),
		rss: Rss,
		steps: Steps,
	}),
	/** One blob: the MeasuredSlide as JSON. */
	Type.Object({
		type: Type.Literal("measured"),
		...WarningsSchema.properties,
		rss: Rss,
		steps: Steps,
	}),
	/** One blob: FontFacts or a fault, as JSON. */
	Type.Object({ type: Type.Literal("font"), rss: Rss, steps: Steps }),
	/** A ServiceError: the client's to read. */
	Type.Object({
		type: Type.Literal("failed"),
		code: Type.String(),
		message: Type.String(),
		details: Type.Record(Type.String(), Type.Unknown()),
		retryAfter: Type.Optional(Type.Number()),
		rss: Rss,
	}),
	/** Any other exception, its kind and its frames: the log's to read, and the end of the process. */
	Type.Object({ type: Type.Literal("threw"), message: Type.String() }),
]);
export type Reply = Static<typeof ReplySchema>;
/** A reply that ends a job. */
export type Answer = Exclude<Reply, { type: "ready" | "warm" }>;

/** The document (with its data URLs) is in the header; the images of a slide are the blobs. */
export const REQUEST_LIMITS: FrameLimits = {
	maxHeaderBytes: 256 * 1024 * 1024,
	maxBlobs: 4_096,
	maxBlobBytes: 1024 * 1024 * 1024,
};

/** A bitmap or a picture; the SVG of a slide holds its images as text. */
export const REPLY_LIMITS: FrameLimits = {
	maxHeaderBytes: 256 * 1024,
	maxBlobs: 1,
	maxBlobBytes: 192 * 1024 * 1024,
};

/** Descriptors of a render process: the socket, and the record of its stage. */
export const CHANNEL_FD = 3;
export const STAGE_FD = 4;
/** The pack with the operator's fonts, where there is one. */
export const FONTS_FD = 5;
