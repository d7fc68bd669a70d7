import { type Font, MetricsTag } from "harfbuzzjs";

/** Measures of a font in font units (unitsPerEm to the em); y grows upward. */
export interface FontMetrics {
	readonly unitsPerEm: number;
	/** above the baseline, positive */
	readonly ascent: number;
	/** below the baseline, positive */
	readonly descent: number;
	readonly lineGap: number;
	/** centre of the underline, negative below the baseline */
	readonly underlinePosition: number;
	readonly underlineThickness: number;
	/** top of the strike-out line above the baseline */
	readonly strikeoutPosition: number;
	readonly strikeoutSize: number;
}

/**
 * Reads the measures that Chromium on Linux uses (Skia over FreeType): ascent,
 * descent and line gap from hhea, or from OS/2's typographic fields when the
 * font sets USE_TYPO_METRICS; HarfBuzz follows the same rule.
 */
export function readMetrics(font: Font, unitsPerEm: number): FontMetrics {
	const { ascender, descender, lineGap } = font.hExtents();
	const metric = (tag: MetricsTag) => font.getMetricPositionWithFallback(tag);
	return {
		unitsPerEm,
		ascent: ascender,
		descent: -descender,
		lineGap,
		underlinePosition: metric(MetricsTag.UNDERLINE_OFFSET),
		underlineThickness: metric(MetricsTag.UNDERLINE_SIZE),
		strikeoutPosition: metric(MetricsTag.STRIKEOUT_OFFSET),
		strikeoutSize: metric(MetricsTag.STRIKEOUT_SIZE),
	};
}
