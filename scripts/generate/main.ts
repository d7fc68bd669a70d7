/**
 * Runs the generators and writes their files, or lists the stale ones. As a program, it takes the
 * arguments of `generate`.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../src/base/package-root.js";
import { clients } from "./clients.js";
import { emojiList } from "./emoji-list.js";
import type { Files } from "./files.js";
import { formats } from "./formats.js";
import { iconTerms } from "./icon-terms.js";
import { kernels } from "./kernels.js";
import { openApi } from "./openapi.js";
import { pages } from "./pages.js";
import { unicodeTables } from "./unicode-tables.js";

interface Generator {
	readonly make: () => Promise<Files>;
	/** Whether it reads packages of scripts/generate/package.json. */
	readonly packages: boolean;
}

const GENERATORS: Readonly<Record<string, Generator>> = {
	"icon-terms": { make: iconTerms, packages: true },
	"unicode-tables": { make: unicodeTables, packages: true },
	"emoji-list": { make: emojiList, packages: true },
	formats: { make: formats, packages: true },
	kernels: { make: kernels, packages: true },
	clients: { make: clients, packages: false },
	openapi: { make: openApi, packages: false },
	pages: { make: pages, packages: false },
};

function named(args: readonly string[]): Generator[] {
	const names = args.filter((arg) => !arg.startsWith("--"));
	return (names.length === 0 ? Object.keys(GENERATORS) : names).map((name) => {
		const generator = GENERATORS[name];
		if (generator !== undefined) return generator;
		throw new Error(`${name} is none of ${Object.keys(GENERATORS).join(", ")}`);
	});
}

export const needsPackages = (args: readonly string[]): boolean =>
	named(args).some(({ packages }) => packages);

/**
 * @param args names of generators, none for all; `--check` to write nothing
 * @returns the exit code: 1 if `--check` finds stale files
 */
export async function generate(args: readonly string[]): Promise<number> {
	const check = args.includes("--check");
	let stale = 0;
	for (const { make } of named(args)) {
		for (const [path, content] of await make()) {
			const url = new URL(path, packageRoot);
			const before = await readFile(url).catch(() => undefined);
			if (before?.equals(Buffer.from(content))) continue;
			stale++;
			console.log(`${path} ${check ? "is stale: npm run generate" : "written"}`);
			if (check) continue;
			await mkdir(new URL("./", url), { recursive: true });
			await writeFile(url, content);
		}
	}
	return check && stale > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	process.exitCode = await generate(process.argv.slice(2));
