/** The reference at /docs, from the service's own OpenAPI document. */
type Bundle = (options: Readonly<Record<string, unknown>>) => unknown;

declare const SwaggerUIBundle: Bundle;

SwaggerUIBundle({
	url: "/api/openapi.json",
	dom_id: "#docs",
	deepLinking: true,
	// The badge would ask a server of its maker's.
	validatorUrl: null,
	defaultModelsExpandDepth: 0,
	tryItOutEnabled: true,
});
