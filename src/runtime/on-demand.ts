/**
 * What only some requests need is loaded by the first that does: parsing all
 * packages at the start would take longer than drawing the first slide.
 */
import { createRequire } from "node:module";

/** Calls `load` on first use and keeps what it gives. */
export function onDemand<T extends object>(load: () => T): () => T {
	let value: T | undefined;
	return () => {
		value ??= load();
		return value;
	};
}

/** Loads the CommonJS build of a package, at once. */
export const requirePackage: NodeJS.Require = createRequire(import.meta.url);

/** HTTP client for images, photo providers and object stores; a document without them never needs it. */
export const undici = onDemand(() => requirePackage("undici") as typeof import("undici"));
