/**
 * Runs the compiled tests and prints in the last line how many passed. It counts tests, whereas tap
 * counts assertions, of which a loop makes thousands.
 *
 *     npm test                                   a few minutes, of all rooms
 *     npm run test:more                          the others that a merge needs
 *     npm run test:long                          the long ones
 *     node scripts/test.mjs studio/touch.test golden
 *                                                the named files and folders, one after the other
 *     node scripts/test.mjs --coverage …         counts executed statements, see coverage.mjs
 *
 * The files of a folder share a process, and three processes run at a time. If only a few files
 * fail, they run again, each in its own process: a file that fails twice is broken, one that fails
 * once is reported as flaky.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** More failures than these are not caused by machine load. */
const MAX_AGAIN = 8;

const names = process.argv
	.slice(2)
	.filter((name) => name !== "--coverage")
	.map((name) => name.replace(/\/$/, ""));
const unknown = names.filter(
	(name) =>
		!["long", "more", "alone"].includes(name) &&
		!existsSync(`dist/test/${name}.js`) &&
		!existsSync(`dist/test/${name}/`),
);
if (unknown.length > 0) {
	console.error(
		`No such test: ${unknown.join(" ")}. A name is a path in test/, of a file without .ts.`,
	);
	process.exit(1);
}
const env = process.argv.includes("--coverage") ? await countingEnv() : process.env;

const first = run(names);
const again = first.failed.length > 0 && first.failed.length <= MAX_AGAIN;
if (first.longest.length > 1)
	console.log(
		`\nSeconds, and those of processors, of the longest files:\n${first.longest.join("\n")}`,
	);
console.log(first.says);
if (again) console.log(`\nOnce more, alone: ${first.failed.join(" ")}`);
const second = again
	? run([...first.failed, "alone", ...names.filter((name) => name === "long" || name === "more")])
	: undefined;
if (second) {
	console.log(second.says);
	if (second.status === 0)
		console.log(`Failed once and passed alone, to be fixed: ${first.failed.join(" ")}`);
}
process.exitCode = (second ?? first).status;

/** The test output, the failed files, the duration of the longest, and tap's exit code. */
function run(names) {
	const folder = mkdtempSync(join(tmpdir(), "test-count-"));
	const count = join(folder, "count");
	const parts = names.map((name) => `--test-arg=${name}`);
	// tap's reporter hides a test file's own output, so the count is written to a file.
	const { status } = spawnSync("node_modules/.bin/tap", ["dist/test/run.js", ...parts], {
		stdio: "inherit",
		// The tests get these options, and not those that tap adds.
		env: { ...env, TEST_NODE_OPTIONS: env.NODE_OPTIONS ?? "", TEST_COUNT_FILE: count },
	});
	let told = { says: "The tests ended before they were counted.", failed: [], longest: [] };
	try {
		told = JSON.parse(readFileSync(count, "utf8"));
	} catch {}
	rmSync(folder, { recursive: true });
	return { ...told, status: status ?? 1 };
}

/**
 * Makes all child processes write coverage, and the browser run a Studio build with source maps.
 */
async function countingEnv() {
	const { COUNTS, STUDIO } = await import("./coverage-folders.mjs");
	const { bundleStudio } = await import("./studio-bundle.mjs");
	mkdirSync(COUNTS, { recursive: true });
	rmSync(STUDIO, { recursive: true, force: true });
	await bundleStudio(STUDIO, { sourcemap: "external" });
	const hook = new URL("./coverage-hook.mjs", import.meta.url);
	return {
		...process.env,
		NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${hook}`.trim(),
		NODE_V8_COVERAGE: COUNTS,
		STUDIO_FOR_COVERAGE: STUDIO,
	};
}
