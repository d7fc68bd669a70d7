/** What the Studio loads: little before the first picture, and not much in all. */
import { readdir, readFile, stat } from "node:fs/promises";
import t from "tap";
import { packageRoot } from "../../src/base/package-root.js";

const folder = new URL("dist/src/studio/", packageRoot);
/** Of /docs, which is another page. */
const DOCS = /^docs\.js$/;
/** Of the translations a page loads one. */
const TRANSLATION = /^(?:ar|de|es|fr|ja)-/;
const BEFORE_PICTURE = 100_000;
const IN_ALL = 230_000;

const sizeOf = async (name: string) => (await stat(new URL(`${name}.br`, folder))).size;

/** A script and all that it imports at once; in its texts are names of files that are none of its own. */
async function atOnce(
	name: string,
	scripts: readonly string[],
	seen = new Set<string>(),
): Promise<Set<string>> {
	if (seen.has(name) || !scripts.includes(name)) return seen;
	seen.add(name);
	const text = await readFile(new URL(name, folder), "utf8");
	for (const [, file] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
		await atOnce(file!, scripts, seen);
	return seen;
}

t.test("JavaScript stays below its bounds, as Brotli sends it", async (t) => {
	const scripts = (await readdir(folder)).filter(
		(name) => name.endsWith(".js") && !DOCS.test(name),
	);
	const translations = scripts.filter((name) => TRANSLATION.test(name));
	const largest = Math.max(...(await Promise.all(translations.map(sizeOf))));
	const others = scripts.filter((name) => !TRANSLATION.test(name));
	const total = (await Promise.all(others.map(sizeOf))).reduce((sum, size) => sum + size, largest);
	t.ok(total > 0 && total <= IN_ALL, `${total} bytes in all`);
	const first = await atOnce("studio.js", scripts);
	t.ok(first.size > 1 && first.size < scripts.length, `${first.size} of ${scripts.length} files`);
	const sizes = await Promise.all([...first].map(sizeOf));
	const before = sizes.reduce((sum, size) => sum + size, 0);
	t.ok(before <= BEFORE_PICTURE, `${before} bytes before the first picture`);
});
