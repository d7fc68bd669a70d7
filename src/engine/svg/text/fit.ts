/** The size at which a text fits its box. */
import type { SceneText } from "../../scene/scene.js";
import { indentAt } from "../../text/layout/paragraph.js";
import { chooseLines, prepareText, typeset } from "../../text/layout/typeset.js";
import type { TypesetOptions } from "../../text/layout/typeset-options.js";
import type { TextContent } from "./content.js";
import { hasEvenLines, LineHeights, likelyHeight } from "./line-height.js";
import { arcBox, pathLength } from "./on-path.js";

/** Difference between two sizes that are tried, pixels: 1/16 of a preview pixel. */
const STEP = 1 / 6;
/** Tolerance for the width of a line and the height of the lines. Pixels. */
const TOLERANCE = 1 / 8;
/** How many smaller sizes are laid out if the lines of the estimated size are too wide. */
const MAX_TRIES = 8;

/**
 * The largest size, at most the block's `maxFontSize`, at which all of its text fits its box and no word is
 * broken; the minimum size if there is none. A text without `fit` keeps its size, and a text in a
 * fit group has the size of the group. Advances are proportional to the size, so a larger size has
 * the same lines as a narrower box. The text is shaped once, and the lines of each size are chosen
 * from the same advances. The larger the size, the less fits, so bisection finds it. The result is
 * then laid out, because the ends of lines are shaped again.
 */
export function fittingSize(
	content: TextContent,
	block: SceneText,
	setting: Omit<TypesetOptions, "fontSize">,
): number {
	if (block.groupSize !== null) return Math.min(block.groupSize, block.maxFontSize);
	if (block.minFontSize === null || block.width === null) return block.fontSize;
	const asked = block.maxFontSize;
	const least = Math.min(block.minFontSize, asked);
	if (least === asked) return asked;
	if (block.onPath !== null) return sizeOnPath(content, block, setting, least);
	const seemsToFit = likelyFit(content, block, setting, block.width);
	const fits = exactFit(content, block, setting, block.width);

	let steps = Math.ceil((asked - least) / STEP);
	const sizeAt = (step: number) => Math.min(asked, least + step * STEP);
	if (!seemsToFit(asked)) {
		let low = 0;
		let high = steps;
		// The text fits at `low`, unless it fits at no size; it does not fit at `high`.
		while (high - low > 1) {
			const middle = (low + high) >>> 1;
			if (seemsToFit(sizeAt(middle))) low = middle;
			else high = middle;
		}
		steps = low;
	}
	for (let tries = 0; tries < MAX_TRIES && steps > 0; tries++) {
		if (fits(sizeAt(steps))) return sizeAt(steps);
		steps = Math.max(0, steps - 2 ** tries);
	}
	return sizeAt(steps);
}

/** Everything on a path grows with the font size, so its size follows from one layout. */
function sizeOnPath(
	{ runs }: TextContent,
	block: SceneText,
	setting: Omit<TypesetOptions, "fontSize">,
	least: number,
): number {
	const { maxFontSize: asked, onPath } = block;
	const [line] = typeset(runs, { ...setting, fontSize: asked });
	if (onPath === null || line === undefined || line.width === 0) return asked;
	let factor: number;
	if (onPath.kind === "path") {
		factor = pathLength(onPath, { ...block, width: block.width ?? onPath.width }) / line.width;
	} else {
		const heights = new LineHeights(setting.fonts, { ...block, fontSize: asked });
		const { width, height } = arcBox(line.width, onPath.degrees, heights.reachOf(line));
		factor = Math.min(
			block.width! / width,
			block.height > 0 ? block.height / height : Number.POSITIVE_INFINITY,
		);
	}
	const steps = Math.floor((asked * Math.min(1, factor) - least) / STEP);
	return factor >= 1 ? asked : Math.max(least, least + steps * STEP);
}

type Fits = (size: number) => boolean;

const stylesOf = ({ runs }: TextContent) => runs.map(({ style }) => style);

/** Whether a text fits at a size, judged by its advances. */
function likelyFit(
	content: TextContent,
	block: SceneText,
	setting: Omit<TypesetOptions, "fontSize">,
	width: number,
): Fits {
	const asked = block.maxFontSize;
	const { height, maxLines } = block;
	const prepared = prepareText(content.runs, { ...setting, fontSize: asked }, content.list);
	const even = hasEvenLines(block, stylesOf(content));
	const least = block.lineHeight === "normal" ? 0 : block.lineHeight;
	return (size) => {
		const room = (width * asked) / size;
		const most = even
			? Math.min(maxLines, (height + TOLERANCE) / (block.lineHeight * size))
			: maxLines;
		let lines = 0;
		let spare = (height + TOLERANCE) / size;
		return chooseLines(
			prepared,
			room,
			(paragraph, span) => {
				lines++;
				if (!even) spare -= likelyHeight(block, paragraph, span.start, span.end, least);
				const narrow = indentAt(paragraph, span.start) + span.width <= room + TOLERANCE;
				return !span.broken && lines <= most && spare >= 0 && narrow;
			},
			// Balanced lines have the same number and at most the same width.
			setting.textWrap === "nowrap" ? "nowrap" : "normal",
		);
	};
}

/** Whether a laid-out text fits. */
function exactFit(
	{ runs, list }: TextContent,
	block: SceneText,
	setting: Omit<TypesetOptions, "fontSize">,
	width: number,
): Fits {
	const even = hasEvenLines(block, stylesOf({ runs, list }));
	return (size) => {
		const lines = typeset(runs, { ...setting, fontSize: size }, list);
		let height = 0;
		if (even) height = lines.length * block.lineHeight * size;
		else {
			const heights = new LineHeights(setting.fonts, { ...block, fontSize: size });
			for (const line of lines) {
				const { above, below } = heights.reachOf(line);
				height += above + below;
			}
		}
		return (
			height <= block.height + TOLERANCE &&
			lines.every(
				(line) => !line.broken && !line.truncated && line.indent + line.width <= width + TOLERANCE,
			)
		);
	};
}
