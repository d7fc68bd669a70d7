/**
 * Compiles src, test and scripts to dist, checks the types of the Studio, and bundles it: `npm run
 * build`. None of the three reads what another writes, so they run side by side. What has not
 * changed since the last build is not made again.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
const bundler = fileURLToPath(new URL("build-studio.mjs", import.meta.url));
const cwd = fileURLToPath(new URL("..", import.meta.url));

const steps = [[tsc, "-p", "tsconfig.json"], [tsc, "-p", "src/studio"], [bundler]];
const codes = await Promise.all(
	steps.map(async (args) => {
		const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
		const [code] = await once(child, "exit");
		return code ?? 1;
	}),
);
process.exitCode = Math.max(...codes);
