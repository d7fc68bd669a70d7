/** Bundles the Studio into dist/src/studio, from where the service serves it. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "src/studio");
const target = join(root, "dist/src/studio");

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
await build({
	entryPoints: {
		studio: join(source, "main.tsx"),
		docs: join(source, "docs.ts"),
	},
	outdir: target,
	bundle: true,
	splitting: true,
	format: "esm",
	target: "es2022",
	minify: true,
	// Escaped, the letters of other scripts would take more bytes.
	charset: "utf8",
	legalComments: "linked",
	logLevel: "warning",
});
for (const file of [
	"index.html",
	"docs.html",
	"studio.css",
	"docs.css",
	"icon.svg",
	"designs.json",
	"emoji.json",
])
	await cp(join(source, file), join(target, file));
const swagger = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
await cp(join(swagger, "swagger-ui-bundle.js"), join(target, "swagger-ui.js"));
await cp(join(swagger, "swagger-ui.css"), join(target, "swagger-ui.css"));

// The service compresses nothing by itself: it hands out what lies beside a file.
for (const file of await readdir(target)) {
	const bytes = await readFile(join(target, file));
	await writeFile(join(target, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
	await writeFile(join(target, `${file}.br`), await promisify(brotliCompress)(bytes));
}
