/**
 * Exits with 0 if the service in this container can render, otherwise with 1. It is the health
 * check of the image and the readiness probe of the pods. An unavailable Redis does not count: most
 * requests do not need it, and otherwise every replica would become unready at once.
 */
const SERVICE = `http://127.0.0.1:${process.env.PORT || 3000}/api/health/ready`;

fetch(SERVICE).then(
	({ ok }) => process.exit(ok ? 0 : 1),
	() => process.exit(1),
);

export {};
