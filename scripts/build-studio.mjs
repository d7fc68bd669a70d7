/** Bundles the Studio into dist/src/studio, from where the service serves it. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { bundleStudio } from "./studio-bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "src/studio");
const target = join(root, "dist/src/studio");

const bundled = await bundleStudio(target, {
	minify: true,
	// Escaped, the letters of other scripts would take more bytes.
	charset: "utf8",
	legalComments: "linked",
	write: false,
});
const files = new Map(bundled.outputFiles.map(({ path, contents }) => [basename(path), contents]));
for (const file of [
	"index.html",
	"docs.html",
	"studio.css",
	"docs.css",
	"icon.svg",
	"designs.json",
	"emoji.json",
])
	files.set(file, await readFile(join(source, file)));
const swagger = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
files.set("swagger-ui.js", await readFile(join(swagger, "swagger-ui-bundle.js")));
files.set("swagger-ui.css", await readFile(join(swagger, "swagger-ui.css")));

await mkdir(target, { recursive: true });
/** Endings of the compressed files that lie beside each file. */
const PACKED = {
	".gz": (bytes) => promisify(gzip)(bytes, { level: 9 }),
	".br": promisify(brotliCompress),
};
const wanted = new Set(
	[...files.keys()].flatMap((file) => ["", ...Object.keys(PACKED)].map((ending) => file + ending)),
);
const before = new Set(await readdir(target));
for (const file of before) if (!wanted.has(file)) await rm(join(target, file), { recursive: true });

/** The service compresses nothing by itself: it hands out what lies beside a file. */
async function writePacked(file, bytes) {
	const path = join(target, file);
	const there = ["", ...Object.keys(PACKED)].every((ending) => before.has(file + ending));
	// Compressing takes most of the time; a file that is as before has its compressed ones.
	if (there && (await readFile(path)).equals(bytes)) return;
	// The file itself comes last: where a build is cut off, the next one makes all three.
	await rm(path, { force: true });
	await Promise.all(
		Object.entries(PACKED).map(async ([ending, pack]) =>
			writeFile(path + ending, await pack(bytes)),
		),
	);
	await writeFile(path, bytes);
}
await Promise.all([...files].map(([file, bytes]) => writePacked(file, bytes)));
