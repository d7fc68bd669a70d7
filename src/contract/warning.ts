import type { CanvasId } from "./platforms.js";

/** All warnings: code and meaning. */
export const WARNINGS = Object.freeze({
	slides_not_drawn: "Mode single renders the first slide only, but there are more.",
	text_overflows_slide: "Part of a text is outside the slide.",
	text_overflows_box: "A text is taller or wider than its box.",
	content_overflows_stack: "A child extends beyond its stack, or a stack cuts off a text.",
	text_truncated: "maxLines cut off the end of a text.",
	word_broken: "A word is longer than the line and continues on the next one.",
	missing_characters: "No font has these characters; each is drawn as a box.",
	low_contrast: "The contrast between a text, or a word of it, and its background is too low.",
	off_slide: "It is completely outside the slide.",
	empty_box: "Its width or height is zero or less, or it has no content.",
	placeholder_kept: "A text has {{braces}}, but the document has no variables.",
	markup_kept: "A text has tags, Markdown or \\n, which are drawn as they are written.",
	value_not_shown: "The template does not show this value on this canvas.",
	tag_dropped: "The rich text has a tag that is not supported; its text is kept.",
	color_ignored: "The rich text has an invalid colour.",
	style_ignored: "The rich text has a style that is not supported.",
	svg_not_supported:
		"An SVG image uses something that is not rendered as in a browser, or a font that is not available.",
	lines_collide: "Letters of one line touch those of the next one.",
	transparency_flattened: "The format has no transparency; the slide is painted on white.",
	field_ignored: "A field has no effect here.",
	image_enlarged: "An image is shown at more than twice its own size.",
	image_replaced: "An image could not be fetched or decoded; its fallback is shown.",
	texts_overlap: "The lines of two texts overlap.",
	text_covered: "Something opaque covers letters of a text.",
	awkward_break: "A headline ends with one short word, or a line ends inside a hyphenated word.",
	number_split: "A line ends between a number and its unit, sign or currency, or inside a range.",
	text_covers_stepper: "A text and the stepper overlap.",
	text_small: "A text is too small to read on a phone.",
	outside_safe_area: "A text or a barcode is behind the controls of the platform's app.",
	image_off_slide: "A barcode, or an image that should be fully visible, extends past the slide.",
	invisible: "A shape, a box or an icon has the same colour as what is behind it.",
	size_mismatch: "Texts with the same fontSize were shrunk to different sizes.",
	code_hard_to_scan: "A barcode is too small, too pale or too crowded to be scanned.",
} as const);

export type WarningCode = keyof typeof WARNINGS;
export const WARNING_CODES = Object.keys(WARNINGS) as WarningCode[];

/** Severities, the worst first. */
export const SEVERITIES = ["error", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Codes whose severity is not `warning`. Some warnings are more severe than their code; see
 * docs/checks.md.
 */
const SEVERITY_OF: Partial<Record<WarningCode, Severity>> = {
	missing_characters: "error",
	text_overflows_slide: "error",
	code_hard_to_scan: "error",
	tag_dropped: "info",
	color_ignored: "info",
	style_ignored: "info",
	field_ignored: "info",
	value_not_shown: "info",
	awkward_break: "info",
	image_off_slide: "info",
	transparency_flattened: "info",
};

/** The default severity of a code. */
export const severityOf = (code: WarningCode): Severity => SEVERITY_OF[code] ?? "warning";

/** A warning about a document that is rendered anyway. */
export interface Warning {
	readonly code: WarningCode;
	readonly severity: Severity;
	readonly path: string;
	/** Platform of the slide, if the document has several. */
	readonly platform?: CanvasId;
	readonly message: string;
	readonly [fact: string]: unknown;
}

/** A warning without a severity gets that of its code. */
export interface Finding {
	readonly code: WarningCode;
	readonly severity?: Severity;
	readonly path: string;
	readonly message: string;
	readonly [fact: string]: unknown;
}

/** The warning with its severity. */
export function asWarning({ code, severity, ...rest }: Finding): Warning {
	return { code, severity: severity ?? severityOf(code), ...rest } as Warning;
}

/**
 * Warnings, the most severe first, otherwise in the order of the document: the first of them, and
 * their number.
 */
export interface Warnings {
	readonly warnings: readonly Warning[];
	readonly warningCount: number;
}
