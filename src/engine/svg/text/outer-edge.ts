/** The edges of letters that overlap. */
import { outerEdge } from "../../shapes/outer-edge.js";
import { pathData } from "../../shapes/path-data.js";
import { readPath } from "../../shapes/path-reader.js";
import type { ColoredPath } from "./colored-path.js";
import type { PlacedLine } from "./placed-line.js";

/** Letters and the edge of all of them together, if that differs. */
export interface EdgedPath extends ColoredPath {
	readonly edge?: string;
}

/** Scripts whose letters stand apart from each other. */
const APART: ReadonlySet<string> = new Set(
	"Latn Grek Cyrl Armn Geor Hebr Hani Hira Kana Bopo Hang Zyyy Zinh".split(" "),
);

/** Whether a text has letters that overlap: of joined scripts, and parts of letters of Indic ones. */
export const lettersOverlap = (lines: readonly PlacedLine[]): boolean =>
	lines.some(({ line }) =>
		line.fragments.some((one) => one.kind === "glyphs" && !APART.has(one.script)),
	);

/** What may be examined of a text; beyond, the lines stay where its letters overlap. */
const MOST_WORK = 25_000_000;
/** Examining one point or box of an outline. Nanoseconds. */
const EXAMINED = 13;

/**
 * Letters with the edges along which their strokes run.
 * @param spend called with the price, nanoseconds
 */
export function withOuterEdges(
	parts: readonly ColoredPath[],
	spend: (nanoseconds: number) => void,
): EdgedPath[] {
	const work = { left: MOST_WORK };
	const edged = parts.map((part) => {
		const edge = outerEdge(readPath(part.path, Number.POSITIVE_INFINITY).outline, work);
		return edge === undefined ? part : { ...part, edge: pathData(edge) };
	});
	spend((MOST_WORK - work.left) * EXAMINED);
	return edged;
}
