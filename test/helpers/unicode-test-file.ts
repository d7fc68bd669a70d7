import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { packageRoot } from "../../src/base/package-root.js";

/** Lines of one of Unicode's test files in test/engine/text/unicode/fixtures, comments and empty ones left out. */
export function unicodeTestLines(name: string): string[] {
	const bytes = readFileSync(new URL(`test/engine/text/unicode/fixtures/${name}.br`, packageRoot));
	return brotliDecompressSync(bytes)
		.toString("utf8")
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "" && !line.startsWith("#"));
}
