import { readFile } from "node:fs/promises";
import { packageRoot } from "../../src/base/package-root.js";
import { SECTIONS, withSection } from "./sections.js";

/** The pages with tables that are generated from code: README.md and docs/. */
export async function pages(): Promise<ReadonlyMap<string, string>> {
	const files = new Map<string, string>();
	for (const { file, name, content } of SECTIONS) {
		const text = files.get(file) ?? (await readFile(new URL(file, packageRoot), "utf8"));
		files.set(file, withSection(text, name, content()));
	}
	return files;
}
