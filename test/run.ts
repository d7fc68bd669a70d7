/**
 * All test files, three at a time, as one test: `npm test` runs all folders but
 * those named here, `npm run test:long` these. tap's own runner loads its hooks for
 * coverage and mocks into each file: 120 files then take 250 s of processor time
 * more, of 640.
 */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";

/** Attacks on the service, and a browser at the Studio: they take as long as all the rest. */
const LONG = ["hostile", "studio"];
const FILE_MS = 300_000;

const long = process.argv.includes("long");
const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
	.filter((file) => file.endsWith(".test.js") && LONG.includes(file.split("/")[0]!) === long)
	.sort();

t.jobs = 3;
t.setTimeout(0);
for (const file of files) {
	const source = file.replace(/\.js$/, "");
	t.spawn(process.execPath, [`${folder}${file}`], { buffered: true, timeout: FILE_MS }, source);
}
