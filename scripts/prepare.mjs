/**
 * Runs after `npm ci`, and before the package is packed: builds the project. Without development
 * dependencies (`npm ci --omit=dev`, NODE_ENV=production) there is no compiler, and nothing is
 * built.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const compiler = new URL("../node_modules/typescript-native/package.json", import.meta.url);
if (existsSync(compiler)) {
	const { status } = spawnSync("npm", ["run", "build"], { stdio: "inherit" });
	process.exitCode = status ?? 1;
} else {
	process.stdout.write("prepare: typescript is not installed, so nothing is built\n");
}
