import type { FastifyInstance } from "fastify";
import { ServiceError } from "../../errors/errors.js";

/** The route of @fastify/cors, which gets each OPTIONS that is no preflight. */
const ANY_PATH = "*";

/** One served path: which URLs it matches, and with which methods. */
interface ServedPath {
	readonly pattern: RegExp;
	readonly methods: Set<string>;
}

/**
 * Answers what no route takes: 405 with Allow where the path is served with
 * another method, else 404. Decided before a body is read, and for every
 * method that HTTP knows.
 */
export function answerUnknownRoutes(app: FastifyInstance): void {
	const served = new Map<string, ServedPath>();
	app.addHook("onRoute", ({ url, method }) => {
		if (url === ANY_PATH) return;
		const path = served.get(url) ?? { pattern: pathPattern(url), methods: new Set() };
		served.set(url, path);
		for (const name of [method].flat()) path.methods.add(name);
	});
	app.addHook("onRequest", async (request, reply) => {
		if (!request.is404 && request.routeOptions.url !== ANY_PATH) return;
		const [pathname = ""] = request.url.split("?", 1);
		const methods = [...served.values()]
			.filter(({ pattern }) => pattern.test(pathname))
			.flatMap((path) => [...path.methods]);
		if (methods.length === 0) throw new ServiceError("not_found");
		reply.header("allow", [...new Set(methods)].sort().join(", "));
		throw new ServiceError("method_not_allowed");
	});
	// For routes that find nothing under their path, as a file that is gone.
	app.setNotFoundHandler(() => {
		throw new ServiceError("not_found");
	});
}

/** "/a/:b.svg" as a pattern: a parameter is anything but a slash. */
function pathPattern(url: string): RegExp {
	const source = url
		.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
		.replace(/:[A-Za-z]\w*/g, "[^/]+")
		.replace(/\\\*/g, ".*");
	return new RegExp(`^${source}$`);
}
