/** The direction of imports: a file imports only from its own folder and from those before it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { packageRoot } from "../src/package-root.js";

/** Folders and files of src/ in the order in which data flows. */
const ORDER = [
	// What programs and pages say of a text that should be JSON.
	["json"],
	// The pages in the browser: they know the service by its API alone.
	["studio"],
	["package-root.ts", "version.ts", "on-demand.ts", "heap-growth.ts", "fairness", "contract"],
	["errors"],
	["config"],
	["redis", "s3"],
	["links"],
	["variables"],
	["text"],
	["images"],
	["pixels"],
	["scene"],
	["svg"],
	["measure"],
	["render"],
	["draw"],
	["processes"],
	["own"],
	["delivery"],
	["assets"],
	["metrics"],
	["mcp"],
	["http"],
	["app.ts"],
	["server.ts", "health-check.ts"],
	["embed"],
	["index.ts"],
	["cli"],
];
const rank = (path: string) => ORDER.findIndex((names) => names.includes(path.split("/")[0]!));

const source = new URL("src/", packageRoot);
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
	.map((file) => file.replaceAll("\\", "/"))
	.filter((file) => /\.tsx?$/.test(file));
/** "./stage.js" as it is written: stage.ts, or stage.tsx. */
const sourceOf = (specifier: string, file: string) =>
	[".ts", ".tsx"]
		.map((extension) => specifier.replace(/(?:\.js)?$/, extension))
		.find((name) => existsSync(new URL(name, new URL(file, source)))) ?? specifier;
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

/** The files of src/ that a file imports, for types too. */
const filesImportedBy = (file: string) =>
	importsOf(file)
		.filter((name) => name.startsWith("."))
		.map((specifier) => {
			const target = new URL(sourceOf(specifier, file), new URL(file, source)).href;
			return target.slice(source.href.length);
		});

t.test("imports point backwards", async (t) => {
	for (const file of files) {
		for (const path of filesImportedBy(file))
			t.ok(rank(path) <= rank(file), `${file} imports ${path}`);
	}
});

t.test("no files import each other in a circle", async (t) => {
	const done = new Set<string>();
	const circles: string[] = [];
	const visit = (file: string, way: readonly string[]) => {
		const since = way.indexOf(file);
		if (since >= 0) circles.push([...way.slice(since), file].join(" → "));
		if (since >= 0 || done.has(file)) return;
		for (const path of filesImportedBy(file)) visit(path, [...way, file]);
		done.add(file);
	};
	for (const file of files) visit(file, []);
	t.strictSame(circles, []);
	t.ok(done.size > 100);
});

t.test("each outside world has one door", async (t) => {
	const doors: Record<string, RegExp> = {
		fastify: /^(http\/|app\.ts)/,
		"light-my-request": /^http\//,
		"@fastify/rate-limit": /^http\//,
		"@fastify/cors": /^http\//,
		ioredis: /^redis\//,
		aws4fetch: /^s3\//,
		"prom-client": /^metrics\//,
		undici: /^(on-demand\.ts|images\/fetch\/|assets\/|s3\/)/,
		sharp: /^(images\/|draw\/|mcp\/preview\.ts)/,
		"@resvg/resvg-js": /^(images\/svg\/|svg\/text\/shadow\.ts|measure\/|draw\/)/,
		pdfkit: /^delivery\/pdfkit\.ts/,
		"csv-parse": /^variables\//,
		"@fastify/busboy": /^http\//,
		"zip-stream": /^delivery\/zip\.ts/,
		satori: /^svg\/stepper\.ts/,
		harfbuzzjs: /^text\//,
		"@modelcontextprotocol/server": /^(mcp|cli)\//,
		saxes: /^images\/svg\//,
		linkedom: /^text\/rich\/html\.ts/,
		parse5: /^text\/rich\/html\.ts/,
		"@csstools/css-tokenizer": /^text\/rich\//,
		"@csstools/css-parser-algorithms": /^text\/rich\//,
		"@csstools/css-color-parser": /^text\/rich\//,
		"@csstools/color-helpers": /^text\/rich\//,
	};
	for (const file of files) {
		for (const specifier of importsOf(file)) {
			const door = doors[specifier];
			if (door) t.match(file, door, `${file} imports ${specifier}`);
		}
	}
});
