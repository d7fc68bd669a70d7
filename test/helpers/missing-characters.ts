/** Counts the characters of the named sets that have neither a glyph nor an emoji image. */
import { readFileSync } from "node:fs";
import { emojiKeyOfAny } from "../../src/engine/text/emoji/emoji.js";
import { openFontLibrary } from "../../src/engine/text/fonts/library.js";
import { eachCoveredRange, fontsFolder } from "../../src/engine/text/fonts/manifest.js";

export interface SetCoverage {
	readonly name: string;
	readonly size: number;
	/** Code points. */
	readonly missing: readonly number[];
}

export async function countMissing(): Promise<SetCoverage[]> {
	const fonts = await openFontLibrary();
	const sets = JSON.parse(
		readFileSync(new URL("character-sets.json", fontsFolder), "utf8"),
	) as Record<string, string>;
	const query = { weight: 800, italic: false, han: "sc" } as const;
	return Object.entries(sets).map(([name, coverage]) => {
		let size = 0;
		const missing: number[] = [];
		eachCoveredRange(coverage, (first, last) => {
			size += last - first + 1;
			for (let codePoint = first; codePoint <= last; codePoint++) {
				const char = String.fromCodePoint(codePoint);
				if (fonts.faceFor(char, query) === undefined && emojiKeyOfAny(char) === undefined)
					missing.push(codePoint);
			}
		});
		return { name, size, missing };
	});
}
