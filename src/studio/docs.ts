/** The reference at /docs, from the service's own OpenAPI document. */
type Bundle = (options: Readonly<Record<string, unknown>>) => unknown;

declare const SwaggerUIBundle: Bundle;

// Swagger UI has the colours of a dark theme, and asks no one whether they are wanted.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () =>
	globalThis.document.documentElement.classList.toggle("dark-mode", dark.matches);
follow();
dark.addEventListener("change", follow);

SwaggerUIBundle({
	url: "/api/openapi.json",
	dom_id: "#docs",
	deepLinking: true,
	// The badge would ask a server of its maker's.
	validatorUrl: null,
	defaultModelsExpandDepth: 0,
	tryItOutEnabled: true,
});
