/** The API reference at /docs, from the service's OpenAPI document. */
type Bundle = (options: Readonly<Record<string, unknown>>) => unknown;

declare const SwaggerUIBundle: Bundle;

// Swagger UI has a dark theme, but does not follow the system's preference.
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () =>
	globalThis.document.documentElement.classList.toggle("dark-mode", dark.matches);
follow();
dark.addEventListener("change", follow);

SwaggerUIBundle({
	url: "/api/openapi.json",
	dom_id: "#docs",
	deepLinking: true,
	// Disables the badge that would contact Swagger's server.
	validatorUrl: null,
	defaultModelsExpandDepth: 0,
	tryItOutEnabled: true,
});
