import type { FastifyInstance } from "fastify";
import type { IconCatalog } from "../../catalog/icons/index.js";

/** A client that requests one of these may search for icons in a moment. */
const BEFORE_A_SEARCH: ReadonlySet<string> = new Set([
	"/",
	"/mcp",
	"/llms.txt",
	"/api/assets/photos/search",
]);

/** The page that was asked for comes first. Milliseconds. */
const WARM_AFTER_MS = 500;

/**
 * Lets the index of the icons get ready before the first search, which it would delay by most of a
 * second. Its 50 MB are used only where somebody may search. Before the routes.
 */
export function warmIconsBeforeUse(app: FastifyInstance, icons: IconCatalog): void {
	let begun = false;
	const begin = async () => {
		if (begun) return;
		begun = true;
		setTimeout(() => icons.warm?.().catch(() => undefined), WARM_AFTER_MS).unref();
	};
	app.addHook("onRoute", (route) => {
		if (!BEFORE_A_SEARCH.has(route.url)) return;
		route.onRequest = [route.onRequest ?? []].flat().concat(begin);
	});
}
