/**
 * `npm run build`: compiles src, test and scripts to dist and bundles the server; checks the types
 * of the Studio; bundles the Studio; decompresses fonts. These do not depend on each other and run
 * in parallel. Only what has changed since the last build is compiled.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
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

/** Removes what was compiled from a file that is gone: tests and bundles would still find it. */
function removeLeftOver() {
	for (const folder of ["src", "test", "scripts"]) {
		if (!existsSync(`${cwd}dist/${folder}`)) continue;
		for (const file of readdirSync(`${cwd}dist/${folder}`, { recursive: true, encoding: "utf8" })) {
			const [, path, kind] = /^(.*?)(?:\.d)?\.(js|cjs|ts|cts)(?:\.map)?$/.exec(file) ?? [];
			// The Studio's bundle is in dist/src/studio.
			if (path === undefined || (folder === "src" && path.startsWith("studio/"))) continue;
			const source = `${cwd}${folder}/${path}.${kind.startsWith("c") ? "cts" : "ts"}`;
			if (!existsSync(source)) rmSync(`${cwd}dist/${folder}/${file}`);
		}
	}
}

async function server() {
	removeLeftOver();
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
