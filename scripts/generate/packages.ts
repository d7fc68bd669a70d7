import { packageRoot } from "../../src/base/package-root.js";

/** A file of a package that only generators read. */
export const packageFile = (path: string): URL =>
	new URL(`scripts/generate/node_modules/${path}`, packageRoot);
