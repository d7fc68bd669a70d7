/** The text of a result, which describes a design to a model. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { MeasuredSlide } from "../contract/measure-response.js";
import { PREVIEW_SCALE } from "../contract/platforms.js";
import type { Warnings } from "../contract/warning.js";
import { platformMember } from "../documents/pick-slides.js";
import type { ResolvedDocument, ResolvedSlide } from "../documents/resolved-document.js";
import { movedLayers } from "./moved-layers.js";
import { type Detail, type SlideReport, slideReport } from "./slide-report.js";

/** Maximum size of the text of a render as JSON, bytes. A picture and links follow it. */
export const RENDER_TEXT_BYTES = 28_000;
/** Maximum size of the text of a measurement as JSON, bytes. Nothing else follows it. */
export const MEASURE_TEXT_BYTES = 60_000;

/** Levels of detail for each slide; the first one that fits is used. */
const DETAILS: readonly Detail[] = [
	{ items: 250, quote: 80, lines: false },
	{ items: 60, quote: 50, lines: false },
	{ items: 24, quote: 40, lines: false },
	{ items: 10, quote: 30, lines: false },
	{ items: 3, quote: 20, lines: false },
	{ items: 0, quote: 0, lines: false },
];
const WITH_LINES: Detail = { items: 250, quote: 200, lines: true };

/** Maximum number of warnings, and of characters of a warning. */
const MAX_WARNINGS = 24;
const MAX_WARNING = 420;

/** A slide to report. */
export interface SlideToReport {
	readonly slide: ResolvedSlide;
	readonly measured: MeasuredSlide;
	/** URL of its picture, if it was drawn. */
	readonly url?: string | undefined;
}

export interface TextOptions {
	/** Whether each line of the texts is listed, if there is enough space. */
	readonly lines: boolean;
	/** Maximum size of the text as JSON, bytes. */
	readonly maxBytes: number;
}

/**
 * Describes a design in words: its warnings, then each slide.
 * @param head lines at the start
 */
export async function reportText(
	head: readonly string[],
	document: ResolvedDocument,
	slides: readonly SlideToReport[],
	warnings: Warnings,
	{ lines, maxBytes }: TextOptions,
): Promise<string> {
	const before = [...head, ...warningLines(warnings), ...movedLines(document, slides)];
	const reports: { readonly heading: string; readonly report: SlideReport }[] = [];
	for (const { slide, measured, url } of slides) {
		const { canvas, index } = slide;
		const path = `/slides/${index}`;
		const [width, height] = [canvas.width * PREVIEW_SCALE, canvas.height * PREVIEW_SCALE];
		const report = slideReport({
			path,
			measured,
			width,
			height,
			warnings: warnings.warnings.filter(
				({ platform = canvas.platform }) => platform === canvas.platform,
			),
			drawn: url !== undefined,
		});
		const { platform } = platformMember(document, slide);
		const where = platform === undefined ? "" : ` on ${platform}`;
		const heading = `\nSlide ${measured.slide} of ${document.slideCount}${where}, ${width} x ${height}, paths from ${path}${url === undefined ? "" : `: ${url}`}`;
		reports.push({ heading, report });
		await nextTurn();
	}
	for (const detail of lines ? [WITH_LINES, ...DETAILS] : DETAILS) {
		const parts = [before.join("\n")];
		let bytes = bytesOf(parts[0]!);
		for (const { heading, report } of reports) {
			const part = [heading, ...report(detail)].join("\n");
			parts.push(part);
			bytes += bytesOf(part);
			if (bytes > maxBytes) break;
			await nextTurn();
		}
		if (bytes <= maxBytes) return parts.join("\n");
	}
	return [...before, ...reports.map(({ heading }) => heading)].join("\n");
}

/** Layers that jump between the slides of a carousel, on each of its platforms. */
function movedLines(document: ResolvedDocument, slides: readonly SlideToReport[]): string[] {
	const platforms = new Map<string, MeasuredSlide[]>();
	for (const { slide, measured } of slides) {
		const { platform = "" } = platformMember(document, slide);
		platforms.set(platform, [...(platforms.get(platform) ?? []), measured]);
	}
	return [...platforms].flatMap(([platform, measured]) =>
		movedLayers(measured).map((line) => (platform === "" ? line : `${line} (${platform})`)),
	);
}

/** Size of a part of a text and the line break after it as JSON, bytes. */
const bytesOf = (part: string): number => Buffer.byteLength(JSON.stringify(part));

/** Each warning on a line, the most severe first. */
function warningLines({ warnings, warningCount }: Warnings): string[] {
	if (warningCount === 0) return ["No warnings."];
	const shown = warnings.slice(0, MAX_WARNINGS);
	const left = warningCount - shown.length;
	return [
		warningCount === 1 ? "1 warning:" : `${warningCount} warnings:`,
		...shown.map(({ severity, code, path, platform, message }) => {
			const where = platform === undefined ? path : `${path} on ${platform}`;
			const line = `- ${severity} ${code} ${where}: ${message}`;
			return line.length > MAX_WARNING ? `${line.slice(0, MAX_WARNING - 1)}…` : line;
		}),
		...(left > 0 ? [`- and ${left} more`] : []),
	];
}
