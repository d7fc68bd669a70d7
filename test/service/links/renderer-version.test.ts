/** Every input of a drawing changes the version that links put into their ETag. */
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import t from "tap";
import { packageRoot } from "../../../src/base/package-root.js";
import {
	DRAWING_ROOMS,
	type DrawingInputs,
	rendererVersion,
} from "../../../src/service/links/renderer-version.js";

const MACHINE = ["x64", "linux", "75.1", "11.3"];

/** Most files of the compiled code are declarations and source maps. */
const isRead = (path: string) => !/\.(?:map|d\.ts)$/.test(path);

/** A copy of what draws: compiled code, tables, some fonts, a library with native code of its own. */
function copiedTree(folder: string): DrawingInputs {
	const root = pathToFileURL(`${folder}/`);
	for (const path of ["package.json", "dist/src", "data", "fonts/manifest.json", "fonts/inter"])
		cpSync(new URL(path, packageRoot), new URL(path, root), { recursive: true, filter: isRead });
	const library = { name: "sharp", version: "1.0.0", optionalDependencies: { "@img/vips": "8" } };
	write(root, "node_modules/sharp/package.json", JSON.stringify(library));
	write(root, "node_modules/@img/vips/package.json", '{"name":"@img/vips","version":"8.0.0"}');
	return { root, code: new URL("dist/src/", root), machine: MACHINE };
}

function write(root: URL, path: string, text: string): void {
	const file = new URL(path, root);
	mkdirSync(dirname(fileURLToPath(file)), { recursive: true });
	writeFileSync(file, text);
}

t.test("each kind of input changes the version, and taking it back restores it", async (t) => {
	const tree = copiedTree(t.testdir());
	const first = await rendererVersion("", tree);
	t.match(first, /^[\w-]{43}$/);
	t.equal(await rendererVersion("", tree), first);
	const replaced: Record<string, string> = {
		"code that draws": "dist/src/engine/draw/draw-slide.js",
		"code that prepares variables": "dist/src/documents/variables/expand.js",
		"the pictures that the service draws": "dist/src/backgrounds/collection.js",
		kernels: "data/kernels.wasm",
		"a Unicode table": "data/unicode/line-break.txt",
		"the index of icons": "data/icons/lucide.tsv",
		"the manifest of fonts": "fonts/manifest.json",
	};
	for (const [kind, path] of Object.entries(replaced)) {
		const before = readFileSync(new URL(path, tree.root));
		writeFileSync(new URL(path, tree.root), Buffer.concat([before, Buffer.from("\n")]));
		t.not(await rendererVersion("", tree), first, kind);
		writeFileSync(new URL(path, tree.root), before);
	}
	t.equal(await rendererVersion("", tree), first);
});

t.test("a font of the same size and name but other content changes the version", async (t) => {
	const tree = copiedTree(t.testdir());
	const first = await rendererVersion("", tree);
	const font = new URL("fonts/inter/Inter-Bold.woff2", tree.root);
	const bytes = readFileSync(font);
	bytes[bytes.length - 1]! ^= 1;
	writeFileSync(font, bytes);
	t.not(await rendererVersion("", tree), first);
});

t.test("a file that is new, gone or renamed changes the version", async (t) => {
	const tree = copiedTree(t.testdir());
	const versions = [await rendererVersion("", tree)];
	write(tree.root, "dist/src/engine/new/file.js", "");
	versions.push(await rendererVersion("", tree));
	rmSync(new URL("dist/src/engine/new/file.js", tree.root));
	write(tree.root, "dist/src/engine/new/other.js", "");
	versions.push(await rendererVersion("", tree));
	t.equal(new Set(versions).size, 3);
});

t.test("the installed version of a library counts, and that of what it needs", async (t) => {
	const tree = copiedTree(t.testdir());
	const versions = [await rendererVersion("", tree)];
	write(tree.root, "node_modules/@img/vips/package.json", '{"name":"@img/vips","version":"8.0.1"}');
	versions.push(await rendererVersion("", tree));
	write(tree.root, "node_modules/sharp/package.json", '{"name":"sharp","version":"1.0.1"}');
	versions.push(await rendererVersion("", tree));
	t.equal(new Set(versions).size, 3);
});

t.test("the machine and what the operator adds change the version", async (t) => {
	const tree = copiedTree(t.testdir());
	const versions = await Promise.all([
		rendererVersion("", tree),
		rendererVersion("digest of the operator's fonts", tree),
		...MACHINE.map((_, at) => rendererVersion("", { ...tree, machine: MACHINE.with(at, "other") })),
	]);
	t.equal(new Set(versions).size, 2 + MACHINE.length);
});

t.test("files that no picture is made of leave the version as it is", async (t) => {
	const tree = copiedTree(t.testdir());
	const first = await rendererVersion("", tree);
	for (const path of [
		"README.md",
		"docs/design.md",
		"fonts/README.md",
		"fonts/inter/LICENSE.txt",
		"fonts/build.mjs",
		"dist/src/engine/draw/draw-slide.d.ts",
		"dist/src/engine/draw/draw-slide.js.map",
		"dist/src/studio/main.js",
		"node_modules/unrelated/package.json",
	])
		write(tree.root, path, '{"version":"9.9.9"}');
	t.equal(await rendererVersion("", tree), first);
});

/** Where a picture is made: all of the engine, and what the service does on the way to it. */
const ENTRIES = [
	/^engine\//,
	/^backgrounds\//,
	/^service\/(?:render|resolve|processes|pictures|variables)\//,
];

t.test("all rooms that the drawing imports count", async (t) => {
	const source = new URL("src/", packageRoot);
	const files = readdirSync(source, { recursive: true, encoding: "utf8" });
	const pending = files.filter(
		(file) => file.endsWith(".ts") && ENTRIES.some((entry) => entry.test(file)),
	);
	t.ok(pending.length > 150);
	const reached = new Set(pending);
	for (const file of pending) {
		const from = new URL(file, source);
		for (const [, specifier = ""] of readFileSync(from, "utf8").matchAll(
			/(?:from|import\(|new URL\()\s*"(\.[^"]+\.js)"/g,
		)) {
			const target = new URL(specifier.replace(/\.js$/, ".ts"), from);
			const path = target.href.slice(source.href.length);
			if (reached.has(path) || !existsSync(target)) continue;
			reached.add(path);
			pending.push(path);
		}
	}
	const rooms = new Set([...reached].map((path) => path.split("/")[0]!));
	t.ok(rooms.has("contract"));
	const covered: readonly string[] = DRAWING_ROOMS;
	t.strictSame(
		[...rooms].filter((room) => !covered.includes(room)),
		[],
	);
});
