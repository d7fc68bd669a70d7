import type { ImageNeed } from "../images/need.js";
import type { SlideJob } from "../render/job.js";
import type { FrameLimits } from "./channel.js";

/**
 * What the two sides say to each other. A request is answered by one of
 * rendered, prepared, measured, font, failed or threw: see reply-schema.ts, which
 * render processes do not load, as TypeBox takes a tenth of a second of their start.
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
