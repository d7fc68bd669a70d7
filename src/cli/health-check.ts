/**
 * Exits with 0 when the service in this container draws, else with 1: the health
 * check of the image and the readiness probe of its pods. A Redis that is away does
 * not count: most requests do not need it, and it would take every replica out at once.
 */
const SERVICE = `http://127.0.0.1:${process.env.PORT || 3000}/api/health`;

interface Health {
	readonly checks?: { readonly renderer?: { readonly ok?: unknown } };
}

fetch(SERVICE)
	.then((response) => response.json() as Promise<Health>)
	.then(
		({ checks }) => process.exit(checks?.renderer?.ok === true ? 0 : 1),
		() => process.exit(1),
	);

export {};
