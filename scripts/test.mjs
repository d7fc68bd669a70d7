/**
 * Runs the compiled tests and says in the last line how many passed: tests, where tap counts
 * assertions, of which a loop makes thousands.
 *
 *     npm test             those that take two minutes together
 *     npm run test:long    the others
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "test-count-"));
const count = join(folder, "count");
const parts = process.argv.slice(2).map((argument) => `--test-arg=${argument}`);
// tap's reporter shows nothing that a test file writes of itself: the count comes in a file.
const { status } = spawnSync("tap", ["dist/test/run.js", ...parts], {
	stdio: "inherit",
	env: { ...process.env, TEST_COUNT_FILE: count },
});
let line = "The tests ended before they were counted.";
try {
	line = readFileSync(count, "utf8");
} catch {}
rmSync(folder, { recursive: true });
console.log(line);
process.exitCode = status ?? 1;
