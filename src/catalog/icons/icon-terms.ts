import { readFile } from "node:fs/promises";
import { packageRoot } from "../../base/package-root.js";
import { EMBEDDED_SETS } from "./embedded-sets.js";

/**
 * The search words of icons, in one text per embedded set. A line has name, aliases, category and
 * tags of an icon, separated by tabs. scripts/generate/icon-terms.ts writes the files.
 */
export async function readIconTerms(): Promise<Readonly<Record<string, string>>> {
	const read = async (set: string) => {
		const text = await readFile(new URL(`data/icons/${set}.tsv`, packageRoot), "utf8");
		return [set, text.trimEnd()] as const;
	};
	return Object.fromEntries(await Promise.all(Object.keys(EMBEDDED_SETS).map(read)));
}
