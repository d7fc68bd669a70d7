import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import {
	IconQuerySchema,
	IconSearchQuerySchema,
	IconSearchResponseSchema,
	PhotoSearchQuerySchema,
	PhotoSearchResponseSchema,
	TrackDownloadRequestSchema,
	TrackDownloadResponseSchema,
} from "../contract/assets.js";
import { HealthSchema } from "../contract/health.js";
import { RenderRequestSchema } from "../contract/render-request.js";
import { RenderPngQuerySchema, RenderResponseSchema } from "../contract/render-response.js";
import { RenderSchemaSchema } from "../contract/render-schema.js";
import type { ErrorCode } from "../errors.js";

export type Tag = "Render" | "Assets" | "Service";

/** One operation of the service: what it takes, and all that it may answer. */
export interface Endpoint {
	readonly method: "GET" | "POST";
	/** With parameters as Fastify and find-my-way write them, ":name". */
	readonly path: string;
	readonly operationId: string;
	readonly tag: Tag;
	readonly summary: string;
	readonly description: string;
	readonly params?: TObject;
	readonly query?: TObject;
	readonly body?: TSchema;
	/** Body of the 200: a schema (JSON), or media types of files. */
	readonly success: {
		readonly description: string;
		readonly schema?: TSchema;
		readonly files?: readonly string[];
	};
	/** Codes that this operation adds to those that every operation has. */
	readonly errors: readonly ErrorCode[];
	/** Code of the 400 when the request is not valid. */
	readonly invalidCode: ErrorCode;
	/** Answers without an API key, and is not counted. */
	readonly open?: true;
	/** Asked every few seconds by probes: logged at debug. */
	readonly quiet?: true;
}

/** Errors of an operation that takes a JSON body, besides its own. */
const BODY_ERRORS = [
	"payload_too_large",
	"unsupported_media_type",
	"request_timeout",
] as const satisfies readonly ErrorCode[];

const RENDER_ERRORS = [
	...BODY_ERRORS,
	"remote_image_failed",
	"overloaded",
	"render_timeout",
] as const satisfies readonly ErrorCode[];

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
	getRenderSchema: {
		method: "GET",
		path: "/api/render-schema",
		operationId: "getRenderSchema",
		tag: "Render",
		summary: "The render contract",
		description:
			"Limits, coordinate system, platforms, brands, enumerations, the JSON Schema of the request, and examples that can be posted as they stand.",
		success: { description: "The contract.", schema: RenderSchemaSchema },
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
			"Draws the first slide (mode single) or all slides (mode carousel) as PNG or SVG, and answers them inline, as temporary URLs, or both. The same document gives the same bytes. A request beyond a limit is refused, never cut short.",
		body: RenderRequestSchema,
		success: { description: "The images.", schema: RenderResponseSchema },
		errors: [...RENDER_ERRORS, "storage_unavailable"],
		invalidCode: "invalid_render_request",
	},
	renderPng: {
		method: "POST",
		path: "/api/render.png",
		operationId: "renderPng",
		tag: "Render",
		summary: "Render one slide as a PNG file",
		description:
			"Draws one slide and answers the PNG itself. format and delivery of the document have no effect here.",
		query: RenderPngQuerySchema,
		body: RenderRequestSchema,
		success: { description: "The slide.", files: ["image/png"] },
		errors: RENDER_ERRORS,
		invalidCode: "invalid_render_request",
	},
	getTemporaryImage: {
		method: "GET",
		path: "/api/renders/:file",
		operationId: "getTemporaryImage",
		tag: "Render",
		summary: "A rendered image, for a while",
		description:
			"What images[].url of a render names. Not found once its time is over (RENDER_TTL_SECONDS, 15 minutes by default). Takes a range of bytes and If-None-Match.",
		params: Type.Object({
			file: Type.String({
				description: "Name of the file, as the URL has it.",
				examples: ["Zb0iXyI0Sgq1vUjoe0q7Kg.png"],
			}),
		}),
		success: { description: "The image.", files: ["image/png", "image/svg+xml"] },
		errors: ["range_not_satisfiable", "storage_unavailable"],
		invalidCode: "invalid_request",
		open: true,
	},
	searchPhotos: {
		method: "GET",
		path: "/api/assets/photos/search",
		operationId: "searchPhotos",
		tag: "Assets",
		summary: "Search photos",
		description:
			"Searches the photo provider. Put a result's renderUrl into slide.image or imageOverlays[].src, print its attribution.text, and report its use with trackPhotoDownload.",
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
			"Tells the provider that a photo was used, as its terms ask. Takes only a location that the active provider can have given out.",
		body: TrackDownloadRequestSchema,
		success: { description: "The report was taken.", schema: TrackDownloadResponseSchema },
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
			"What the renderUrl of an icon search names; cacheable for ever. A document that names it is rendered without a network call.",
		params: Type.Object({
			set: Type.String({ description: "The icon set.", examples: ["lucide"] }),
			file: Type.String({
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
			"What the renderUrl of a photo search names when the provider is builtin; cacheable for ever.",
		params: Type.Object({
			file: Type.String({
				description: "Name of the background, its orientation and .svg.",
				examples: ["aurora-portrait.svg"],
			}),
		}),
		success: { description: "The background.", files: ["image/svg+xml"] },
		errors: [],
		invalidCode: "invalid_request",
		open: true,
	},
} as const satisfies Record<string, Endpoint>);

export type OperationId = keyof typeof ENDPOINTS;

/** Codes that an operation may answer. */
export function errorCodes(endpoint: Endpoint): ErrorCode[] {
	const takesInput = endpoint.body !== undefined || endpoint.query !== undefined;
	const codes: ErrorCode[] = [
		...(takesInput ? [endpoint.invalidCode] : (["invalid_request"] as const)),
		...(endpoint.open ? [] : (["unauthorized", "rate_limited"] as const)),
		...(endpoint.params ? (["not_found"] as const) : []),
		...endpoint.errors,
		"method_not_allowed",
		"internal_error",
		"overloaded",
	];
	return [...new Set(codes)];
}
