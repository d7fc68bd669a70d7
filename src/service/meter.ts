import type { PixelFormat } from "../contract/formats.js";
import type { SlideFormat } from "../engine/job.js";
import type { OnStep } from "../engine/steps.js";

/**
 * How a link was answered: drawn; with a picture from memory or from the store; joined (a render
 * that another request had started); not_modified (304); head (no picture).
 */
export const LINK_OUTCOMES = [
	"drawn",
	"memory",
	"store",
	"joined",
	"not_modified",
	"head",
] as const;
export type LinkOutcome = (typeof LINK_OUTCOMES)[number];

/** Counts the work of the service. */
export interface Meter {
	readonly step: OnStep;
	readonly slidesDrawn: (format: SlideFormat, count: number) => void;
	/** @param pixels of all pictures together */
	readonly pixelsDrawn: (format: PixelFormat, pixels: number) => void;
	readonly batchRow: (drawn: boolean) => void;
	readonly link: (outcome: LinkOutcome) => void;
}

/** Counts nothing. */
export const NO_METER: Meter = {
	step: () => {},
	slidesDrawn: () => {},
	pixelsDrawn: () => {},
	batchRow: () => {},
	link: () => {},
};
