/**
 * Writes src/studio/emoji.json: every emoji that the service draws, in Unicode's order, with the
 * words by which the Studio finds it.
 *
 *     npm run generate -- search-words
 *
 * Source: emojibase-data, whose names are those of Unicode CLDR.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The version of Unicode's emoji whose pictures are in fonts/emoji. */
const VERSION = 15.1;
/** Skin tones and hair, which stand in no list by themselves. */
const COMPONENTS = 2;

const path = createRequire(import.meta.url).resolve("emojibase-data/en/data.json");
const words = JSON.parse(readFileSync(path, "utf8"))
	.filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= VERSION)
	.sort((a, b) => a.order - b.order)
	.map(({ emoji, label, tags = [] }) => [emoji, [...new Set([label, ...tags])].join(", ")]);
writeFileSync(
	process.argv[2] ?? new URL("../../src/studio/emoji.json", import.meta.url),
	`${JSON.stringify(Object.fromEntries(words), null, "\t")}\n`,
);
console.log(words.length, "emoji");
