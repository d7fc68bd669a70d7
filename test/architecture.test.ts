/** The direction of imports: a file imports only from its own folder and from those before it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { packageRoot } from "../src/base/package-root.js";

/**
 * Folders and files of src/ in the order in which data flows. Of two names that a path begins
 * with, the longer one counts: the folders within `engine` and `service` have an order of their own.
 */
const ORDER = [
	["base"],
	["contract"],
	["client.ts"],
	// The pages in the browser: they know the service by its API alone.
	["studio"],
	// A document becomes bytes: no HTTP, no clients, no stores.
	["engine/numbers.ts"],
	["engine/text"],
	["engine/shapes", "engine/paints", "engine/layout", "engine/barcodes"],
	["engine/images", "engine/pixels"],
	["engine/scene"],
	["engine/paint"],
	["engine/compose"],
	["engine/svg"],
	["engine/layers"],
	["engine/report"],
	["engine"],
	["engine/draw"],
	["backgrounds"],
	// A request becomes a document with every default.
	[
		"documents/data-url.ts",
		"documents/own-images.ts",
		"documents/expressions",
		"documents/variables",
	],
	["documents/source-url.ts"],
	["documents/rows"],
	["documents/templates"],
	["documents"],
	["catalog"],
	// What is done for clients, whichever way they ask.
	["service/fairness", "service/redis", "service/s3"],
	["service/pictures"],
	["service/processes"],
	["service"],
	["service/delivery"],
	["service/render"],
	["service/links"],
	["service/batch"],
	["service/jobs"],
	["service/service.ts"],
	// How clients ask it: by MCP, and over HTTP.
	["mcp"],
	["http"],
	// Where everything is put together.
	["app/config"],
	["app/operator", "app/metrics"],
	["app"],
	["app/embed"],
	["index.ts", "server.ts"],
	["cli"],
];
const RANKS = ORDER.flatMap((names, rank) => names.map((name) => ({ name, rank }))).sort(
	(a, b) => b.name.length - a.name.length,
);
const rank = (path: string) =>
	RANKS.find(({ name }) => path === name || path.startsWith(`${name}/`))?.rank ?? -1;

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

t.test("src/ has at most 12 folders", async (t) => {
	const folders = readdirSync(source, { withFileTypes: true }).filter((entry) =>
		entry.isDirectory(),
	);
	t.ok(folders.length <= 12, folders.map(({ name }) => name).join(", "));
});

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

t.test(
	"each folder is one piece of the order, so that no two folders import each other",
	async (t) => {
		const folders = ORDER.map(([name = ""]) => name.split("/")[0]);
		const pieces = folders.filter((folder, at) => folder !== folders[at - 1]);
		t.same(pieces, [...new Set(pieces)]);
	},
);

t.test("imports point backwards", async (t) => {
	for (const file of files) {
		for (const path of filesImportedBy(file))
			t.ok(rank(path) <= rank(file), `${file} imports ${path}`);
	}
});

/** Circles of imports, each as a line. */
function circlesOf(files: readonly string[], importedBy: (file: string) => string[]): string[] {
	const done = new Set<string>();
	const circles: string[] = [];
	const visit = (file: string, way: readonly string[]) => {
		const since = way.indexOf(file);
		if (since >= 0) circles.push([...way.slice(since), file].join(" → "));
		if (since >= 0 || done.has(file)) return;
		for (const path of importedBy(file)) visit(path, [...way, file]);
		done.add(file);
	};
	for (const file of files) visit(file, []);
	return circles;
}

t.test("no files import each other in a circle", async (t) => {
	t.strictSame(circlesOf(files, filesImportedBy), []);
});

t.test("scripts and tests import nothing of each other, and have no circles", async (t) => {
	for (const [room, other] of [
		["scripts", "test"],
		["test", "scripts"],
	] as const) {
		const folder = new URL(`${room}/`, packageRoot);
		const inRoom = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
			(file) => /\.(ts|mjs)$/.test(file) && !file.includes("node_modules"),
		);
		/** Paths from the root of the project. */
		const imported = (file: string) =>
			[
				...readFileSync(new URL(file, folder), "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g),
			].map(([, specifier]) =>
				new URL(specifier!.replace(/\.js$/, ".ts"), new URL(file, folder)).href.slice(
					packageRoot.href.length,
				),
			);
		for (const file of inRoom)
			for (const path of imported(file))
				t.notOk(path.startsWith(`${other}/`), `${room}/${file} imports ${path}`);
		const within = (file: string) =>
			imported(file).flatMap((path) =>
				path.startsWith(`${room}/`) && existsSync(new URL(path, packageRoot))
					? [path.slice(room.length + 1)]
					: [],
			);
		t.strictSame(circlesOf(inRoom, within), []);
		t.ok(inRoom.length > 30);
	}
});

t.test("a render process starts without the packages that few slides need", async (t) => {
	// Types are gone in what is compiled, and import() waits for its first use.
	const compiled = new URL("dist/src/", packageRoot);
	const loaded = new Set<string>();
	const packages = new Set<string>();
	const load = (file: string) => {
		if (loaded.has(file)) return;
		loaded.add(file);
		const code = readFileSync(new URL(file, compiled), "utf8");
		for (const [, specifier] of code.matchAll(
			/^(?:import|export)(?:[^;("=]* from)? "([^"]+)";/gm,
		)) {
			if (specifier!.startsWith("."))
				load(new URL(specifier!, new URL(file, compiled)).href.slice(compiled.href.length));
			else if (!specifier!.startsWith("node:")) packages.add(specifier!);
		}
	};
	load("service/processes/process-main.js");
	load("engine/draw/draw-slide.js");
	t.ok(loaded.size > 100);
	// sharp and TypeBox took as long to load as all that is ours.
	t.strictSame([...packages].sort(), ["@resvg/resvg-js", "harfbuzzjs", "linkedom/worker", "saxes"]);
});

t.test(
	"the pages in the browser know of the service only how it reads JSON and tables, and the shapes of canvases",
	async (t) => {
		for (const file of files.filter((name) => name.startsWith("studio/"))) {
			for (const path of filesImportedBy(file))
				t.match(path, /^(studio\/|base\/(json|table|canvas)-)/, `${file} imports ${path}`);
		}
	},
);

t.test("each outside world has one door", async (t) => {
	const doors: Record<string, RegExp> = {
		fastify: /^(http\/|app\/app\.ts)/,
		"@fastify/cors": /^http\//,
		ioredis: /^service\/redis\//,
		bullmq: /^service\/(redis\/|jobs\/redis-queue\.ts)/,
		aws4fetch: /^service\/s3\//,
		"prom-client": /^app\/metrics\//,
		undici: /^(base\/on-demand\.ts|service\/pictures\/|catalog\/|service\/s3\/)/,
		sharp: /^(engine\/images\/|engine\/draw\/|mcp\/contact-sheet\.ts)/,
		"@resvg/resvg-js": /^engine\/images\/svg\/resvg\.ts/,
		"csv-parse": /^documents\/rows\//,
		"@fastify/busboy": /^http\//,
		"zip-stream": /^service\/delivery\/zip\.ts/,
		"bwip-js": /^engine\/barcodes\//,
		"lean-qr": /^engine\/barcodes\//,
		hyphen: /^engine\/text\//,
		satori: /^engine\/svg\/stepper\.ts/,
		harfbuzzjs: /^engine\/text\//,
		"@modelcontextprotocol/server": /^(mcp|cli)\//,
		saxes: /^engine\/images\/svg\//,
		linkedom: /^engine\/text\/rich\/html\.ts/,
		parse5: /^engine\/text\/rich\/html\.ts/,
		"@csstools/css-tokenizer": /^engine\/text\/rich\//,
		"@csstools/css-parser-algorithms": /^engine\/text\/rich\//,
		"@csstools/css-color-parser": /^engine\/text\/rich\//,
		"@csstools/color-helpers": /^engine\/text\/rich\//,
	};
	for (const file of files) {
		for (const specifier of importsOf(file)) {
			const door = doors[specifier];
			if (door) t.match(file, door, `${file} imports ${specifier}`);
		}
	}
});
