/** Bundles the Studio into dist/src/studio, from which the service serves it. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { bundleStudio } from "./studio-bundle.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "src/studio");
const target = join(root, "dist/src/studio");

const bundled = await bundleStudio(target, {
	minify: true,
	// Escaped non-Latin characters would take more bytes.
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

await mkdir(target, { recursive: true });
/** File extensions of the compressed files next to each file. */
const PACKED = {
	".gz": (bytes) => promisify(gzip)(bytes, { level: 9 }),
	".br": promisify(brotliCompress),
};
const wanted = new Set(
	[...files.keys()].flatMap((file) => ["", ...Object.keys(PACKED)].map((ending) => file + ending)),
);
const before = new Set(await readdir(target));
for (const file of before) if (!wanted.has(file)) await rm(join(target, file), { recursive: true });

/** The service does not compress responses: it sends the compressed files. */
async function writePacked(file, bytes) {
	const path = join(target, file);
	const there = ["", ...Object.keys(PACKED)].every((ending) => before.has(file + ending));
	// Compression takes most of the time; an unchanged file already has its compressed versions.
	if (there && (await readFile(path)).equals(bytes)) return;
	// Write the file itself last: after an interrupted build, the next one writes all three.
	await rm(path, { force: true });
	await Promise.all(
		Object.entries(PACKED).map(async ([ending, pack]) =>
			writeFile(path + ending, await pack(bytes)),
		),
	);
	await writeFile(path, bytes);
}
await Promise.all([...files].map(([file, bytes]) => writePacked(file, bytes)));
