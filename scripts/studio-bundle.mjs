import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = (name) => fileURLToPath(new URL(`../src/studio/${name}`, import.meta.url));

/**
 * Bundles the scripts of the Studio and of /docs.
 * @param target output folder
 * @param options additional esbuild options
 */
export function bundleStudio(target, options) {
	return build({
		entryPoints: { studio: source("main.tsx"), docs: source("docs.tsx") },
		outdir: target,
		bundle: true,
		splitting: true,
		format: "esm",
		target: "es2022",
		logLevel: "warning",
		...options,
	});
}
