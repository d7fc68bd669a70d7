/**
 * Runs the compiled tests and says in the last line how many passed: tests, where tap counts
 * assertions, of which a loop makes thousands.
 *
 *     npm test                                   those that take two minutes together
 *     npm run test:long                          the others
 *     node scripts/test.mjs studio/touch.test    the files that are named, one at a time
 *
 * Four files run at a time, and some measure time or drive a browser. When few files fail, they run
 * once more, alone: what fails twice is wrong, what fails once is named as a test to mend.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** More failures than these are not the machine's. */
const MAX_AGAIN = 3;

const first = run(process.argv.slice(2));
const again = first.failed.length > 0 && first.failed.length <= MAX_AGAIN;
if (first.longest.length > 1)
	console.log(
		`\nSeconds, and those of processors, of the longest files:\n${first.longest.join("\n")}`,
	);
console.log(first.says);
if (again) console.log(`\nOnce more, alone: ${first.failed.join(" ")}`);
const second = again ? run(first.failed) : undefined;
if (second) {
	console.log(second.says);
	if (second.status === 0)
		console.log(`Failed once and passed alone, to be mended: ${first.failed.join(" ")}`);
}
process.exitCode = (second ?? first).status;

/** What the tests said, the files that failed, the times of the longest, and tap's exit code. */
function run(names) {
	const folder = mkdtempSync(join(tmpdir(), "test-count-"));
	const count = join(folder, "count");
	const parts = names.map((name) => `--test-arg=${name}`);
	// tap's reporter shows nothing that a test file writes of itself: the count comes in a file.
	const { status } = spawnSync("tap", ["dist/test/run.js", ...parts], {
		stdio: "inherit",
		env: { ...process.env, TEST_COUNT_FILE: count },
	});
	let told = { says: "The tests ended before they were counted.", failed: [], longest: [] };
	try {
		told = JSON.parse(readFileSync(count, "utf8"));
	} catch {}
	rmSync(folder, { recursive: true });
	return { ...told, status: status ?? 1 };
}
