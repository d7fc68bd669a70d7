/**
 * Writes src/studio/emoji.json: every emoji that the service renders, in Unicode order, with the
 * words for finding it in the Studio.
 *
 *     npm run generate -- search-words
 *
 * Source: emojibase-data, whose names are from Unicode CLDR.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The Unicode emoji version of the images in fonts/emoji. */
const VERSION = 15.1;
/** Skin tones and hair, which are not listed separately. */
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
