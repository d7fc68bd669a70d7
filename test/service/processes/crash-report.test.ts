/** What a render process says before its end, without what it was working on. */
import t from "tap";
import { crashReport } from "../../../src/service/processes/crash-report.js";
import { processorTime } from "../../helpers/processor-time.js";

const MARK = "zqxj";

t.test("the runtimes' own words are kept", async (t) => {
	const kept = [
		"FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
		"# Fatal error in , line 0",
		"thread '<unnamed>' panicked at /root/.cargo/registry/src/index.crates.io-1/tiny-skia-0.11.4/src/path.rs:12:34",
		"thread 'main' has overflowed its stack",
		"memory allocation of 4294967296 bytes failed",
		"sh: 1: ulimit: error setting limit (Operation not permitted)",
		"RangeError: memory access out of bounds",
		"Error [ERR_MODULE_NOT_FOUND]",
		"    at drawSlide (file:///app/dist/src/engine/draw/draw-slide.js:10:20)",
		"    at async Promise.all (index 0)",
		"    at node:internal/main/run_main_module:23:47",
	];
	t.same(
		crashReport(kept.join("\n")).split("\n"),
		kept.filter((line) => !line.includes("index 0")),
	);
});

t.test("what may quote the document is not", async (t) => {
	const rows: [string, string][] = [
		[`TypeError: ${MARK} is not a function`, "TypeError"],
		[`Error [ERR_INVALID_ARG_VALUE]: Received '${MARK}'`, "Error [ERR_INVALID_ARG_VALUE]"],
		[`SyntaxError: Unexpected token 'z', "${MARK}" is not valid JSON`, "SyntaxError"],
		[
			`thread '<unnamed>' panicked at src/text.rs:1:2:\nbyte index 1 is not a char boundary; it is inside 'é' of \`${MARK}\``,
			"thread '<unnamed>' panicked at src/text.rs:1:2",
		],
		[
			`thread '<unnamed>' panicked at 'no entry for "${MARK}"', src/text.rs:1:2`,
			"thread '<unnamed>' panicked at src/text.rs:1:2",
		],
		[
			`(process:12): VIPS-WARNING **: 01:02: cannot read <svg>${MARK}`,
			"(process:12): VIPS-WARNING",
		],
		[`file:///app/x.js:3\n  throw new Error("${MARK}")\n        ^`, ""],
		[`data:image/png;base64,${MARK}`, ""],
		[`    at ${MARK} of text`, ""],
		[`FATAL ERROR: "${MARK}"`, ""],
	];
	for (const [output, expected] of rows) t.equal(crashReport(output), expected, output);
	const long = crashReport(`${"    at a (file:///b.js:1:1)\n".repeat(10_000)}`);
	t.ok(long.length <= 2_000);
});

t.test("hostile output takes no time", async (t) => {
	const spent = processorTime();
	for (const piece of ["a", " ", "'", "    at ", "Error", "thread '", "sh: ", "# Fatal ", "("]) {
		crashReport(piece.repeat(4_000));
		crashReport(`thread '<unnamed>' panicked at '${piece.repeat(1_900 / piece.length)}`);
		crashReport(`    at ${piece.repeat(1_900 / piece.length)}`);
	}
	t.ok(spent() < 5_000);
});
