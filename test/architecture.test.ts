/** The direction of imports: a file imports only from its own folder and from those before it. */
import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { packageRoot } from "../src/package-root.js";

/** Folders and files of src/ in the order in which data flows. */
const ORDER = [
	[
		"package-root.ts",
		"on-demand.ts",
		"heap-growth.ts",
		"fair-queue.ts",
		"fair-share.ts",
		"contract",
	],
	["errors.ts", "error-report.ts", "config-values.ts", "config.ts"],
	["redis"],
	["text"],
	["images"],
	["pixels"],
	["scene"],
	["svg"],
	["render"],
	["delivery"],
	["assets"],
	["metrics"],
	["http"],
	["app.ts"],
	["server.ts", "health-check.ts"],
];
const rank = (path: string) => ORDER.findIndex((names) => names.includes(path.split("/")[0]!));

const source = new URL("src/", packageRoot);
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
	.map((file) => file.replaceAll("\\", "/"))
	.filter((file) => file.endsWith(".ts"));
const importsOf = (file: string) =>
	[
		...readFileSync(new URL(file, source), "utf8").matchAll(
			/(?:from|import\(|requirePackage\()\s*"([^"]+)"/g,
		),
	].map((match) => match[1]!);

t.test("every file of src/ has its place", async (t) => {
	t.ok(files.length > 100);
	for (const file of files) t.ok(rank(file) >= 0, file);
});

t.test("imports point backwards", async (t) => {
	for (const file of files) {
		for (const specifier of importsOf(file).filter((name) => name.startsWith("."))) {
			const target = new URL(specifier.replace(/\.js$/, ".ts"), new URL(file, source)).href;
			const path = target.slice(source.href.length);
			t.ok(rank(path) <= rank(file), `${file} imports ${path}`);
		}
	}
});

t.test("each outside world has one door", async (t) => {
	const doors: Record<string, RegExp> = {
		fastify: /^(http\/|app\.ts)/,
		"@fastify/rate-limit": /^http\//,
		"@fastify/cors": /^http\//,
		ioredis: /^redis\//,
		"prom-client": /^metrics\//,
		undici: /^(on-demand\.ts|images\/fetch\/|assets\/)/,
		sharp: /^(images\/|render\/)/,
		"@resvg/resvg-js": /^(images\/svg\/|svg\/shadow\.ts|render\/)/,
		satori: /^svg\/stepper\.ts/,
		harfbuzzjs: /^text\//,
		linkedom: /^text\//,
	};
	for (const file of files) {
		for (const specifier of importsOf(file)) {
			const door = doors[specifier];
			if (door) t.match(file, door, `${file} imports ${specifier}`);
		}
	}
});
