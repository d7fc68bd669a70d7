/**
 * Runs the files in TEST_FILES, separated by spaces, one after the other in this process: a process
 * for each file would spend most of its time on loading tap and the service. Each file also runs
 * alone with `node`. The only argument is the name of the process: tap makes the names of its
 * folders from the arguments, and a list of files would be too long for one.
 *
 * A test named after the file comes before the tests of each. It ends the use of the file before: its
 * tests have ended, although what it registered with tap's root is only closed at the end.
 */
import { appendFileSync } from "node:fs";
import t from "tap";
import { Stopwatch } from "./helpers/stopwatch.js";
import { FILE_MARK } from "./helpers/test-count.js";

const { TEST_FILES = "", TEST_TIMES_FILE } = process.env;
let before: { readonly file: string; readonly watch: Stopwatch } | undefined;
const note = () => {
	if (before && TEST_TIMES_FILE)
		appendFileSync(
			TEST_TIMES_FILE,
			`${JSON.stringify({ file: before.file, ...before.watch.read() })}\n`,
		);
};

for (const file of TEST_FILES.split(" ").filter(Boolean)) {
	await t.test(`${FILE_MARK}${file}`, async () => {
		note();
		before = { file, watch: new Stopwatch() };
		// tap runs the tests of the file after this one, which registers them.
		await import(new URL(`${file}.js`, import.meta.url).href);
	});
}
process.on("exit", note);
