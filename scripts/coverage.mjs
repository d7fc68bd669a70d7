/**
 * Runs the tests and reports which statements of src/ they run: a summary on the terminal,
 * coverage/index.html line by line, coverage/lcov.info for other programs, coverage/summary.md for
 * CI. Ends with 1 when a test fails or when less than LEAST_PERCENT is run.
 *
 *     npm run coverage               all tests, the long ones too
 *     npm run coverage -- --quick    those of npm test, without a bound
 *     npm run coverage -- dist/test/http/links.test.js …    these files, without a bound
 *
 * V8 counts by itself (NODE_V8_COVERAGE), at a few percent of the time. The Studio is left out: it
 * runs in a browser. Render processes are ended by a signal and count nothing; what they do is
 * covered by tests that draw in their own process.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CoverageReport } from "monocart-coverage-reports";

const LEAST_PERCENT = 95;
const chosen = process.argv.slice(2);
const all = chosen.length === 0;

const folder = mkdtempSync(join(tmpdir(), "coverage-"));
const env = { ...process.env, NODE_V8_COVERAGE: folder };
const runs = all
	? [["scripts/test.mjs"], ["scripts/test.mjs", "long"]]
	: chosen.map((name) => [name === "--quick" ? "scripts/test.mjs" : name]);
const statuses = runs.map(
	(run) =>
		spawnSync(process.execPath, run, { env, stdio: ["ignore", "inherit", "inherit"] }).status,
);

const compiled = `${new URL("../dist/src/", import.meta.url)}`;
const report = new CoverageReport({
	name: "Statements of src/",
	outputDir: "coverage",
	cleanCache: true,
	logging: "error",
	entryFilter: ({ url }) => url.startsWith(compiled) && !url.includes("/studio/"),
	// Modules of types alone have no statements, and stay JavaScript.
	sourceFilter: (path) => path.endsWith(".ts") && !path.includes("studio/"),
	sourcePath: (path) => path.replace(/^.*?src\//, "src/"),
	reports: ["v8", "lcovonly", "console-summary"],
});
const run = new Set();
for (const name of readdirSync(folder)) {
	const { result } = JSON.parse(readFileSync(join(folder, name), "utf8"));
	const entries = result.filter(({ url }) => url.startsWith(compiled));
	for (const entry of entries) {
		entry.source = readFileSync(new URL(entry.url), "utf8");
		run.add(entry.url);
	}
	if (entries.length > 0) await report.add(entries);
}
// Files that no test loads count too. The report's own option for this (`all`) does not follow their
// source maps, and would count every file a second time, as JavaScript without coverage.
const files = readdirSync(new URL(compiled), { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".js") && !file.startsWith("studio/"))
	.map((file) => `${compiled}${file}`);
const notRun = (url) => {
	const source = readFileSync(new URL(url), "utf8");
	const ranges = [{ startOffset: 0, endOffset: source.length, count: 0 }];
	return { url, source, functions: [{ functionName: "", isBlockCoverage: true, ranges }] };
};
if (all) await report.add(files.filter((url) => !run.has(url)).map(notRun));
const generated = await report.generate();
rmSync(folder, { recursive: true });
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
