import type { FastifyInstance } from "fastify";
import { ServiceError } from "../../base/errors.js";

/** The route of @fastify/cors, which gets every OPTIONS request that is not a preflight. */
const ANY_PATH = "*";

/** A path of the service: the URLs that it matches, and its methods. */
interface ServedPath {
	readonly pattern: RegExp;
	readonly methods: Set<string>;
}

/**
 * Answers requests without a route: 405 with Allow if the path has another method, otherwise 404.
 * This is decided before a body is read, and for every method of HTTP.
 */
export function respondToUnknownRoutes(app: FastifyInstance): void {
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
		const allowed = [...new Set(methods)].sort();
		reply.header("allow", allowed.join(", "));
		const body = allowed.includes("POST") ? " with a JSON body" : "";
		throw new ServiceError("method_not_allowed", {
			message: `This path does not allow ${request.method}: send ${allowed.filter((name) => name !== "HEAD").join(" or ")}${body}.`,
			details: { allowed },
		});
	});
	// For routes that find nothing at their path, such as a missing file.
	app.setNotFoundHandler(() => {
		throw new ServiceError("not_found");
	});
}

/** Turns "/a/:b.svg" into a pattern in which a parameter matches anything but a slash. */
function pathPattern(url: string): RegExp {
	const source = url
		.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
		.replace(/:[A-Za-z]\w*/g, "[^/]+")
		.replace(/\\\*/g, ".*");
	return new RegExp(`^${source}$`);
}
