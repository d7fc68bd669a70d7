/**
 * Prints how many characters of each named set (fonts/character-sets.json) have no glyph. Exits
 * with 1 if there are any.
 *
 *     npm run fonts:coverage
 */
import { countMissing } from "./missing-characters.js";

let total = 0;
for (const { name, size, missing } of await countMissing()) {
	const shown = missing
		.slice(0, 12)
		.map((codePoint) => `U+${codePoint.toString(16).toUpperCase()}`);
	console.log(
		`${String(missing.length).padStart(6)} of ${String(size).padStart(5)}  ${name}  ${shown.join(" ")}`,
	);
	total += missing.length;
}
process.exitCode = total === 0 ? 0 : 1;
