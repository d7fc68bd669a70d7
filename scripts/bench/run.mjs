/**
 * `npm run bench`: installs the peers if they are missing, builds the service, then measures.
 * Everything else is imported only after that.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));

/** @param {string[]} args @param {string} cwd */
function npm(args, cwd) {
	const { status } = spawnSync("npm", args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
	if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(new URL("node_modules/takumi-js", import.meta.url))) npm(["ci"], here);
npm(["run", "build"], root);
const { main } = await import("./main.mjs");
await main(process.argv.slice(2));
