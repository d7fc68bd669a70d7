/**
 * `npm run build`: compiles src, test and scripts to dist and bundles the server; checks the types
 * of the Studio; bundles the Studio; decompresses fonts. These do not depend on each other and run
 * in parallel. Only what has changed since the last build is compiled.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const tsc = fileURLToPath(new URL("../node_modules/typescript-native/bin/tsc", import.meta.url));
const script = (name) => fileURLToPath(new URL(name, import.meta.url));
const cwd = fileURLToPath(new URL("..", import.meta.url));

/** @param {string[]} args @returns {Promise<number>} the exit code */
async function run(...args) {
	const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
	const [code] = await once(child, "exit");
	return code ?? 1;
}

async function server() {
	const code = await run(tsc, "-p", "tsconfig.json");
	return code === 0 ? run(script("build-bundle.mjs")) : code;
}

const codes = await Promise.all([
	server(),
	run(tsc, "-p", "src/studio"),
	run(script("build-studio.mjs")),
	run(script("unpack-fonts.mjs")),
]);
process.exitCode = Math.max(...codes);
