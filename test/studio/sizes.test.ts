/** What the Studio loads: little before the first picture, and not much in all. */
import { readdir, readFile, stat } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import t from "tap";
import { packageRoot } from "../../src/base/package-root.js";
import { startApp } from "../helpers/app.js";

const folder = new URL("dist/src/studio/", packageRoot);
/** Of /docs, which is another page. */
const DOCS = /^docs\.js$/;
/** Of the translations a page loads one. */
const TRANSLATION = /^(?:ar|de|es|fr|ja)-/;
const BEFORE_PICTURE = 100_000;
const IN_ALL = 240_000;
/** The whole page with a translation and its contract, as gzip sends it, until the editor is opened. */
const BEFORE_EDITOR = 230_000;

const sizeOf = async (name: string, ending = "br") =>
	(await stat(new URL(`${name}.${ending}`, folder))).size;

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
	const largest = Math.max(...(await Promise.all(translations.map((name) => sizeOf(name)))));
	const others = scripts.filter((name) => !TRANSLATION.test(name));
	const total = (await Promise.all(others.map((name) => sizeOf(name)))).reduce(
		(sum, size) => sum + size,
		largest,
	);
	t.ok(total > 0 && total <= IN_ALL, `${total} bytes in all`);
	const first = await atOnce("studio.js", scripts);
	t.ok(first.size > 1 && first.size < scripts.length, `${first.size} of ${scripts.length} files`);
	const sizes = await Promise.all([...first].map((name) => sizeOf(name)));
	const before = sizes.reduce((sum, size) => sum + size, 0);
	t.ok(before <= BEFORE_PICTURE, `${before} bytes before the first picture`);
});

t.test("before the editor is opened, the page is small, as gzip sends it", async (t) => {
	const service = await startApp(t);
	const names = await readdir(folder);
	const scripts = names.filter((name) => name.endsWith(".js"));
	const first = [...(await atOnce("studio.js", scripts)), "index.html", "studio.css", "icon.svg"];
	const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
	const files = sum(await Promise.all(first.map((name) => sizeOf(name, "gz"))));
	const translations = scripts.filter((name) => TRANSLATION.test(name));
	const largest = Math.max(...(await Promise.all(translations.map((name) => sizeOf(name, "gz")))));
	const schema = await (await service.get("/api/render-schema")).arrayBuffer();
	const contract = gzipSync(Buffer.from(schema)).length;
	const all = files + largest + contract;
	t.ok(contract > 0 && all <= BEFORE_EDITOR, `${all} bytes: ${files}, ${largest}, ${contract}`);
});
