import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { ErrorCode } from "../../base/errors.js";
import {
	IconQuerySchema,
	IconSearchQuerySchema,
	IconSearchResponseSchema,
	PhotoSearchQuerySchema,
	PhotoSearchResponseSchema,
	TrackDownloadRequestSchema,
	TrackDownloadResponseSchema,
} from "../../contract/assets.js";
import {
	BatchFormSchema,
	BatchLineSchema,
	BatchQuerySchema,
	BatchRequestSchema,
	NDJSON_TYPE,
} from "../../contract/batch.js";
import type { Contract } from "../../contract/contract.js";
import type { OutputFormat } from "../../contract/enums.js";
import { IMAGE_TYPES, isLossy, MEDIA_TYPES, PDF_TYPE } from "../../contract/formats.js";
import { HealthSchema, LiveSchema, ReadySchema } from "../../contract/health.js";
import {
	JOB_ID,
	JobFormSchema,
	JobLineSchema,
	JobParamsSchema,
	JobRequestSchema,
	JobSchema,
	JobZipQuerySchema,
} from "../../contract/jobs.js";
import { LIMITS } from "../../contract/limits.js";
import {
	ExpiringLinkParamsSchema,
	LinkParamsSchema,
	LinkRequestSchema,
	LinkResponseSchema,
	OpenTemplateParamsSchema,
} from "../../contract/links.js";
import { MeasureResponseSchema } from "../../contract/measure-response.js";
import {
	PdfQuerySchema,
	RenderResponseSchema,
	SlideQuerySchema,
	ZipQuerySchema,
} from "../../contract/render-response.js";
import { RenderSchemaSchema } from "../../contract/render-schema.js";
import { RenderBodySchema } from "../../contract/template-request.js";
import {
	TemplateCheckResponseSchema,
	TemplateCheckSchema,
	TemplateImageQuerySchema,
	TemplateParamsSchema,
	TemplateResponseSchema,
	TemplateSearchQuerySchema,
	TemplateSearchResponseSchema,
} from "../../contract/template-search.js";

export type Tag = "Render" | "Jobs" | "Templates" | "Links" | "Assets" | "Service";

/** One operation of the service: its input, and all its possible answers. */
export interface Endpoint {
	readonly method: "GET" | "POST" | "DELETE";
	/** Parameters have the notation of Fastify and find-my-way, ":name". */
	readonly path: string;
	/** Another path for the same, which the OpenAPI document does not list. */
	readonly alsoAt?: string;
	readonly operationId: string;
	readonly tag: Tag;
	readonly summary: string;
	readonly description: string;
	readonly params?: TObject;
	readonly query?: TObject;
	readonly body?: TSchema;
	/** The body is or contains a document, which the service checks when it resolves it. */
	readonly holdsDocument?: true;
	/** The same body as a form, which the operation also accepts. */
	readonly form?: TObject;
	/** Keeps its parsed body until the answer has ended. */
	readonly keepsBody?: true;
	/** Keeps the text of its body, in which its answer locates mistakes. */
	readonly keepsText?: true;
	/** Parses its body while it arrives: a form, or NDJSON. */
	readonly streamsBody?: true;
	/**
	 * The OpenAPI document mentions only the form, because generated clients use the first of
	 * several bodies.
	 */
	readonly describesForm?: true;
	/** Further responses that are not errors. */
	readonly also?: readonly (200 | 202 | 206 | 302 | 304 | 308)[];
	/** Errors of the JSON-RPC server have a JSON-RPC body. */
	readonly jsonRpc?: true;
	/** Body of the 200: a schema (JSON), or media types of files. */
	readonly success: {
		/** Default 200. */
		readonly status?: 202;
		readonly description: string;
		readonly schema?: TSchema;
		readonly files?: readonly string[];
		/** A line of the NDJSON in the answer. */
		readonly lines?: TSchema;
		/** The answer has X-Render-Warnings. */
		readonly warnings?: true;
		/** The answer has X-Image-Alt. */
		readonly alt?: true;
	};
	/** Error codes of this operation, in addition to the common ones. */
	readonly errors: readonly ErrorCode[];
	/** Error code of a 400. */
	readonly invalidCode: ErrorCode;
	/** Needs no API key, and does not count towards the rate limit. */
	readonly open?: true;
	/** Does not count towards the rate limit, but may need a key. */
	readonly uncounted?: true;
	/** Called every few seconds by probes; logged at debug. */
	readonly quiet?: true;
}

/** Error codes of every operation with a JSON body. */
const BODY_ERRORS = [
	"payload_too_large",
	"unsupported_media_type",
	"request_timeout",
] as const satisfies readonly ErrorCode[];

const RENDER_ERRORS = [
	...BODY_ERRORS,
	"remote_image_failed",
	"answer_too_large",
	"too_complex",
	"overloaded",
	"render_timeout",
] as const satisfies readonly ErrorCode[];

/**
 * An endpoint that returns one slide as a file.
 * @param file the file in words
 */
const slideFile = (operationId: string, format: OutputFormat, file: string) =>
	({
		method: "POST",
		path: `/api/render.${format}`,
		operationId,
		tag: "Render",
		summary: `Render one slide as ${file} file`,
		description: `Renders one slide and returns ${file}. The document's format and delivery have no effect here.${isLossy(format) ? " quality and maxBytes apply." : ""}`,
		query: SlideQuerySchema,
		body: RenderBodySchema,
		holdsDocument: true,
		success: { description: "The slide.", files: [MEDIA_TYPES[format]], warnings: true, alt: true },
		errors: isLossy(format) ? [...RENDER_ERRORS, "image_too_large"] : RENDER_ERRORS,
		invalidCode: "invalid_render_request",
	}) as const satisfies Endpoint;

/**
 * An endpoint that returns the picture of a template.
 * @param file the file in words
 */
const templatePicture = (operationId: string, format: OutputFormat, file: string) =>
	({
		method: "GET",
		path: `/api/templates/:id.${format}`,
		operationId,
		tag: "Templates",
		summary: `A template with sample values as ${file}`,
		description:
			"Renders a slide of the template with its sample values. Cacheable for one hour. A matching If-None-Match is answered without rendering. Counts as a render.",
		params: TemplateParamsSchema,
		query: TemplateImageQuerySchema,
		success: {
			description: "The picture.",
			files: [MEDIA_TYPES[format]],
			warnings: true,
			alt: true,
		},
		also: [304],
		errors: ["remote_image_failed", "too_complex", "overloaded", "render_timeout"],
		invalidCode: "invalid_request",
	}) as const satisfies Endpoint;

/** What the operations of a batch have in common. */
const BATCH = {
	method: "POST",
	tag: "Render",
	body: BatchRequestSchema,
	form: BatchFormSchema,
	keepsBody: true,
	// A form from a page of another site is refused.
	errors: [...BODY_ERRORS, "overloaded", "forbidden"],
	invalidCode: "invalid_render_request",
} as const satisfies Partial<Endpoint>;

const BATCH_ROWS = `Renders the document once per row (1 to ${LIMITS.maxBatchRows} rows). The values of a row are the document's variables. The response starts at once and is streamed row by row, in order, numbered from 1. A row that fails does not stop the others. Each row waits for its turn among the renders of other clients and counts as one render against the rate limit; with platforms, each image counts.`;

const ROW_LINES = {
	description: "The rows: one BatchLine as JSON per line.",
	files: [NDJSON_TYPE],
	lines: BatchLineSchema,
} as const;

/** Common parts of the operations on one job. */
const JOB = {
	tag: "Jobs",
	params: JobParamsSchema,
	errors: ["storage_unavailable"],
	invalidCode: "invalid_request",
	uncounted: true,
} as const satisfies Partial<Endpoint>;

/** The answers of both kinds of link. */
const LINKED_IMAGE = {
	method: "GET",
	tag: "Links",
	success: {
		description:
			"The image. Cacheable for a year (immutable) if it uses no remote images, otherwise for a day, and never longer than the link is valid. HEAD and a matching If-None-Match are answered without rendering.",
		files: IMAGE_TYPES,
		warnings: true,
		alt: true,
	},
	also: [304, 308],
	errors: [
		"invalid_signature",
		"link_expired",
		"link_too_long",
		"invalid_render_request",
		"payload_too_large",
		"rate_limited",
		"remote_image_failed",
		"image_too_large",
		"render_timeout",
	],
	invalidCode: "invalid_request",
	open: true,
} as const satisfies Partial<Endpoint>;

export const ENDPOINTS = Object.freeze({
	getHealth: {
		method: "GET",
		path: "/api/health",
		operationId: "getHealth",
		tag: "Service",
		summary: "Whether the service works",
		description: "For smoke tests and load balancers. Answers 503 when a check fails.",
		success: { description: "Every check passes.", schema: HealthSchema },
		errors: [],
		invalidCode: "invalid_request",
		open: true,
		quiet: true,
	},
	getLive: {
		method: "GET",
		path: "/api/health/live",
		operationId: "getLive",
		tag: "Service",
		summary: "Whether the process is alive",
		description:
			"For a liveness probe. Answers as long as the process can, whatever state its stores and render processes are in.",
		success: { description: "The process is alive.", schema: LiveSchema },
		errors: [],
		invalidCode: "invalid_request",
		open: true,
		quiet: true,
	},
	getReady: {
		method: "GET",
		path: "/api/health/ready",
		operationId: "getReady",
		tag: "Service",
		summary: "Whether to send requests",
		description:
			"For a readiness probe. Answers 503 while the service cannot render. Stores do not count, because most requests need none: if one is away, no replica should be taken out.",
		success: { description: "The service can render.", schema: ReadySchema },
		errors: [],
		invalidCode: "invalid_request",
		open: true,
		quiet: true,
	},
	getRenderSchema: {
		method: "GET",
		path: "/api/render-schema",
		operationId: "getRenderSchema",
		tag: "Render",
		summary: "The render contract",
		description:
			"Limits, coordinate system, platforms, brands, enumerations, the JSON Schema of the request, and examples that you can post unchanged.",
		success: { description: "The contract.", schema: RenderSchemaSchema },
		also: [304],
		errors: [],
		invalidCode: "invalid_request",
		open: true,
	},
	getOpenApi: {
		method: "GET",
		path: "/api/openapi.json",
		operationId: "getOpenApi",
		tag: "Service",
		summary: "This document",
		description: "The OpenAPI 3.1 description of the service, for tools and client generators.",
		success: {
			description: "The description.",
			schema: Type.Object(
				{
					openapi: Type.String({ description: "Version of OpenAPI.", examples: ["3.1.0"] }),
				},
				{ description: "An OpenAPI 3.1 document.", additionalProperties: true },
			),
		},
		also: [304],
		errors: [],
		invalidCode: "invalid_request",
		open: true,
	},
	renderImages: {
		method: "POST",
		path: "/api/render",
		operationId: "renderImages",
		tag: "Render",
		summary: "Render a document into images",
		description:
			"Renders the first slide (mode single) or all slides (mode carousel) as PNG, JPEG, WebP or SVG, and returns them inline, as temporary URLs, or both. The same document always produces identical bytes. A request beyond a limit is refused, never cut short.",
		body: RenderBodySchema,
		holdsDocument: true,
		success: { description: "The images.", schema: RenderResponseSchema },
		errors: [...RENDER_ERRORS, "image_too_large", "storage_unavailable"],
		invalidCode: "invalid_render_request",
	},
	renderPng: slideFile("renderPng", "png", "a PNG"),
	renderJpeg: { ...slideFile("renderJpeg", "jpeg", "a JPEG"), alsoAt: "/api/render.jpg" },
	renderWebp: slideFile("renderWebp", "webp", "a WebP"),
	renderSvg: slideFile("renderSvg", "svg", "an SVG"),
	measure: {
		method: "POST",
		path: "/api/measure",
		operationId: "measure",
		tag: "Render",
		summary: "Lay out a document without rendering it",
		description:
			"Returns the position of each text line, overlay, layer and stepper of all slides in preview pixels, and the warnings of a render. Takes the same document as a render. Fetches no images, so image_enlarged and image_replaced are never reported.",
		body: RenderBodySchema,
		holdsDocument: true,
		success: { description: "The layout.", schema: MeasureResponseSchema },
		errors: [...BODY_ERRORS, "too_complex", "overloaded", "render_timeout"],
		invalidCode: "invalid_render_request",
	},
	renderPdf: {
		method: "POST",
		path: "/api/render.pdf",
		operationId: "renderPdf",
		tag: "Render",
		summary: "Render all slides as a PDF",
		description:
			"Renders all slides in either mode, one page each; one export pixel is 0.75 points. Text is vector outlines; photos are JPEG with the given quality, each embedded once. The document's format and delivery have no effect here. For a document with platforms, the PDF is for one of them.",
		query: PdfQuerySchema,
		body: RenderBodySchema,
		holdsDocument: true,
		success: { description: "The document.", files: [PDF_TYPE], warnings: true },
		errors: [...RENDER_ERRORS, "storage_unavailable"],
		invalidCode: "invalid_render_request",
	},
	renderZip: {
		method: "POST",
		path: "/api/render.zip",
		operationId: "renderZip",
		tag: "Render",
		summary: "Render all slides as images in a ZIP",
		description:
			"Renders all slides in either mode in the document's format, as slide-01.png and so on; with platforms, in one folder per platform (pin/slide-01.png). The document's delivery has no effect here.",
		query: ZipQuerySchema,
		body: RenderBodySchema,
		holdsDocument: true,
		success: { description: "The archive.", files: ["application/zip"], warnings: true },
		errors: [...RENDER_ERRORS, "image_too_large", "storage_unavailable"],
		invalidCode: "invalid_render_request",
	},
	renderBatch: {
		...BATCH,
		path: "/api/batch",
		operationId: "renderBatch",
		summary: "Render one document with many rows of data",
		description: `${BATCH_ROWS} The response is NDJSON: one BatchLine per row, which is { row, images, warnings, warningCount } or { row, error }. Read it as text, line by line.`,
		query: BatchQuerySchema,
		success: ROW_LINES,
	},
	renderBatchCsv: {
		...BATCH,
		path: "/api/batch.csv",
		operationId: "renderBatchCsv",
		summary: "Render one document with the rows of a CSV file",
		description: `${BATCH_ROWS} The body is a form: document (JSON) and rows (CSV, whose first row names the variables). The response is that of POST /api/batch, which also accepts this form.`,
		describesForm: true,
		success: ROW_LINES,
	},
	renderBatchZip: {
		...BATCH,
		path: "/api/batch.zip",
		operationId: "renderBatchZip",
		summary: "Render many rows of data into a ZIP",
		description: `${BATCH_ROWS} The response is a ZIP of row-0001-slide-01.png and so on (with platforms, in one folder each). If rows failed, errors.ndjson in the ZIP has one BatchLine per failed row.`,
		success: { description: "The archive.", files: ["application/zip"], lines: BatchLineSchema },
	},
	createJob: {
		method: "POST",
		path: "/api/jobs",
		operationId: "createJob",
		tag: "Jobs",
		summary: "Render many rows of data in the background",
		description:
			"Stores a document and rows of data, answers at once, and renders the rows in the background, on all replicas. Takes JSON; a form whose last part is the rows (CSV or NDJSON); or NDJSON whose first line is the request without rows. Forms and NDJSON are read while they arrive. A request with the idempotencyKey of an earlier one is answered 200 with that job.",
		body: JobRequestSchema,
		form: JobFormSchema,
		streamsBody: true,
		success: { status: 202, description: "The job was accepted.", schema: JobSchema },
		also: [200],
		errors: [
			...BODY_ERRORS,
			"idempotency_conflict",
			"quota_exceeded",
			"storage_unavailable",
			"overloaded",
			"forbidden",
			"not_found",
		],
		invalidCode: "invalid_render_request",
	},
	getJob: {
		...JOB,
		method: "GET",
		path: "/api/jobs/:id",
		operationId: "getJob",
		summary: "State and progress of a job",
		description:
			"State, counts, estimated time left, the first rows that failed, and the URLs of the results.",
		success: { description: "The job.", schema: JobSchema },
	},
	cancelJob: {
		...JOB,
		method: "DELETE",
		path: "/api/jobs/:id",
		operationId: "cancelJob",
		summary: "Cancel a job, or delete its results",
		description:
			"Cancels a job that is not over; its results so far can still be downloaded. If the job is over, deletes its results.",
		success: {
			description: "The job after it was cancelled, or before it was deleted.",
			schema: JobSchema,
		},
	},
	getJobEvents: {
		...JOB,
		method: "GET",
		path: "/api/jobs/:id/events",
		operationId: "getJobEvents",
		summary: "Progress of a job as server-sent events",
		description:
			"An event named job with the answer of getJob whenever it has changed, at most twice a second. The stream ends when the job is over.",
		success: { description: "The events.", files: ["text/event-stream"] },
	},
	getJobManifest: {
		...JOB,
		method: "GET",
		path: "/api/jobs/:id/manifest",
		operationId: "getJobManifest",
		summary: "Result of each row of a job",
		description:
			"NDJSON with a JobLine for each finished row, in the order of the rows: its pictures, or the reason why it failed. Complete when the job is over.",
		success: { description: "The rows.", files: [NDJSON_TYPE], lines: JobLineSchema },
	},
	getJobZip: {
		...JOB,
		method: "GET",
		path: "/api/jobs/:id/results.zip",
		operationId: "getJobZip",
		summary: "The pictures of a job as a ZIP",
		description: `${LIMITS.maxJobZipRows} rows in each archive, and their part of the manifest as manifest.ndjson. The archive is made while it is downloaded. 404 until the job is over, and if its output is files.`,
		query: JobZipQuerySchema,
		success: { description: "The archive.", files: ["application/zip"] },
	},
	getJobFile: {
		method: "GET",
		path: "/api/jobs/files/:folder/:file",
		operationId: "getJobFile",
		tag: "Jobs",
		summary: "A picture of a job",
		description: "A file that the manifest of a job names. Supports Range and If-None-Match.",
		params: Type.Object({
			folder: Type.String({
				pattern: JOB_ID,
				description: "Folder of the results, as in the URL.",
				examples: ["Zb0iXyI0Sgq1vUjoe0q7Kg"],
			}),
			file: Type.String({
				pattern: `^[A-Za-z0-9_-]{22}\\.(?:${Object.keys(MEDIA_TYPES).join("|")})$`,
				description: "Name of the file, as in the URL of the picture.",
				examples: ["Zb0iXyI0Sgq1vUjoe0q7Kg.png"],
			}),
		}),
		success: { description: "The picture.", files: IMAGE_TYPES },
		also: [206, 302, 304],
		errors: ["range_not_satisfiable", "storage_unavailable"],
		invalidCode: "invalid_request",
		open: true,
	},
	searchTemplates: {
		method: "GET",
		path: "/api/templates",
		operationId: "searchTemplates",
		tag: "Templates",
		summary: "Find templates",
		description:
			"Designs whose texts, pictures and colours are variables. To render one, send template and variables instead of slides to any endpoint that takes a document.",
		query: TemplateSearchQuerySchema,
		success: { description: "The templates.", schema: TemplateSearchResponseSchema },
		errors: [],
		invalidCode: "invalid_request",
	},
	getTemplate: {
		method: "GET",
		path: "/api/templates/:id",
		operationId: "getTemplate",
		tag: "Templates",
		summary: "A template",
		description: "Its variables, its examples and its document.",
		params: TemplateParamsSchema,
		success: { description: "The template.", schema: TemplateResponseSchema },
		also: [304],
		errors: [],
		invalidCode: "invalid_request",
	},
	checkTemplate: {
		method: "POST",
		path: "/api/templates/check",
		operationId: "checkTemplate",
		tag: "Templates",
		summary: "Check a template",
		description:
			"Lists what is wrong with a template: in its fields, its placeholders, and the documents that its samples and examples make. Lays out and renders nothing.",
		body: TemplateCheckSchema,
		keepsText: true,
		success: { description: "The mistakes.", schema: TemplateCheckResponseSchema },
		errors: [...BODY_ERRORS, "overloaded"],
		invalidCode: "invalid_request",
	},
	getTemplatePng: templatePicture("getTemplatePng", "png", "a PNG"),
	getTemplateWebp: templatePicture("getTemplateWebp", "webp", "a WebP"),
	getTemplateSvg: templatePicture("getTemplateSvg", "svg", "an SVG"),
	getTemporaryImage: {
		method: "GET",
		path: "/api/renders/:file",
		operationId: "getTemporaryImage",
		tag: "Render",
		summary: "A temporary image",
		description:
			"The image at images[].url of a render. Returns 404 after it expires (RENDER_TTL_SECONDS, 15 minutes by default). Supports byte ranges and If-None-Match.",
		params: Type.Object({
			file: Type.String({
				pattern: `^[A-Za-z0-9_-]{22}\\.(?:${Object.keys(MEDIA_TYPES).join("|")})$`,
				description: "Name of the file, as in the URL.",
				examples: ["Zb0iXyI0Sgq1vUjoe0q7Kg.png"],
			}),
		}),
		success: { description: "The image.", files: IMAGE_TYPES },
		also: [206, 302, 304],
		errors: ["range_not_satisfiable", "storage_unavailable"],
		invalidCode: "invalid_request",
		open: true,
	},
	createLinks: {
		method: "POST",
		path: "/api/links",
		operationId: "createLinks",
		tag: "Links",
		summary: "Create signed links for a document",
		description:
			"Returns one signed link per slide. Nothing is rendered until a link is fetched. The link contains the document, so it must be short: embedded images make it too long. Returns 404 unless LINK_KEYS is set.",
		body: LinkRequestSchema,
		holdsDocument: true,
		success: { description: "The links.", schema: LinkResponseSchema },
		errors: [...BODY_ERRORS, "not_found"],
		invalidCode: "invalid_render_request",
	},
	getLinkedImage: {
		...LINKED_IMAGE,
		path: "/i/:signature/:payload/:file",
		operationId: "getLinkedImage",
		summary: "A slide by its link",
		description:
			"Renders the slide in the link, or returns the image that was rendered before. Returns 404 unless LINK_KEYS is set. The query may select a platform, and set the variables that the link leaves open; other parameters are dropped by a redirect (308). The path must not be encoded differently.",
		params: LinkParamsSchema,
	},
	getExpiringLinkedImage: {
		...LINKED_IMAGE,
		path: "/i/:signature/:expiry/:payload/:file",
		operationId: "getExpiringLinkedImage",
		summary: "A slide by a link that expires",
		description: "Like getLinkedImage, until the time in the link.",
		params: ExpiringLinkParamsSchema,
	},
	getOpenTemplateImage: {
		...LINKED_IMAGE,
		path: "/t/:file",
		operationId: "getOpenTemplateImage",
		summary: "A template with values from the query",
		description:
			"Renders a template that the operator lists in OPEN_TEMPLATES. Query parameters are the template's variables (items of a list as speakers.1.name), and _brand, _platform and _slide. Other spellings of a URL are redirected to its one form (308). A wrong value is a 400, as a picture for clients that accept only pictures.",
		params: OpenTemplateParamsSchema,
	},
	callMcp: {
		method: "POST",
		path: "/mcp",
		operationId: "callMcp",
		tag: "Service",
		summary: "The tools for agents",
		description:
			"A Model Context Protocol server (Streamable HTTP, stateless): find_templates, render, edit, measure, search_photos, search_icons, get_schema. MCP clients know what to send. Requests from web pages of other origins are refused; on a loopback address, so are requests with a foreign Host header.",
		body: Type.Unknown({ description: "A JSON-RPC 2.0 message." }),
		success: {
			description: "A JSON-RPC 2.0 response as an event (data: { … }).",
			files: ["text/event-stream"],
		},
		also: [202],
		jsonRpc: true,
		errors: [...BODY_ERRORS, "forbidden"],
		invalidCode: "invalid_request",
	},
	searchPhotos: {
		method: "GET",
		path: "/api/assets/photos/search",
		operationId: "searchPhotos",
		tag: "Assets",
		summary: "Search photos",
		description:
			"Searches the photo provider. The built-in provider also understands about thirty languages and emoji; if it finds nothing, note says what to do. Put a result's renderUrl into slide.image or imageOverlays[].src, print its attribution.text, and report its use with trackPhotoDownload.",
		query: PhotoSearchQuerySchema,
		success: { description: "The photos.", schema: PhotoSearchResponseSchema },
		errors: ["provider_failed"],
		invalidCode: "invalid_request",
	},
	trackPhotoDownload: {
		method: "POST",
		path: "/api/assets/photos/track-download",
		operationId: "trackPhotoDownload",
		tag: "Assets",
		summary: "Report that a photo was used",
		description:
			"Reports the use of a photo to the provider, as its terms require. Only accepts locations of the active provider.",
		body: TrackDownloadRequestSchema,
		success: { description: "The report was accepted.", schema: TrackDownloadResponseSchema },
		errors: [...BODY_ERRORS, "invalid_download_url", "provider_failed"],
		invalidCode: "invalid_request",
	},
	searchIcons: {
		method: "GET",
		path: "/api/assets/icons/search",
		operationId: "searchIcons",
		tag: "Assets",
		summary: "Search icons",
		description:
			"Searches the icon sets. Put a result's renderUrl into imageOverlays[].src; the overlay's color tints it.",
		query: IconSearchQuerySchema,
		success: { description: "The icons.", schema: IconSearchResponseSchema },
		errors: ["provider_failed"],
		invalidCode: "invalid_request",
	},
	getIcon: {
		method: "GET",
		path: "/api/assets/icons/:set/:file",
		operationId: "getIcon",
		tag: "Assets",
		summary: "An icon",
		description:
			"The image at the renderUrl of an icon search. Cacheable forever. Documents that use it are rendered without a network call.",
		params: Type.Object({
			set: Type.String({
				pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
				description: "The icon set.",
				examples: ["lucide"],
			}),
			file: Type.String({
				pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*\\.svg$",
				description: "Name of the icon and .svg.",
				examples: ["rocket.svg"],
			}),
		}),
		query: IconQuerySchema,
		success: { description: "The icon.", files: ["image/svg+xml"] },
		errors: ["provider_failed"],
		invalidCode: "invalid_request",
		open: true,
	},
	getBuiltinPhoto: {
		method: "GET",
		path: "/api/assets/photos/builtin/:file",
		operationId: "getBuiltinPhoto",
		tag: "Assets",
		summary: "A background that the service draws itself",
		description:
			"The image at the renderUrl of a photo search with the built-in provider. Cacheable forever.",
		params: Type.Object({
			file: Type.String({
				pattern: "^[a-z0-9-]{1,64}-(?:portrait|landscape|squarish)\\.svg$",
				description: "Name of the background, its orientation and .svg.",
				examples: ["aurora-green-portrait.svg"],
			}),
		}),
		success: { description: "The background.", files: ["image/svg+xml"] },
		errors: [],
		invalidCode: "invalid_request",
		open: true,
	},
} as const satisfies Record<string, Endpoint>);

export type OperationId = keyof typeof ENDPOINTS;
export type Endpoints = Readonly<Record<OperationId, Endpoint>>;

/** The endpoints of an instance, with the brands and fonts of its contract. */
export function endpointsOf({ adapt }: Contract): Endpoints {
	const entries = Object.entries(ENDPOINTS as Endpoints).map(([id, endpoint]) => {
		const { body, success } = endpoint;
		const { schema } = success;
		return [
			id,
			{
				...endpoint,
				...(body && { body: adapt(body) }),
				success: { ...success, ...(schema && { schema: adapt(schema) }) },
			},
		] as const;
	});
	return Object.fromEntries(entries) as Endpoints;
}

/** Error codes of an operation. */
export function errorCodes(endpoint: Endpoint): ErrorCode[] {
	const takesInput = endpoint.body !== undefined || endpoint.query !== undefined;
	const codes: ErrorCode[] = [
		...(takesInput ? [endpoint.invalidCode] : (["invalid_request"] as const)),
		...(endpoint.open ? [] : (["unauthorized"] as const)),
		...(endpoint.open || endpoint.uncounted ? [] : (["rate_limited"] as const)),
		...(endpoint.params ? (["not_found"] as const) : []),
		...endpoint.errors,
		"method_not_allowed",
		"internal_error",
		"overloaded",
	];
	return [...new Set(codes)];
}
