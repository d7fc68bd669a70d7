/**
 * `npm run generate`: writes all generated files. With `--check` it writes nothing, lists stale
 * files, and fails if there are any. Names of generators select only those. First installs the
 * packages that they read.
 *
 *     npm run generate
 *     npm run generate -- --check
 *     npm run generate -- icon-terms openapi
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const words = fileURLToPath(new URL("../search-words/", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));

/** @param {string[]} args @param {string} cwd */
async function npm(args, cwd) {
	const [status] = await once(
		spawn("npm", args, { cwd, stdio: ["ignore", "ignore", "inherit"] }),
		"exit",
	);
	if (status !== 0) process.exit(status ?? 1);
}

/** Installs the packages in a folder's package.json, once. @param {string} folder */
async function install(folder) {
	if (!existsSync(`${folder}node_modules/.package-lock.json`))
		await npm(["ci", "--ignore-scripts"], folder);
}

const built = new URL("../../dist/scripts/generate/main.js", import.meta.url);
await npm(["run", "build"], root);
const { generate, needsPackages } = await import(built.href);

/**
 * Programs of scripts/search-words, which read 100 MB of packages, and the file that each writes.
 */
const WORDS = {
	"build.mjs": "data/search-words.txt",
	"emoji.mjs": "src/studio/emoji.json",
};

/**
 * The search words in many languages, and the words for emoji.
 * @param {boolean} check writes nothing
 * @returns the exit code: 1 if `check` finds a stale file
 */
function searchWords(check) {
	let stale = 0;
	const folder = mkdtempSync(join(tmpdir(), "search-words-"));
	for (const [program, path] of Object.entries(WORDS)) {
		const file = new URL(`../../${path}`, import.meta.url);
		// Written to another folder, because other processes may be reading the file.
		const made = join(folder, basename(path));
		const { status } = spawnSync(process.execPath, [program, made], {
			cwd: words,
			stdio: ["ignore", "ignore", "inherit"],
		});
		if (status !== 0) process.exit(status ?? 1);
		const content = readFileSync(made);
		if (existsSync(file) && readFileSync(file).equals(content)) continue;
		console.log(`${path} ${check ? "is stale: npm run generate" : "written"}`);
		if (!check) writeFileSync(file, content);
		stale++;
	}
	rmSync(folder, { recursive: true });
	return check && stale > 0 ? 1 : 0;
}

const asked = process.argv.slice(2);
const check = asked.includes("--check");
const names = asked.filter((name) => name !== "--check");
// Runs last, because it uses the icon search, which reads the other generated files.
const withWords = names.length === 0 || names.includes("search-words");
const args = asked.filter((name) => name !== "search-words");
const others = names.length === 0 || args.length > Number(check);
// In parallel, because npm mostly waits for the network.
await Promise.all([
	...(others && needsPackages(args) ? [install(here)] : []),
	...(withWords ? [install(words)] : []),
]);
const stale = others ? await generate(args) : 0;
process.exitCode = Math.max(stale, withWords ? searchWords(check) : 0);
