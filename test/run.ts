/**
 * Runs test files as one test: `npm test` those that take a few minutes in all, `npm run test:more`
 * the others that `.ci/run` requires, `npm run test:long` the long ones and those that take more
 * samples then; `node scripts/test.mjs http/jobs.test golden` files and folders by name. The files of
 * a folder share a process. tap's own runner loads its hooks for coverage and mocks into each process.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { Stopwatch } from "./helpers/stopwatch.js";
import { TestCount } from "./helpers/test-count.js";
import { isIn, PARTS } from "./parts.js";

/** Folders in the order in which their processes start: one that started late would run alone at the end. */
const FIRST = ["studio", "http", "hostile", "golden", "engine/draw"];
const PROCESS_MS = 1_800_000;
/** Files whose times are printed at the end. */
const SHOWN = 25;

const part = PARTS.find((name) => process.argv.includes(name)) ?? "quick";
const alone = process.argv.includes("alone");
const named = process.argv.slice(2).filter((argument) => ![...PARTS, "alone"].includes(argument));
const folder = fileURLToPath(new URL(".", import.meta.url));

const samples = (file: string) =>
	readFileSync(join(folder, `${file}.js`), "utf8").includes("/helpers/samples.js");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".test.js"))
	.map((file) => file.replace(/\.js$/, ""))
	// The compiler leaves the file of a test that was renamed.
	.filter((file) => existsSync(join(folder, `../../test/${file}.ts`)))
	.filter((file) => {
		if (named.length > 0) return named.some((name) => file === name || file.startsWith(`${name}/`));
		return isIn(part, file, samples(file));
	})
	.sort();

/** Files in a process: those of a folder, or of a folder of the engine. */
const processes = new Map<string, string[]>();
for (const file of files) {
	const parts = dirname(file).split("/");
	const room = parts.slice(0, parts[0] === "engine" ? 2 : 1).join("/");
	const name = alone ? file : room;
	processes.set(name, [...(processes.get(name) ?? []), file]);
}
const place = (name: string) => {
	const found = FIRST.indexOf(name);
	return found < 0 ? FIRST.length : found;
};

const count = new TestCount();
const watch = new Stopwatch();
const scratch = mkdtempSync(join(tmpdir(), "test-times-"));
const timesFile = join(scratch, "times");
t.on("subtestAdd", (test) => count.addProcess(test.parser, processes.get(test.name) ?? []));
const { TEST_COUNT_FILE } = process.env;
process.on("exit", () => {
	if (TEST_COUNT_FILE)
		writeFileSync(
			TEST_COUNT_FILE,
			JSON.stringify({ says: `${count}`, failed: [...count.failedFiles], longest: longest() }),
		);
	rmSync(scratch, { recursive: true });
});

/** A line for each of the longest files, and one for all: seconds, and those of processors. */
function longest(): string[] {
	let lines: string[] = [];
	try {
		lines = readFileSync(timesFile, "utf8").trim().split("\n");
	} catch {}
	const times = lines.map(
		(line) => JSON.parse(line) as { file: string; seconds: number; processor: number },
	);
	times.sort((a, b) => b.processor - a.processor || b.seconds - a.seconds);
	return [...times.slice(0, SHOWN), { file: "all", ...watch.read() }].map(
		({ file, seconds, processor }) =>
			`${seconds.toFixed(1).padStart(7)} ${processor.toFixed(1).padStart(7)}  ${file}`,
	);
}

t.jobs = named.length > 0 || alone ? 1 : 3;
t.setTimeout(0);
// tap makes all processes below it load a hook for its coverage, which is not used here. Without it,
// a process starts in 0.35 s instead of 0.95, and many tests start several.
const env = [
	`NODE_OPTIONS=${process.env.TEST_NODE_OPTIONS ?? ""}`,
	`TEST_TIMES_FILE=${timesFile}`,
	...(part === "long" ? ["TEST_SAMPLES=all"] : []),
];
for (const [name, inIt] of [...processes].sort(([a], [b]) => place(a) - place(b))) {
	const command = [
		...env,
		`TEST_FILES=${inIt.join(" ")}`,
		process.execPath,
		`${folder}run-files.js`,
		name,
	];
	t.spawn("env", command, { buffered: true, timeout: PROCESS_MS }, name);
}
