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

/** What scripts/search-words makes of 100 MB of packages: its programs, and the file that each writes. */
const WORDS = {
	"build.mjs": "data/search-words.txt",
	"emoji.mjs": "src/studio/emoji.json",
};

/**
 * The words of many languages, and those of the emoji.
 * @param {boolean} check writes nothing in the end
 * @returns the exit code: 1 when a file is stale that was only to be checked
 */
function searchWords(check) {
	const folder = new URL("../search-words/", import.meta.url);
	if (!existsSync(new URL("node_modules/.package-lock.json", folder)))
		npm(["ci", "--ignore-scripts"], fileURLToPath(folder));
	let stale = 0;
	for (const [program, path] of Object.entries(WORDS)) {
		const file = new URL(`../../${path}`, import.meta.url);
		const before = readFileSync(file);
		const { status } = spawnSync(process.execPath, [program], {
			cwd: folder,
			stdio: ["ignore", "ignore", "inherit"],
		});
		if (status !== 0) process.exit(status ?? 1);
		if (readFileSync(file).equals(before)) continue;
		console.log(`${path} ${check ? "is stale: npm run generate" : "written"}`);
		if (check) writeFileSync(file, before);
		stale++;
	}
	return check && stale > 0 ? 1 : 0;
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
