/**
 * Protects people who can reach the service, for example on their own machine, from pages of other
 * sites in their browser.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../../base/errors.js";
import type { HttpSettings } from "../settings.js";

type Names = Pick<HttpSettings, "publicBaseUrl" | "corsOrigin">;

/**
 * Refuses host names with which a page of another site could reach the service (DNS rebinding). A
 * service that listens on loopback only accepts loopback names, or those of a trusted proxy.
 * @throws ServiceError forbidden
 */
export function refuseForeignHosts(request: FastifyRequest, config: Names): void {
	const { host, own } = namesOf(request, config);
	const { localAddress = "" } = request.socket;
	const loopback = isLoopback(localAddress.replace(/^::ffff:/, ""));
	if (
		host === undefined ||
		(loopback && own === undefined && !isLoopback(host) && host !== localAddress)
	)
		throw new ServiceError("forbidden", {
			message:
				"This host name is not allowed: pages of other sites could use the service with it. Set PUBLIC_BASE_URL to the address at which clients reach it.",
		});
}

/**
 * Refuses the same names on every path of a service on somebody's own machine: it listens on a
 * loopback address, and no setting says under which name or behind which proxy. Names without a
 * dot cannot be those of a page on the internet.
 */
export function refuseReboundHosts(
	app: FastifyInstance,
	config: Names & Pick<HttpSettings, "trustProxy">,
): void {
	const { publicBaseUrl, trustProxy } = config;
	if (publicBaseUrl !== undefined || (trustProxy !== false && trustProxy !== 0)) return;
	app.addHook("onRequest", async (request) => {
		const { host } = namesOf(request, config);
		if (host?.replace(/\.$/, "").includes(".")) refuseForeignHosts(request, config);
	});
}

/**
 * Refuses requests from pages of other origins, unless CORS_ORIGIN has the origin. For requests
 * that browsers send without a preflight, such as forms.
 * @throws ServiceError forbidden
 */
export function refuseForeignPages(request: FastifyRequest, config: Names): void {
	const { origin, "sec-fetch-site": site } = request.headers;
	if (origin === undefined) {
		if (site === "cross-site") throw new ServiceError("forbidden");
		return;
	}
	const { host, own } = namesOf(request, config);
	const page = hostNameOf(origin);
	const allowed =
		config.corsOrigin.includes("*") ||
		config.corsOrigin.includes(origin) ||
		(page !== undefined && (page === host || page === own));
	if (!allowed) throw new ServiceError("forbidden");
}

const namesOf = (request: FastifyRequest, { publicBaseUrl }: Names) => ({
	host: hostNameOf(`http://${request.headers.host ?? ""}`),
	own: publicBaseUrl === undefined ? undefined : hostNameOf(publicBaseUrl),
});

const hostNameOf = (url: string): string | undefined =>
	URL.canParse(url) ? new URL(url).hostname || undefined : undefined;

const isLoopback = (host: string): boolean =>
	host === "localhost" || host === "[::1]" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
