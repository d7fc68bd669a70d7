import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { invalid } from "../../base/invalid.js";
import { placesIn } from "../../base/json-place.js";
import { searchTemplates } from "../../catalog/templates/search-templates.js";
import { LIMITS } from "../../contract/limits.js";
import type {
	TemplateCheckResponse,
	TemplateImageQuery,
	TemplateResponse,
	TemplateSearchQuery,
} from "../../contract/template-search.js";
import { slideOf } from "../../documents/pick-slides.js";
import { slideOutput } from "../../documents/slide-output.js";
import { namedTemplate, samplesOf } from "../../documents/templates/named-template.js";
import type { LibraryTemplate } from "../../documents/templates/template-library.js";
import { templateValidator } from "../../documents/validate-template.js";
import { isLasting } from "../../service/links/linked-document.js";
import type { Service } from "../../service/service.js";
import { addRoute } from "../add-route.js";
import { refuseWhenBusy, renderForRequest } from "../render-for-request.js";
import { clientOfRequest } from "../request/caller.js";
import { textOfBody } from "../request/json-body.js";
import { matchesTag } from "../response/send-image.js";
import { sendSlide } from "../response/send-slide.js";
import { SVG_POLICY } from "../response/svg-policy.js";
import type { HttpSettings } from "../settings.js";

/** Seconds for which answers may be cached: the operator may change a template. */
const MAX_AGE_SECONDS = 3_600;

/** The endpoints that return the picture of a template. */
const PICTURES = [
	["getTemplatePng", "png"],
	["getTemplateWebp", "webp"],
	["getTemplateSvg", "svg"],
] as const;

/** GET /api/templates, one template, and its picture with sample values. */
export function templateRoutes(app: FastifyInstance, service: Service, config: HttpSettings): void {
	// An answer that needs a key must not be in shared caches.
	const scope = config.apiKeys.length === 0 ? "public" : "private";
	const cacheControl = `${scope}, max-age=${MAX_AGE_SECONDS}`;

	addRoute(app, "searchTemplates", (request) =>
		searchTemplates(service.templates, request.query as TemplateSearchQuery),
	);

	addRoute(app, "getTemplate", (request, reply) => {
		const { template, version: templateVersion } = named(service, request);
		const etag = `"${templateVersion}"`;
		reply.header("cache-control", cacheControl).header("etag", etag);
		if (matchesTag(request.headers["if-none-match"], etag)) return reply.status(304).send();
		const answer: TemplateResponse = { ok: true, templateVersion, template };
		return answer;
	});

	const validate = templateValidator(service.contract, service.maxLength);
	const onRequest = async (request: FastifyRequest) =>
		service.admission.check(clientOfRequest(request));
	addRoute(
		app,
		"checkTemplate",
		async (request, reply) => {
			const client = clientOfRequest(request);
			const turn = () => service.turns.run(client, () => undefined);
			const { maxInlineTemplateLength: maxLength } = LIMITS;
			const found =
				textOfBody(request).length > maxLength
					? [{ path: "", message: `must have at most ${maxLength} characters` }]
					: await validate(request.body, turn);
			reply.header("cache-control", "no-store");
			const placeOf = await service.turns.run(client, () =>
				found.every(({ path }) => path === "") ? undefined : placesIn(textOfBody(request)),
			);
			const issues = found.map(({ path, message }) => {
				const { line = 1, column = 1 } = placeOf?.(path) ?? {};
				return { path, line, column, message };
			});
			const answer: TemplateCheckResponse = { ok: issues.length === 0, issues };
			return answer;
		},
		{ onRequest },
	);

	for (const [id, format] of PICTURES) {
		const draw = async (request: FastifyRequest, reply: FastifyReply) => {
			const one = named(service, request);
			const query = request.query as TemplateImageQuery;
			const document = service.resolve(documentOf(one, query), format);
			const slide = slideOf(document, query.slide ?? 1);
			if (isLasting({ document, slide }, config.publicBaseUrl)) {
				const etag = tagOf([await service.rendererVersion(), one.version, format, query]);
				reply.header("etag", etag);
				if (matchesTag(request.headers["if-none-match"], etag))
					return reply.header("cache-control", cacheControl).status(304).send();
			}
			const drawing = { document, slides: [slide], output: slideOutput(document, format) };
			const drawn = await renderForRequest(service, request, reply, drawing, { format });
			const [picture] = drawn.slides.all;
			if (picture === undefined) throw new Error("the renderer gave no slide");
			if (format === "svg") reply.header("content-security-policy", SVG_POLICY);
			return sendSlide(reply, picture, { cacheControl });
		};
		addRoute(app, id, draw, { onRequest: refuseWhenBusy(service) });
	}
}

const named = ({ templates }: Service, request: FastifyRequest): LibraryTemplate =>
	namedTemplate(templates, (request.params as { id: string }).id);

/**
 * The template with its sample values on one of its platforms.
 * @throws ServiceError invalid_request
 */
function documentOf(
	{ template }: LibraryTemplate,
	{ platform, brand }: TemplateImageQuery,
): object {
	const { id, platforms } = template;
	if (platform !== undefined && !platforms.includes(platform))
		throw invalid("invalid_request", [
			{
				path: "/platform",
				message: `must be one that the template lists: ${platforms.join(", ")}`,
				enum: platforms,
			},
		]);
	return {
		template: id,
		variables: samplesOf(template),
		...(platform !== undefined && { platform }),
		...(brand !== undefined && { brand }),
	};
}

const tagOf = (parts: readonly unknown[]): string =>
	`"t.${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22)}"`;
