import type { CanvasId } from "./platforms.js";

/** What may be told of a document that was drawn: code, and what it means. */
export const WARNINGS = Object.freeze({
	slides_not_drawn: "Mode single draws the first slide only, and there are more.",
	text_overflows_slide: "Part of a text lies outside the slide.",
	text_overflows_box: "A text is higher than the height of its block, or wider than its width.",
	text_truncated: "maxLines cut the end of a text off.",
	word_broken: "A word is longer than the line and continues on the next one.",
	missing_characters: "No font has these characters; a box is drawn for each.",
	low_contrast: "The contrast of a text to its ground is below 3:1.",
	off_slide: "Nothing of it is seen: it lies outside the slide.",
	empty_box: "A width or height of zero or less leaves no room.",
	tag_dropped:
		"The rich text has a tag that is not supported; its text is kept. Or an SVG image has text, which is not drawn.",
	color_ignored: "The rich text has a colour that does not parse.",
	style_ignored: "The rich text has a style that is not supported.",
	lines_collide: "Letters of one line touch those of the next one.",
	transparency_flattened: "The format has no transparency; the slide is painted on white.",
	field_ignored: "A field has no effect where it is.",
	image_enlarged: "An image is shown at more than twice its own size.",
	texts_overlap: "The lines of two texts overlap.",
	text_covers_stepper: "A text and the stepper overlap.",
	text_small: "A text is too small to read on a phone.",
	outside_safe_area: "A text or a barcode is under the controls of the platform's app.",
	image_off_slide:
		"A part of an image that should be seen whole, or of a barcode, is off the slide.",
	invisible: "A shape, a box or an icon has the colour of what is behind it.",
	size_mismatch: "Texts of one size shrank to sizes that differ.",
	code_hard_to_scan: "A barcode is too small, too pale or too crowded to be scanned.",
} as const);

export type WarningCode = keyof typeof WARNINGS;
export const WARNING_CODES = Object.keys(WARNINGS) as WarningCode[];

/** How bad a finding is, the worst first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Codes whose severity is not `warning`. Some findings are worse than their code: see docs/checks.md. */
const SEVERITY_OF: Partial<Record<WarningCode, Severity>> = {
	missing_characters: "error",
	text_overflows_slide: "error",
	code_hard_to_scan: "error",
	tag_dropped: "info",
	color_ignored: "info",
	style_ignored: "info",
	field_ignored: "info",
	image_off_slide: "info",
	transparency_flattened: "info",
};

/** The severity of a code where its finding says nothing else. */
export const severityOf = (code: WarningCode): Severity => SEVERITY_OF[code] ?? "warning";

/** One finding about a document that is drawn all the same. */
export interface Warning {
	readonly code: WarningCode;
	readonly severity: Severity;
	readonly path: string;
	/** Of the slide, in a document with several platforms. */
	readonly platform?: CanvasId;
	readonly message: string;
	readonly [fact: string]: unknown;
}

/** A warning whose severity may be left to its code. */
export interface Finding {
	readonly code: WarningCode;
	readonly severity?: Severity;
	readonly path: string;
	readonly message: string;
	readonly [fact: string]: unknown;
}

/** The finding with its severity. */
export function asWarning({ code, severity, ...rest }: Finding): Warning {
	return { code, severity: severity ?? severityOf(code), ...rest } as Warning;
}

/** Findings, the most severe first, otherwise in the order of the document: the first of them, and how many there are. */
export interface Warnings {
	readonly warnings: readonly Warning[];
	readonly warningCount: number;
}
