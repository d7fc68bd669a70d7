import type { ErrorCode } from "../base/errors.js";
import type { PixelFormat } from "../contract/formats.js";
import type { SlideFormat } from "../engine/job.js";
import type { OnStep } from "../engine/steps.js";

/**
 * How a link was answered: drawn; with a picture from memory or from the store; joined (a render
 * that another request had started); not_modified (304); head (no picture); redirected (to the one
 * URL of the picture).
 */
export const LINK_OUTCOMES = [
	"drawn",
	"memory",
	"store",
	"joined",
	"not_modified",
	"head",
	"redirected",
] as const;
export type LinkOutcome = (typeof LINK_OUTCOMES)[number];

/** Counts the work of the service. */
export interface RenderMetrics {
	readonly step: OnStep;
	readonly slidesDrawn: (format: SlideFormat, count: number) => void;
	/** @param pixels of all pictures together */
	readonly pixelsDrawn: (format: PixelFormat, pixels: number) => void;
	readonly batchRow: (drawn: boolean) => void;
	readonly link: (outcome: LinkOutcome) => void;
}

/** A finished request, with labels of few values. */
export interface RequestReport {
	readonly method: string;
	/** Pattern of the route; undefined if there was none. */
	readonly route: string | undefined;
	readonly status: number;
	readonly seconds: number;
	readonly error: ErrorCode | undefined;
}

/** All metrics of the service. */
export interface ServiceMetrics extends RenderMetrics {
	readonly request: (report: RequestReport) => void;
	/** Media type of `text`. */
	readonly contentType: string;
	/** The metrics as Prometheus reads them. */
	text(): Promise<string>;
}

/** Counts nothing. */
export const NO_RENDER_METRICS: RenderMetrics = {
	step: () => {},
	slidesDrawn: () => {},
	pixelsDrawn: () => {},
	batchRow: () => {},
	link: () => {},
};
