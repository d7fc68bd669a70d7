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

/** A longer path keeps the lines where its letters overlap. Characters. */
const MAX_PATH = 400_000;

/** Letters with the edge along which their stroke runs. */
export function withOuterEdge(part: ColoredPath): EdgedPath {
	if (part.path.length > MAX_PATH) return part;
	const { outline } = readPath(part.path, Number.POSITIVE_INFINITY);
	return { ...part, edge: pathData(outerEdge(outline)) };
}
