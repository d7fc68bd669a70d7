/**
 * The development server: compiles when a source changes, and restarts the service with the result.
 * Stops with all its child processes on SIGINT and SIGTERM.
 *
 *     npm run dev
 */
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// The package does not export its command, so the file is named by its path.
const tsc = fileURLToPath(new URL("../node_modules/typescript-native/bin/tsc", import.meta.url));
const compile = [tsc, "-p", "tsconfig.json"];
// Build everything once, including the Studio. After errors, the service still runs with the
// output.
spawnSync("npm", ["run", "build"], { stdio: "inherit" });

const children = [
	[...compile, "--watch", "--preserveWatchOutput"],
	// Watch the folder, because render processes load modules that the service itself does not.
	["--watch-path=dist/src", "--watch-preserve-output", "dist/src/server.js"],
].map((args) => spawn(process.execPath, args, { stdio: "inherit" }));

const end = () => {
	for (const child of children) child.kill("SIGTERM");
};
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
for (const child of children) child.on("exit", end);
