import { LIMITS } from "../../contract/limits.js";
import type { ImageNeed } from "../../engine/images/need.js";
import type { SlideJob } from "../../engine/job.js";
import type { FrameLimits } from "./channel.js";

/**
 * The messages between the two sides. The answer to a request is rendered, prepared, measured,
 * groupSizes, font, failed or threw: see reply-schema.ts. Render processes do not load
 * that file, because TypeBox would take a tenth of a second of their start.
 */

/** To the process. The blobs are, in this order, the sources and the bitmaps' data. */
export interface DrawRequest {
	readonly type: "draw";
	readonly job: SlideJob;
	/** See DrawOptions. */
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

/** To the process. */
export interface GroupSizesRequest {
	readonly type: "groupSizes";
	readonly job: SlideJob;
}

/** To a process that reads fonts. One blob: the file. */
export interface FontRequest {
	readonly type: "font";
}

export type JobRequest =
	| DrawRequest
	| PrepareRequest
	| MeasureRequest
	| GroupSizesRequest
	| FontRequest;

/** The document (with its data URLs) is in the header; the images of a slide are the blobs. */
export const REQUEST_LIMITS: FrameLimits = {
	maxHeaderBytes: 256 * 1024 * 1024,
	maxBlobs: 4_096,
	maxBlobBytes: 1024 * 1024 * 1024,
};

/** Limit of the header of an answer: warnings with their values, or an error with its details. */
const MAX_ANSWER_HEADER = 131_072;
/**
 * Limit of a measured slide, or of the facts about a font, as JSON that this process parses. Bytes.
 */
const MAX_JSON_BYTES = 2_097_152;

/** Limits of messages without a request: the process is ready, or warm. */
export const IDLE_LIMITS: FrameLimits = { maxHeaderBytes: 64, maxBlobs: 0, maxBlobBytes: 0 };

/** Limits of the answer to each request. A bitmap has the requested size. */
export const ANSWER_LIMITS: Readonly<Record<JobRequest["type"], FrameLimits>> = {
	draw: answerOf(LIMITS.maxSlideBytes),
	prepare: answerOf(192 * 1024 * 1024),
	measure: answerOf(MAX_JSON_BYTES),
	groupSizes: answerOf(0),
	font: answerOf(MAX_JSON_BYTES),
};

function answerOf(maxBlobBytes: number): FrameLimits {
	return { maxHeaderBytes: MAX_ANSWER_HEADER, maxBlobs: 1, maxBlobBytes };
}

/** Descriptors of a render process: the socket, and the stage record. */
export const CHANNEL_FD = 3;
export const STAGE_FD = 4;
/** The pack with the operator's fonts, if there is one. */
export const FONTS_FD = 5;
