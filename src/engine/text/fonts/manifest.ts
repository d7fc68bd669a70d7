import { readFileSync } from "node:fs";
import { packageRoot } from "../../../base/package-root.js";

/** The forms of Han characters: simplified, traditional, Japanese, Korean. */
export type HanForm = "sc" | "tc" | "jp" | "kr";

/** One font file: a static weight, or all weights between two on the wght axis. */
export interface FontFile {
	/** path below fonts/, with forward slashes */
	readonly file: string;
	/** smallest and largest CSS weight; equal for a static file */
	readonly weight: readonly [number, number];
	readonly variable: boolean;
	readonly italic: boolean;
	readonly bytes: number;
}

/** Files that cover the same characters, in different weights and slants. */
export interface FontSlice {
	/** code point ranges, see {@link eachCoveredRange} */
	readonly coverage: string;
	readonly files: readonly FontFile[];
}

/** A family with one CSS name; large families have several slices by character. */
export interface FontFamily {
	readonly id: string;
	/** the CSS family name */
	readonly family: string;
	/** ISO 15924 codes of the scripts that it is used for */
	readonly scripts: readonly string[];
	/** set on the families that draw Han characters */
	readonly han?: HanForm;
	/** it only has characters that the other family with this form lacks */
	readonly rare?: boolean;
	/** only used for texts that name it */
	readonly byName?: boolean;
	/** ids of families by name that draw other scripts in its character */
	readonly companions?: readonly string[];
	/** the condition under which this family comes before the others */
	readonly chosenFor?: "nastaliq" | "cyrillic";
	/** npm package and version that the files were taken from */
	readonly source: string;
	/** SPDX identifier; the licence text is beside the files, as LICENSE.txt */
	readonly license: string;
	readonly slices: readonly FontSlice[];
}

/** fonts/manifest.json, written by fonts/build.mjs. Families are in fallback order. */
export interface FontManifest {
	readonly families: readonly FontFamily[];
}

/** The folder with the font files, a file: URL with a trailing slash. */
export const fontsFolder = new URL("fonts/", packageRoot);

/** Reads fonts/manifest.json. Takes about a millisecond; callers should keep the result. */
export function readFontManifest(): FontManifest {
	return JSON.parse(readFileSync(new URL("manifest.json", fontsFolder), "utf8")) as FontManifest;
}

/**
 * Reads a coverage string: calls `range` with the first and last code point of
 * each of its ranges, in ascending order. Written as `gap` or `gap.more` in base
 * 36, separated by spaces: the distance from the end of the range before (from
 * -1 for the first), and how many code points follow the range's first.
 */
export function eachCoveredRange(
	coverage: string,
	range: (first: number, last: number) => void,
): void {
	let first = 0;
	let last = -1;
	let number = 0;
	let inMore = false;
	for (let i = 0; i <= coverage.length; i++) {
		const unit = i < coverage.length ? coverage.charCodeAt(i) : 0x20;
		if (unit === 0x20) {
			if (!inMore) first = last + number;
			last = inMore ? first + number : first;
			range(first, last);
			number = 0;
			inMore = false;
		} else if (unit === 0x2e) {
			first = last + number;
			number = 0;
			inMore = true;
		} else {
			number = number * 36 + (unit <= 0x39 ? unit - 0x30 : unit - 0x57);
		}
	}
}

/** A coverage string as the value of CSS unicode-range. */
export function unicodeRanges(coverage: string): string {
	const ranges: string[] = [];
	eachCoveredRange(coverage, (first, last) => {
		const more = last > first ? `-${last.toString(16)}` : "";
		ranges.push(`U+${first.toString(16)}${more}`);
	});
	return ranges.join(",");
}
