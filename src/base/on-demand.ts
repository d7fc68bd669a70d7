/**
 * Loads what only some requests need on first use: parsing all packages at startup would take
 * longer than rendering the first slide.
 */
import { createRequire } from "node:module";

/** Calls `load` on first use and keeps the result. */
export function onDemand<T extends object>(load: () => T): () => T {
	let value: T | undefined;
	return () => {
		value ??= load();
		return value;
	};
}

/** Loads the CommonJS build of a package, synchronously. */
export const requirePackage: NodeJS.Require = createRequire(import.meta.url);

/**
 * HTTP client for images, photo providers and object stores; a document without them does not need
 * it.
 */
export const undici = onDemand(() => requirePackage("undici") as typeof import("undici"));
