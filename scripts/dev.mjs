/**
 * The development server: compiles when a source changes, and starts the service
 * anew with what came out. Ends, with all that it started, on SIGINT and SIGTERM.
 *
 *     npm run dev
 */
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const compile = [tsc, "-p", "tsconfig.json"];
// Once before the start, the Studio too; errors are printed, and what was written is run.
spawnSync("npm", ["run", "build"], { stdio: "inherit" });

const children = [
	[...compile, "--watch", "--preserveWatchOutput"],
	// The folder, as render processes load modules that the service itself does not.
	["--watch-path=dist/src", "--watch-preserve-output", "dist/src/server.js"],
].map((args) => spawn(process.execPath, args, { stdio: "inherit" }));

const end = () => {
	for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
for (const child of children) child.on("exit", end);
