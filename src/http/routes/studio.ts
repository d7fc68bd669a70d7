import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { documentExpander } from "../../documents/expand-document.js";
import type { Service } from "../../service/service.js";
import { baseUrl } from "../request/origin.js";
import type { HttpSettings } from "../settings.js";

/** The folder to which the build writes the pages. */
const FOLDER = new URL("../../studio/", import.meta.url);

/**
 * Nothing from other servers, and no inline scripts or styles; rendered and pasted pictures are
 * blobs and data URLs.
 */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"connect-src 'self' data: blob:",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
];

/**
 * GET /: the Studio for people, names and paths of the API for programs. GET /docs: the API
 * reference. GET /studio/…: the files of both. POST /studio/document: a template with its variables
 * filled in, so that it can be edited freely.
 */
export function studioRoutes(app: FastifyInstance, service: Service, config: HttpSettings): void {
	const open = { open: true, quiet: true };
	const built = existsSync(FOLDER);
	const studio = config.studio && built;
	const page = (name: string) => (studio ? readFileSync(new URL(name, FOLDER), "utf8") : "");
	// The page offers signed links and jobs only if they are enabled.
	const links = config.linkKeys.length > 0 ? '<meta name="signed-links" content="on">\n' : "";
	const jobs = service.jobs === undefined ? "" : '<meta name="jobs" content="on">\n';
	const opened =
		config.openTemplates.length === 0
			? ""
			: `<meta name="open-templates" content="${config.openTemplates.join(",")}">\n`;
	const index = page("index.html").replace("</head>", `${links}${opened}${jobs}</head>`);
	const docs = page("docs.html");
	const policy = allowPhotos(POLICY, config).join("; ");

	app.get("/", { config: open }, async (request, reply) => {
		reply.header("vary", "Accept");
		if (!studio || !wantsPage(request)) return apiIndex(request, reply, config, studio);
		return sendPage(reply, index, policy);
	});
	if (!studio) return;
	app.get("/docs", { config: open }, async (_request, reply) => sendPage(reply, docs, policy));
	const expand = documentExpander(service);
	app.post(
		"/studio/document",
		{ config: { invalidCode: "invalid_render_request" } },
		async (request, reply) => {
			// Refused like a render of the document.
			service.resolve(structuredClone(request.body), "measure");
			reply.header("cache-control", "no-store");
			return expand(request.body).document;
		},
	);
	app.register(async (scope) => {
		scope.addHook("onRoute", (route) => {
			route.config = { ...route.config, ...open };
		});
		await scope.register(fastifyStatic, {
			root: fileURLToPath(FOLDER),
			prefix: "/studio/",
			// One route per file: no other name is looked up on the disk.
			wildcard: false,
			decorateReply: false,
			preCompressed: true,
			index: false,
			setHeaders: (reply) => {
				reply.headers({ "cache-control": "no-cache", "x-content-type-options": "nosniff" });
			},
		});
	});
}

/** Photo providers require that thumbnails come from their own servers. */
function allowPhotos(rules: readonly string[], config: HttpSettings): string[] {
	const builtin = config.photoProvider === "builtin" || config.unsplashAccessKey === undefined;
	if (builtin && config.photoProvider !== "openverse") return [...rules];
	return rules.map((rule) => (rule.startsWith("img-src") ? `${rule} https:` : rule));
}

/** A browser asks for text/html; a program that accepts anything gets JSON. */
const wantsPage = ({ headers }: FastifyRequest): boolean =>
	/(?:^|,)\s*text\/html\b/i.test(headers.accept ?? "");

function sendPage(reply: FastifyReply, html: string, policy: string): FastifyReply {
	return reply
		.type("text/html; charset=utf-8")
		.header("content-security-policy", policy)
		.header("cache-control", "no-cache")
		.header("referrer-policy", "no-referrer")
		.header("x-content-type-options", "nosniff")
		.send(html);
}

/** The overview for programs that request "/". */
function apiIndex(
	request: FastifyRequest,
	reply: FastifyReply,
	config: HttpSettings,
	studio: boolean,
): FastifyReply {
	const origin = baseUrl(request, config.publicBaseUrl);
	return reply.header("cache-control", "no-cache").send({
		name: "Post Image Render Service",
		openapi: `${origin}/api/openapi.json`,
		schema: `${origin}/api/render-schema`,
		...(studio && { studio: `${origin}/`, docs: `${origin}/docs` }),
		endpoints: Object.values(request.server.endpoints).map(({ method, path, summary }) => ({
			method,
			path: path.replace(/:(\w+)/g, "{$1}"),
			summary,
		})),
	});
}
