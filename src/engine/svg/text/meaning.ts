import type { SaidLine, SaidParagraph, TextMeaning } from "../../paint/meaning.js";
import type { SceneText } from "../../scene/scene.js";
import { saidWords } from "../../text/layout/said-words.js";
import type { PlacedLine } from "./layout.js";

/** The meaning of the lines of a block. @param placed the visible lines, from top to bottom */
export const meaningOf = ({ language }: SceneText, placed: readonly PlacedLine[]): TextMeaning => ({
	kind: "text",
	language: language.tag,
	paragraphs: () => paragraphsOf(placed),
});

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
