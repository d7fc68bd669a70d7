import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { EXAMPLES } from "../../src/contract/examples.js";
import type { RenderRequest } from "../../src/contract/render-request.js";
import { packageRoot } from "../../src/runtime/package-root.js";

/** Where the cases and their pictures are. */
export const goldenFolder = new URL("test/golden/", packageRoot);

/** A request, the slide of it that is drawn, and the name of its picture. */
export interface GoldenCase {
	readonly name: string;
	/** 1-based. */
	readonly slide: number;
	readonly request: RenderRequest;
}

/** The cases in test/golden and the examples of the contract, some of which the README shows. */
export function goldenCases(): GoldenCase[] {
	const cases = readdirSync(goldenFolder)
		.filter((file) => file.endsWith(".json"))
		.map((file) => ({
			name: file.slice(0, -".json".length),
			...JSON.parse(readFileSync(new URL(file, goldenFolder), "utf8")),
		}));
	const examples = Object.entries(EXAMPLES).map(([name, request]) => ({
		name: `example-${name}`,
		slide: 1,
		request,
	}));
	return [...cases, ...examples];
}

export const goldenFile = (name: string): URL => new URL(`${name}.png`, goldenFolder);
export const readGolden = (name: string): Promise<Buffer> => readFile(goldenFile(name));
