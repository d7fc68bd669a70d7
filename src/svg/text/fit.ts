/** The size in which a text stays within its box. */
import type { SceneText } from "../../scene/scene.js";
import { chooseLines, prepareText, type TextRun, typeset } from "../../text/layout/typeset.js";
import type { TypesetOptions } from "../../text/layout/typeset-options.js";
import type { RunStyle } from "./content.js";

/** Sizes that are tried lie this far apart, pixels: 1/16 of a preview pixel. */
const STEP = 1 / 6;
/** What a line may be wider, or the lines higher, than the box. Pixels. */
const TOLERANCE = 1 / 8;
/** Sizes that are laid out, below the one that was reckoned, when its lines turn out wider. */
const MAX_TRIES = 8;

/**
 * The largest size, not above that of the block, at which all of its text stays
 * within its box and no word is broken; the least that it allows when there is
 * none. Its own size when it does not have to fit.
 *
 * Advances grow with the size, so the lines at one size are those at another in
 * a box that is narrower by as much: the text is shaped once, the lines of each
 * size that is tried are chosen from the same advances, and as fewer of them fit
 * the larger it is, bisection finds the size. What it finds is laid out then, as
 * the ends of lines are shaped anew.
 */
export function fittingSize(
	runs: readonly TextRun<RunStyle>[],
	block: SceneText,
	setting: Omit<TypesetOptions, "fontSize">,
): number {
	const asked = block.fontSize;
	const least = Math.min(block.minFontSize ?? asked, asked);
	const { width, height, lineHeight, maxLines } = block;
	if (width === null || least === asked) return asked;
	const prepared = prepareText(runs, { ...setting, fontSize: asked });

	const seemsToFit = (size: number) => {
		const room = (width * asked) / size;
		const most = Math.min(maxLines, (height + TOLERANCE) / (lineHeight * size));
		let lines = 0;
		return chooseLines(prepared, room, (_, span) => {
			lines++;
			return !span.broken && lines <= most && span.width <= room + TOLERANCE;
		});
	};
	const fits = (size: number) => {
		const lines = typeset(runs, { ...setting, fontSize: size });
		return (
			lines.length * lineHeight * size <= height + TOLERANCE &&
			lines.every((line) => !line.broken && !line.truncated && line.width <= width + TOLERANCE)
		);
	};

	let steps = Math.ceil((asked - least) / STEP);
	const sizeAt = (step: number) => Math.min(asked, least + step * STEP);
	if (!seemsToFit(asked)) {
		let low = 0;
		let high = steps;
		// The size at low fits, unless none does; that at high does not.
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
