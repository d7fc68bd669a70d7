import { flatten, lengthOf } from "./flatten.js";
import type { Outline } from "./outline.js";
import type { Dash } from "./stroke.js";

/** Maximum number of dashes of one outline. */
export const MAX_DASHES = 10_000;

/** The message for a stroke or border with too many dashes; undefined if they may be drawn. */
export function dashFault(dashes: number): string | undefined {
	// Written so that NaN, which dashes without length give, is refused.
	if (dashes <= MAX_DASHES) return undefined;
	return `Makes ${dashes} dashes; at most ${MAX_DASHES} are allowed. Use longer dashes`;
}

/** Length of all subpaths together, pixels. */
export function outlineLength(outline: Outline): number {
	return flatten(outline).reduce((sum, line) => sum + lengthOf(line), 0);
}

/**
 * The number of dashes of a stroke, rounded up for each subpath. Takes time linear in the length of
 * the outline's data.
 */
export function dashCount(outline: Outline, [on, off]: Dash): number {
	return flatten(outline).reduce((sum, line) => sum + Math.ceil(lengthOf(line) / (on + off)), 0);
}

/**
 * The gap nearest to `off` with which a whole number of dashes fits a line: a closed line without a
 * break, an open line with a dash at each end. Chromium spaces the dashes of CSS borders in this
 * way.
 * @param length of the line, pixels
 * @returns the given `[on, off]` if not even the dashes fit
 */
export function evenDash(length: number, [on, off]: Dash, closed: boolean): Dash {
	const fewer = Math.max(1, Math.floor((length + (closed ? 0 : off)) / (on + off)));
	const gap = (count: number) => (length - count * on) / (closed ? count : count - 1);
	// An open line with a single dash has no gap.
	const wide = closed || fewer > 1 ? gap(fewer) : Number.POSITIVE_INFINITY;
	const narrow = gap(fewer + 1);
	if (!(wide >= 0)) return [on, off];
	if (narrow <= 0) return [on, wide === Number.POSITIVE_INFINITY ? off : wide];
	return [on, Math.abs(wide - off) < Math.abs(narrow - off) ? wide : narrow];
}
