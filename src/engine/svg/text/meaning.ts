import type { SaidLine, SaidParagraph, TextMeaning } from "../../paint/meaning.js";
import type { SceneText } from "../../scene/scene.js";
import { type SaidWords, saidWords } from "../../text/layout/said-words.js";
import type { PlacedLine } from "./layout.js";
import type { Bend } from "./on-path.js";

/** The meaning of the lines of a block. @param placed the visible lines, from top to bottom */
export const meaningOf = (
	{ language }: SceneText,
	placed: readonly PlacedLine[],
	bend?: Bend,
): TextMeaning => ({
	kind: "text",
	language: language.tag,
	paragraphs: () => (bend ? bentWords(placed, bend) : paragraphsOf(placed)),
});

/** The words of a line along a path, each straight at its middle. */
function bentWords([straight]: readonly PlacedLine[], { curve, start }: Bend): SaidParagraph[] {
	const lines = saidWords(straight!.line).flatMap((run): SaidLine[] =>
		wordsOf(run).map((words) => {
			const width = words.clusters.reduce((sum, cluster) => sum + cluster.width, 0);
			const middle = words.x + width / 2;
			const { x, y, angle } = curve.at(start + middle);
			const turn = { rotation: (angle * 180) / Math.PI, centerX: x, centerY: y };
			return { x: x - middle, baseline: y, words: [words], turn };
		}),
	);
	return lines.length === 0 ? [] : [{ lines, listed: false }];
}

/** Divides words after their spaces. */
function wordsOf(run: SaidWords): SaidWords[] {
	const words: SaidWords[] = [];
	let clusters: SaidWords["clusters"][number][] = [];
	let x = run.x;
	let pen = run.x;
	for (const [i, cluster] of run.clusters.entries()) {
		clusters.push(cluster);
		pen += cluster.width;
		if (cluster.text.trim() !== "" && i < run.clusters.length - 1) continue;
		words.push({ ...run, x, clusters });
		clusters = [];
		x = pen;
	}
	return words;
}

function paragraphsOf(placed: readonly PlacedLine[]): SaidParagraph[] {
	const paragraphs: { marker?: SaidLine[]; lines: SaidLine[]; listed: boolean }[] = [];
	let offset: number | undefined;
	for (const { line, x, baseline } of placed) {
		if (line.source.offset !== offset) {
			offset = line.source.offset;
			const marker = line.marker && [{ x, baseline, words: saidWords(line.marker) }];
			paragraphs.push({ ...(marker && { marker }), lines: [], listed: line.listed });
		}
		const words = saidWords(line);
		if (words.length > 0) paragraphs.at(-1)!.lines.push({ x, baseline, words });
	}
	return paragraphs.filter(({ marker, lines }) => marker || lines.length > 0);
}
