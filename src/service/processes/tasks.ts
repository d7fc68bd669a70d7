import { TypeCompiler } from "@sinclair/typebox/compiler";
import { ERROR_CATALOG, type ErrorCode, ServiceError } from "../../base/errors.js";
import { beyondBounds } from "../../base/json-bounds.js";
import { onDemand } from "../../base/on-demand.js";
import { type MeasuredSlide, MeasuredSlideSchema } from "../../contract/measure-response.js";
import type { Warning } from "../../contract/warning.js";
import type { ImageNeed, PreparedImage } from "../../engine/images/need.js";
import type { RenderedSlide, SlideImages, SlideJob } from "../../engine/job.js";
import type { MeasuredLayout } from "../../engine/report/measure-slide.js";
import type { GroupSizes } from "../../engine/scene/scene.js";
import { isLightSlide } from "./light.js";
import type { JobRequest } from "./protocol.js";
import type { RenderOptions } from "./renderer.js";
import type { JobReply } from "./reply-schema.js";

/** A job of the pool: what to send, and how to read the answer. */
export interface Task<T> {
	readonly request: JobRequest;
	readonly blobs: readonly Uint8Array[];
	/** JSON pointer of what is drawn. */
	readonly path: string;
	/** Whether it certainly takes little time. */
	readonly light: boolean;
	/** @returns undefined if the answer does not match the request */
	read(answer: JobReply, blob: Buffer): T | undefined;
}

/** @param options light: see RenderOptions */
export function drawTask(
	job: SlideJob,
	images: SlideImages,
	{ light = false }: Pick<RenderOptions, "light">,
): Task<RenderedSlide> {
	const bitmaps = [...images.bitmaps].map(([key, { data: _, ...bitmap }]) => ({ key, ...bitmap }));
	return {
		path: `/slides/${job.slideIndex}`,
		light,
		request: {
			type: "draw",
			job,
			sources: [...images.sources.keys()],
			bitmaps,
		},
		blobs: [
			...images.sources.values(),
			...[...images.bitmaps.values()].map((bitmap) => bitmap.data),
		],
		read(answer, bytes) {
			if (answer.type !== "rendered") return undefined;
			const { mimeType, width, height, alt, warningCount } = answer;
			const warnings = answer.warnings as Warning[];
			const base64 = mimeType !== "image/svg+xml" && job.base64;
			const told = { warnings, warningCount };
			return { mimeType, width, height, alt, bytes, ...told, ...(base64 && { base64 }) };
		},
	};
}

/**
 * Decodes and scales a picture that several slides of a request use.
 * @param bytes the encoded picture
 */
export function prepareTask(need: ImageNeed, bytes: Uint8Array): Task<PreparedImage> {
	return {
		path: need.path,
		light: false,
		request: { type: "prepare", need },
		blobs: [bytes],
		read(answer, data) {
			if (answer.type !== "prepared") return undefined;
			const { width, height, channels, source, oneColor, notes } = answer;
			if (data.length !== width * height * channels) return undefined;
			return {
				...{ width, height, channels, data },
				...(source && { source }),
				...(oneColor && { oneColor }),
				...(notes && { notes }),
			};
		},
	};
}

const measuredSlide = onDemand(() => TypeCompiler.Compile(MeasuredSlideSchema));

/** Lays out the texts of a slide, without drawing and without reading pictures. */
export function measureTask(job: SlideJob): Task<MeasuredLayout> {
	// No picture is read.
	const { image: _, imageOverlays: __, ...texts } = job.slide;
	return {
		path: `/slides/${job.slideIndex}`,
		light: isLightSlide(texts, job.common),
		request: { type: "measure", job },
		blobs: [],
		read(answer, json) {
			if (answer.type !== "measured") return undefined;
			const measured = parsed(json);
			if (!measuredSlide().Check(measured)) return undefined;
			const { warningCount } = answer;
			const warnings = answer.warnings as Warning[];
			return { measured: measured as MeasuredSlide, warnings, warningCount };
		},
	};
}

/** Lays out the texts of a slide to find the sizes of its fit groups. */
export function groupSizesTask(job: SlideJob): Task<GroupSizes> {
	return {
		path: `/slides/${job.slideIndex}`,
		light: false,
		request: { type: "groupSizes", job },
		blobs: [],
		read(answer) {
			if (answer.type !== "groupSizes") return undefined;
			return Object.fromEntries(answer.sizes.map(({ group, size }) => [group, size]));
		},
	};
}

/** Parses JSON; undefined if it is invalid. */
function parsed(json: Buffer): unknown {
	try {
		return beyondBounds(json) === undefined ? JSON.parse(json.toString()) : undefined;
	} catch {
		return undefined;
	}
}

/** Restores the ServiceError of a render process; undefined for an unknown code. */
export function carriedError(
	answer: Extract<JobReply, { type: "failed" }>,
): ServiceError | undefined {
	const { code, message, details, retryAfter } = answer;
	if (!Object.hasOwn(ERROR_CATALOG, code)) return undefined;
	return new ServiceError(code as ErrorCode, {
		message,
		details,
		...(retryAfter === undefined ? {} : { retryAfter }),
	});
}
