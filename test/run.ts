/**
 * All test files, four at a time, as one test: `npm test` runs all but the long
 * ones, `npm run test:long` the others; `node scripts/test.mjs http/jobs.test golden` runs files and
 * folders by name, one file at a time. tap's own runner loads its hooks for coverage and mocks into
 * each file: 120 files then take 250 s of processor time more, of 640.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { FileTimes } from "./helpers/file-times.js";
import { TestCount } from "./helpers/test-count.js";

/**
 * Folders and files that take long: a browser at the Studio, programs around the service, stores and
 * proxies, processes that die, programs in other languages, generated clients, formats that other
 * programs read, all cases of Unicode's bidi test.
 */
const LONG = [
	"cli/",
	"clients/",
	"service/delivery/pdf/text",
	"service/delivery/redis-store",
	"service/delivery/s3-",
	"deploy/",
	"docs-commands",
	"docs-links",
	"docs-recipes",
	"engine/draw/lossy",
	"app/embed/",
	"golden/svg",
	"http/jobs-redis",
	"http/links-once",
	"http/openapi/layer-clients",
	"http/render-document",
	"http/request/client-gone",
	"http/server-process",
	"mcp/",
	"app/operator/",
	"service/processes/",
	"documents/templates/bundled",
	"studio/",
	"engine/text/unicode/bidi",
];
/**
 * Files that start first, as they take longest: one that started last would run alone at the end.
 * The tests print the times of the longest ones (`SHOWN`).
 */
const FIRST = [
	"docs-commands",
	"docs-recipes",
	"documents/templates/bundled",
	"hostile/layers",
	"hostile/documents",
	"hostile/work",
	"hostile/valid-documents",
	"hostile/texts",
	"engine/draw/draw-ahead",
	"http/templates",
	"hostile/rasters",
	"hostile/connections",
	"http/jobs-redis",
	"cli/cli",
	"http/jobs.",
	"golden/",
	"docs-cookbook",
	"readme",
];
const FILE_MS = 900_000;
/** Files whose times are told in the end. */
const SHOWN = 15;

const long = process.argv.includes("long");
const named = process.argv.slice(2).filter((argument) => argument !== "long");
const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".test.js"))
	.filter((file) =>
		named.length > 0
			? named.some((name) => file === `${name}.js` || file.startsWith(`${name}/`))
			: LONG.some((start) => file.startsWith(start)) === long,
	)
	.sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));

/** Place in the order of the start. */
function place(file: string): number {
	const found = FIRST.findIndex((start) => file.startsWith(start));
	return found < 0 ? FIRST.length : found;
}

const count = new TestCount();
const times = new FileTimes();
const failed: string[] = [];
t.on("subtestAdd", (file) => {
	count.addFile(file.parser);
	file.parser.on("complete", ({ ok }: { ok: boolean }) => {
		if (!ok) failed.push(file.name);
	});
});
t.on("subtestStart", ({ name }) => times.start(name));
t.on("subtestEnd", ({ name }) => times.end(name));
const { TEST_COUNT_FILE } = process.env;
if (TEST_COUNT_FILE) {
	process.on("exit", () =>
		writeFileSync(
			TEST_COUNT_FILE,
			JSON.stringify({ says: `${count}`, failed, longest: times.longest(SHOWN) }),
		),
	);
}

t.jobs = named.length > 0 ? 1 : 4;
t.setTimeout(0);
// tap makes all processes below it load a hook for its coverage, which is not used here. Without it,
// a process starts in 0.35 s instead of 0.95, and many tests start several.
const nodeOptions = `NODE_OPTIONS=${process.env.TEST_NODE_OPTIONS ?? ""}`;
for (const file of files) {
	const source = file.replace(/\.js$/, "");
	const command = [nodeOptions, process.execPath, `${folder}${file}`];
	t.spawn("env", command, { buffered: true, timeout: FILE_MS }, source);
}
