import { type Font, MetricsTag } from "harfbuzzjs";

/** Metrics of a font in font units (unitsPerEm per em); y points up. */
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
 * Reads the metrics that Chromium on Linux uses (Skia with FreeType): ascent, descent and line gap
 * from hhea, or from the typographic fields of OS/2 if the font sets USE_TYPO_METRICS. HarfBuzz has
 * the same rule.
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
