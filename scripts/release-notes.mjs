/**
 * Prints the changelog entry of a version. Exits with 1 if the tag does not match the version in
 * package.json, or if the changelog has no entry.
 *
 *     node scripts/release-notes.mjs v1.2.3
 */
import { readFileSync } from "node:fs";

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const [tag = ""] = process.argv.slice(2);
const { version } = JSON.parse(read("package.json"));

/** The text below "## version - date", up to the next heading of that level. */
const notesOf = (version) => {
	const [, ...parts] = read("docs/CHANGELOG.md").split(/^## /m);
	const part = parts.find((text) => text.startsWith(`${version} - `)) ?? "";
	return part.slice(part.indexOf("\n")).trim();
};

const fail = (message) => {
	console.error(message);
	process.exit(1);
};
if (tag !== `v${version}`) fail(`The tag is ${tag || "missing"}, package.json has ${version}.`);
const notes = notesOf(version);
if (notes === "") fail(`docs/CHANGELOG.md has nothing below "## ${version} - …".`);
console.log(notes);
