/**
 * Finds where the phrases of a Japanese text begin, with the model and the scoring of BudouX
 * (Apache License 2.0, Copyright Google LLC; see LICENSE). The package itself is not used, because
 * it depends on a DOM and a command line.
 */
import { readFileSync } from "node:fs";
import { onDemand } from "../../../base/on-demand.js";
import { packageRoot } from "../../../base/package-root.js";

/** Scores of one to three characters by their position around a boundary. */
type Model = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The name of each feature, and the characters that it uses, relative to the boundary. */
const FEATURES: readonly (readonly [name: string, from: number, to: number])[] = [
	["UW1", -3, -2],
	["UW2", -2, -1],
	["UW3", -1, 0],
	["UW4", 0, 1],
	["UW5", 1, 2],
	["UW6", 2, 3],
	["BW1", -2, 0],
	["BW2", -1, 1],
	["BW3", 0, 2],
	["TW1", -3, 0],
	["TW2", -2, 1],
	["TW3", -1, 2],
	["TW4", 0, 3],
];

const japanese = onDemand(() => {
	const file = new URL("data/phrases/ja.json", packageRoot);
	const model = JSON.parse(readFileSync(file, "utf8")) as Model;
	const scores = FEATURES.map(
		([name, from, to]) => [new Map(Object.entries(model[name] ?? {})), from, to] as const,
	);
	let total = 0;
	for (const group of Object.values(model))
		for (const score of Object.values(group)) total += score;
	return { scores, base: -total / 2 };
});

/** The UTF-16 indices inside a text at which a phrase begins, ascending. */
export function phraseStarts(text: string): number[] {
	const { scores, base } = japanese();
	const starts: number[] = [];
	for (let at = 1; at < text.length; at++) {
		let score = base;
		for (const [known, from, to] of scores)
			score += known.get(text.substring(at + from, at + to)) ?? 0;
		if (score > 0) starts.push(at);
	}
	return starts;
}
