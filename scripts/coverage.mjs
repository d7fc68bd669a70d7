/**
 * Runs the tests and reports which statements of src/ they run: a summary on the terminal,
 * coverage/index.html line by line, coverage/lcov.info for other programs, coverage/summary.md for
 * CI. Exits with 1 if a test fails or if coverage is below LEAST_PERCENT.
 *
 *     npm run coverage                        all tests, including the long ones
 *     npm run coverage -- --quick             those of npm test, without a minimum
 *     npm run coverage -- http/links.test …   these files, without a minimum
 *     node scripts/coverage.mjs --report      only reports the counts of test.mjs --coverage
 *
 * V8 counts by itself (NODE_V8_COVERAGE), in Node and in the browser that tests the Studio.
 * coverage-hook.mjs adds processes that are ended by a signal. src/engine/pixels/assembly is
 * excluded: it is compiled to WebAssembly, which V8 does not count. Worker threads with a custom
 * environment are not counted either.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CoverageReport } from "monocart-coverage-reports";
import { COUNTS, STUDIO } from "./coverage-folders.mjs";

const LEAST_PERCENT = 95;
const chosen = process.argv.slice(2);
const reportOnly = chosen[0] === "--report";
const all = chosen.length === 0 || reportOnly;

const runs = all ? [[], ["long"]] : [chosen.filter((name) => name !== "--quick")];
if (!reportOnly) rmSync(COUNTS, { recursive: true, force: true });
const statuses = (reportOnly ? [] : runs).map(
	(run) =>
		spawnSync(process.execPath, ["scripts/test.mjs", "--coverage", ...run], { stdio: "inherit" })
			.status,
);

const compiled = `${new URL("../dist/src/", import.meta.url)}`;
const notStudio = (url) => url.startsWith(compiled) && !url.startsWith(`${compiled}studio/`);

const report = new CoverageReport({
	name: "Statements of src/",
	outputDir: "coverage",
	// The counts are in the same folder.
	clean: false,
	cleanCache: true,
	logging: "error",
	// Modules that contain only types have no statements and stay JavaScript.
	sourceFilter: (path) => /(?:^|\/)src\/.*\.tsx?$/.test(path) && !path.includes("node_modules/"),
	sourcePath: (path) => path.replace(/^.*?src\//, "src/"),
	reports: ["v8", "lcovonly", "console-summary"],
});

/** A script of the service; undefined for other scripts. */
function ofService({ url, functions }) {
	return notStudio(url) ? { url, functions, source: scriptOf(url) } : undefined;
}

const scripts = new Map();
function scriptOf(url) {
	if (!scripts.has(url)) scripts.set(url, readFileSync(new URL(url), "utf8"));
	return scripts.get(url);
}

/** A script of the Studio with its source map; undefined for other scripts. */
function ofStudio({ url, functions }) {
	const name = basename(new URL(url).pathname);
	const map = join(STUDIO, `${name}.map`);
	if (!existsSync(map)) return undefined;
	const sourceMap = JSON.parse(readFileSync(map, "utf8"));
	// Modules of src/contract in the bundle are already counted in the service.
	sourceMap.sources = sourceMap.sources.map((path) =>
		path.includes("src/studio/") ? path : path.replace("src/", "bundled/"),
	);
	return {
		url: `file:///studio/${name}`,
		functions,
		source: readFileSync(join(STUDIO, name), "utf8"),
		sourceMap,
	};
}

let unreadable = 0;
const run = new Set();
for (const name of existsSync(COUNTS) ? readdirSync(COUNTS) : []) {
	let result;
	try {
		({ result } = JSON.parse(readFileSync(join(COUNTS, name), "utf8")));
	} catch {
		// The process was killed while it was writing.
		unreadable++;
		continue;
	}
	const entries = result
		.map(name.startsWith("studio-") ? ofStudio : ofService)
		.filter((entry) => entry !== undefined);
	for (const { url } of entries) run.add(url);
	if (entries.length > 0) await report.add(entries);
}
if (unreadable > 0)
	console.error(`Processes that were ended before they had counted: ${unreadable}.`);

// Include files that no test loads. The report's own option for this (`all`) ignores their source
// maps, and would count every file a second time, as JavaScript without coverage.
function notRun(entry) {
	const ranges = [{ startOffset: 0, endOffset: entry.source.length, count: 0 }];
	return { ...entry, functions: [{ functionName: "", isBlockCoverage: true, ranges }] };
}
const scriptsIn = (folder) =>
	readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
if (all) {
	const files = [
		...scriptsIn(new URL(compiled)).map((file) => ofService({ url: `${compiled}${file}` })),
		...scriptsIn(STUDIO).map((file) => ofStudio({ url: `file:///${file}` })),
	];
	await report.add(files.filter((file) => file !== undefined && !run.has(file.url)).map(notRun));
}
const generated = await report.generate();
// The counts take gigabytes: each process writes all of its scripts.
for (const folder of [COUNTS, STUDIO]) rmSync(folder, { recursive: true, force: true });
if (generated === undefined) {
	console.error("No test ran code of src/: run this with npm run coverage, after the build.");
	process.exit(1);
}
const { statements, branches, functions } = generated.summary;
writeFileSync(
	"coverage/summary.md",
	[
		"| | covered | of | |",
		"| --- | ---: | ---: | ---: |",
		...Object.entries({ statements, branches, functions }).map(
			([name, { covered, total, pct }]) => `| ${name} | ${covered} | ${total} | ${pct} % |`,
		),
		"",
	].join("\n"),
);
const enough = !all || statements.pct >= LEAST_PERCENT;
if (!enough) console.error(`Less than ${LEAST_PERCENT} % of the statements are run.`);
process.exitCode = enough && statuses.every((status) => status === 0) ? 0 : 1;
