/**
 * `npm run generate`: makes all generated files anew. With `--check` it writes
 * nothing, names those that are stale, and fails if there are any. Names of
 * generators restrict it to them. Installs first what they read.
 *
 *     npm run generate
 *     npm run generate -- --check
 *     npm run generate -- icon-terms openapi
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));

/** @param {string[]} args @param {string} cwd */
function npm(args, cwd) {
	const { status } = spawnSync("npm", args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
	if (status !== 0) process.exit(status ?? 1);
}

const built = new URL("../../dist/scripts/generate/main.js", import.meta.url);
npm(["run", "build"], root);
const { generate, needsPackages } = await import(built.href);

/**
 * The words of many languages, which scripts/search-words makes of 100 MB of packages.
 * @param {boolean} check writes nothing in the end
 */
function searchWords(check) {
	const file = new URL("../../data/search-words.txt", import.meta.url);
	const folder = new URL("../search-words/", import.meta.url);
	const before = readFileSync(file);
	if (!existsSync(new URL("node_modules/.package-lock.json", folder)))
		npm(["ci", "--ignore-scripts"], fileURLToPath(folder));
	const { status } = spawnSync(process.execPath, ["build.mjs"], {
		cwd: folder,
		stdio: ["ignore", "ignore", "inherit"],
	});
	if (status !== 0) process.exit(status ?? 1);
	if (readFileSync(file).equals(before)) return 0;
	console.log(`data/search-words.txt ${check ? "is stale: npm run generate" : "written"}`);
	if (check) writeFileSync(file, before);
	return check ? 1 : 0;
}

const asked = process.argv.slice(2);
const check = asked.includes("--check");
const names = asked.filter((name) => name !== "--check");
// It is made with the search that reads the others, so after them.
const withWords = names.length === 0 || names.includes("search-words");
const args = asked.filter((name) => name !== "search-words");
const others = names.length === 0 || args.length > Number(check);
if (
	others &&
	needsPackages(args) &&
	!existsSync(new URL("node_modules/.package-lock.json", import.meta.url))
)
	npm(["ci", "--ignore-scripts"], here);
const stale = others ? await generate(args) : 0;
process.exitCode = Math.max(stale, withWords ? searchWords(check) : 0);
