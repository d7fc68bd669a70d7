import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { ERROR_CATALOG, type ErrorCode } from "../../base/errors.js";
import { NDJSON_TYPE } from "../../contract/batch.js";
import { EXAMPLES } from "../../contract/examples.js";
import { HealthSchema, ReadySchema } from "../../contract/health.js";
import { RenderBodySchema } from "../../contract/template-request.js";
import { ErrorBodySchema } from "../response/error-body.js";
import {
	ENDPOINTS,
	type Endpoint,
	type Endpoints,
	errorCodes,
	type OperationId,
} from "./endpoints.js";
import { SchemaComponents } from "./openapi-schemas.js";
import { ANSWER_LINKS } from "./response-links.js";

export type Json = Record<string, unknown>;

const TAGS = [
	{ name: "Render", description: "Render documents to images." },
	{ name: "Jobs", description: "Render rows of data in the background." },
	{ name: "Templates", description: "Designs whose texts, pictures and colours are variables." },
	{ name: "Links", description: "Images that are rendered when their signed URL is fetched." },
	{ name: "Assets", description: "Photos and icons for documents." },
	{ name: "Service", description: "The service itself." },
];

const REASONS: Readonly<Record<number, string>> = {
	400: "The request is invalid.",
	401: "The API key is missing or not valid.",
	403: "This is not allowed.",
	404: "Not found, or expired.",
	405: "The path exists, but not with this method.",
	408: "The request took too long to arrive.",
	409: "The request does not fit an earlier one.",
	410: "The link has expired.",
	413: "The body is too large.",
	414: "The link is too long.",
	415: "The body is not application/json in UTF-8 (or a form, where accepted), or it is compressed.",
	416: "The requested byte range is outside the image.",
	422: "The document is valid, but cannot be drawn: an image could not be used (details.path and details.reason say which and why), an image cannot be made small enough, or the rendered slides are too large.",
	429: "Too many requests to the service, or to the photo provider.",
	500: "Internal error of the service.",
	502: "The photo provider sent an invalid response.",
	503: "The service is busy or cannot do this at the moment.",
	504: "The render took too long.",
};

/** What a status means, if its error code says more than the number. */
const CODE_REASONS: Partial<Record<ErrorCode, string>> = {
	invalid_signature: "The link's signature is missing or does not match.",
	forbidden:
		"The request comes from a web page of another origin (CORS_ORIGIN lists those that may), or, on a loopback address, names a host that is not the service's.",
};

/** Answers that are neither a 200 nor an error. */
const ALSO: Readonly<Record<number, Json>> = {
	200: { description: "The job that the idempotencyKey belongs to." },
	202: { description: "The notification was accepted; the response is empty." },
	206: {
		description: "The requested byte range.",
		headers: {
			"Content-Range": header(
				"The range, and the size of the image.",
				"string",
				"bytes 0-99/48213",
			),
		},
	},
	302: {
		description: "The image is at the address in Location (where images are kept in a bucket).",
		headers: { Location: header("URL of the image.", "string", "https://bucket.example/a.png") },
	},
	304: {
		description: "Not modified: If-None-Match has the current ETag. The response is empty.",
		headers: { ETag: header("ETag of the image.", "string", '"Zb0iXyI0Sgq1vUjoe0q7Kg"') },
	},
	308: {
		description: "The image has another URL, which differs only in its spelling.",
		headers: {
			Location: header("The URL, relative to this one.", "string", "sale-price.png?title=Sale"),
		},
	},
};

/** What a JSON-RPC server answers to an invalid message. */
const JsonRpcErrorSchema = Type.Object(
	{
		jsonrpc: Type.String({ description: "Version of JSON-RPC.", examples: ["2.0"] }),
		id: Type.Null(),
		error: Type.Object({
			code: Type.Integer({ description: "As JSON-RPC numbers them.", examples: [-32_600] }),
			message: Type.String(),
		}),
	},
	{ title: "JsonRpcError", description: "An error of the protocol of /mcp." },
);

/** The parts that operations refer to. */
class Components extends SchemaComponents {
	/** Errors: several operations answer the same. */
	readonly responses: Record<string, Json> = {};
	readonly examples: Record<string, Json> = {};

	/** A reference to the response of an error, which is added if there is none like it. */
	error(status: number, response: Json): Json {
		const text = JSON.stringify(response);
		for (let i = 1; ; i++) {
			const name = `Error${status}${i === 1 ? "" : `_${i}`}`;
			const known = this.responses[name];
			if (known === undefined || JSON.stringify(known) === text) {
				this.responses[name] = response;
				return { $ref: `#/components/responses/${name}` };
			}
		}
	}

	/** @param values examples by name; the same name always has the same value */
	examplesOf(values: Readonly<Record<string, unknown>>): Json {
		const entries = Object.entries(values).map(([name, value]) => {
			this.examples[name] = { value };
			return [name, { $ref: `#/components/examples/${name}` }];
		});
		return Object.fromEntries(entries) as Json;
	}
}

/** Every answer has this header; the components describe it. */
const REQUEST_ID = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

/** Binary answers of renders have this header. */
const RENDER_WARNINGS = { "X-Render-Warnings": { $ref: "#/components/headers/RenderWarnings" } };

/** Answers that are one picture have this header. */
const IMAGE_ALT = { "X-Image-Alt": { $ref: "#/components/headers/ImageAlt" } };

const HEADERS: Readonly<Record<number, Json>> = {
	401: {
		"WWW-Authenticate": header(
			"How to authenticate; names the error when a key was sent.",
			"string",
			'Bearer realm="post-image-render-service"',
		),
	},
	405: { Allow: header("The methods of this path.", "string", "GET, HEAD") },
	416: { "Content-Range": header("Size of the image in bytes.", "string", "bytes */48213") },
	429: { "Retry-After": header("Seconds to wait.", "integer", 30) },
	503: { "Retry-After": header("Seconds to wait, when that may help.", "integer", 2) },
};

function header(description: string, type: string, example: unknown): Json {
	return { description, schema: { type }, example };
}

/**
 * The OpenAPI 3.1 document, made from the endpoints and their TypeBox schemas.
 * @param serverUrl base URL of the paths
 * @param version version of the service
 * @param options.keysRequired whether API keys are configured
 * @param options.endpoints those of the instance
 */
export function openApiDocument(
	serverUrl: string,
	version: string,
	{
		keysRequired = false,
		endpoints = ENDPOINTS,
	}: { readonly keysRequired?: boolean; readonly endpoints?: Endpoints } = {},
): Json {
	const components = new Components();
	const paths: Record<string, Json> = {};
	for (const endpoint of Object.values(endpoints) as Endpoint[]) {
		const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
		paths[path] = {
			...paths[path],
			[endpoint.method.toLowerCase()]: operation(endpoint, components),
		};
	}
	return {
		openapi: "3.1.0",
		info: {
			title: "Post Image Render Service",
			version,
			description:
				"Renders social post and carousel images from one JSON document, and searches photos and icons for them. All lengths of a document are preview pixels: export pixels are preview pixels divided by 0.375. Every error has the same body. An optional field that is null counts as absent. Defaults are in the descriptions, because client generators make properties with a `default` required; requestBody of GET /api/render-schema has them as `default`, for form builders. API keys are only required if the operator sets them.",
			contact: { name: "The operator of this service" },
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: serverUrl, description: "This service." }],
		tags: TAGS,
		security: [...(keysRequired ? [] : [{}]), { bearer: [] }, { apiKey: [] }],
		paths,
		components: {
			schemas: components.schemas(),
			responses: components.responses,
			examples: components.examples,
			headers: {
				RequestId: header(
					"Id of the request in the service's log: the request's X-Request-Id if it has 1 to 128 characters of A-Z a-z 0-9 . _ : / + = @ -, otherwise a new one.",
					"string",
					"0b4e0f5e-6c9c-4d0e-9d5b-6f1f5a3c1d2e",
				),
				RenderWarnings: header(
					"The number of warnings, then the code and path of as many as fit into 1 kB; 0 if there are none.",
					"string",
					"1; off_slide@/slides/0/imageOverlays/0",
				),
				ImageAlt: header(
					"The alternative text of the image as an extended value (RFC 8187), cut off after 1.5 kB.",
					"string",
					"UTF-8''Five%20habits%20that%20stick",
				),
			},
			securitySchemes: {
				bearer: { type: "http", scheme: "bearer", description: "An API key, where configured." },
				apiKey: {
					type: "apiKey",
					in: "header",
					name: "X-API-Key",
					description: "An API key, where configured.",
				},
			},
		},
	};
}

function operation(endpoint: Endpoint, components: Components): Json {
	const parameters = [
		...parametersOf("path", endpoint.params, components),
		...parametersOf("query", endpoint.query, components),
	];
	return {
		operationId: endpoint.operationId,
		tags: [endpoint.tag],
		summary: endpoint.summary,
		description: endpoint.description,
		...(endpoint.open && { security: [{}] }),
		...(parameters.length > 0 && { parameters }),
		...(endpoint.body && {
			requestBody: {
				required: true,
				content: bodyOf(endpoint, endpoint.body, components),
			},
		}),
		responses: {
			[String(endpoint.success.status ?? 200)]: success(endpoint, components),
			...Object.fromEntries(
				(endpoint.also ?? []).map((status) => [status, other(endpoint, status, components)]),
			),
			...errors(endpoint, components),
		},
	};
}

function bodyOf({ form, describesForm }: Endpoint, body: TSchema, components: Components): Json {
	if (form && describesForm)
		return { "multipart/form-data": { schema: components.reference(form) } };
	const examples = body.title === RenderBodySchema.title && {
		examples: components.examplesOf(RENDER_EXAMPLES),
	};
	return { "application/json": { schema: components.reference(body), ...examples } };
}

function other(
	{ success: { files = [], schema } }: Endpoint,
	status: number,
	components: Components,
): Json {
	const { description, headers = {} } = ALSO[status] as { description: string; headers?: Json };
	const content = Object.fromEntries(files.map((type) => [type, { schema: fileSchema(type) }]));
	return {
		description,
		headers: { ...REQUEST_ID, ...headers },
		...(status === 206 && { content }),
		...(status === 200 &&
			schema && { content: { "application/json": { schema: components.reference(schema) } } }),
	};
}

function parametersOf(
	place: "path" | "query",
	schema: TObject | undefined,
	components: Components,
): Json[] {
	return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
		const { description, ...rest } = components.reference(property);
		return { name, in: place, required: place === "path", description, schema: rest };
	});
}

/** A short document comes first on reference pages. */
const RENDER_EXAMPLES = {
	shortest: { slides: [{ textBlocks: [{ text: "Hello, world" }] }] },
	...EXAMPLES,
};

function success(endpoint: Endpoint, components: Components): Json {
	const { description, schema, files = [], lines, warnings, alt } = endpoint.success;
	const links = ANSWER_LINKS[endpoint.operationId as OperationId];
	// A line of NDJSON is a component for readers; no operation returns one.
	if (lines) components.reference(lines);
	const content = schema
		? { "application/json": { schema: components.reference(schema) } }
		: Object.fromEntries(files.map((type) => [type, { schema: fileSchema(type) }]));
	return {
		description,
		headers: { ...REQUEST_ID, ...(warnings && RENDER_WARNINGS), ...(alt && IMAGE_ALT) },
		content,
		...(links && { links }),
	};
}

/**
 * A binary file has no schema in 3.1 (the media type is enough); generators handle this form best.
 */
const fileSchema = (type: string): Json =>
	TEXT_TYPES.has(type) ? { type: "string" } : { type: "string", format: "binary" };

const TEXT_TYPES: ReadonlySet<string> = new Set([
	"image/svg+xml",
	NDJSON_TYPE,
	"text/event-stream",
]);

function errors(endpoint: Endpoint, components: Components): Record<string, Json> {
	const byStatus = new Map<number, ErrorCode[]>();
	for (const code of errorCodes(endpoint)) {
		const { status } = ERROR_CATALOG[code];
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	const statuses = [...byStatus].sort(([a], [b]) => a - b);
	const all = statuses.map(([status, codes]) => [
		String(status),
		error(endpoint, status, codes, components),
	]);
	if (endpoint.jsonRpc) all.push(["406", notAcceptable(components)]);
	return Object.fromEntries(all);
}

const notAcceptable = (components: Components): Json =>
	components.error(406, {
		description: "Accept must name both application/json and text/event-stream.",
		headers: REQUEST_ID,
		content: { "application/json": { schema: components.reference(JsonRpcErrorSchema) } },
	});

/** What endpoints of probes answer when they fail. */
const FAILING: Readonly<Record<string, TSchema>> = {
	getHealth: HealthSchema,
	getReady: ReadySchema,
};

function error(
	endpoint: Endpoint,
	status: number,
	codes: readonly ErrorCode[],
	components: Components,
): Json {
	const body = components.reference(ErrorBodySchema);
	// A JSON body that is not a valid message is answered by the protocol.
	const isRpc = endpoint.jsonRpc === true && status === 400;
	const failing = status === 503 ? FAILING[endpoint.operationId] : undefined;
	return components.error(status, {
		description: `${reasonOf(status, codes)} Codes: ${codes.join(", ")}.`,
		headers: { ...REQUEST_ID, ...HEADERS[status] },
		content: {
			"application/json": {
				schema: failing
					? { anyOf: [components.reference(failing), body] }
					: isRpc
						? { anyOf: [body, components.reference(JsonRpcErrorSchema)] }
						: body,
				examples: components.examplesOf(
					Object.fromEntries(codes.map((code) => [code, example(code)])),
				),
			},
		},
	});
}

function reasonOf(status: number, codes: readonly ErrorCode[]): string {
	const reasons = codes.map((code) => CODE_REASONS[code]).filter((reason) => reason !== undefined);
	return reasons.length > 0 ? reasons.join(" ") : (REASONS[status] ?? "");
}

function example(code: ErrorCode): Json {
	return {
		error: { code, message: ERROR_CATALOG[code].message, details: EXAMPLE_DETAILS[code] ?? {} },
	};
}

const EXAMPLE_DETAILS: Partial<Record<ErrorCode, Json>> = {
	invalid_render_request: {
		issues: [
			{
				path: "/slides/1/textBlocks/0/fontSize",
				message: "must be at most 240",
				type: "number",
				minimum: 8,
				maximum: 240,
			},
		],
	},
	image_too_large: { path: "/slides/0", slide: 1, maxBytes: 10000, smallestBytes: 48213 },
	too_complex: { path: "/slides/0/textBlocks/3", maxSlideSeconds: 10 },
	remote_image_failed: { path: "/slides/0/image", reason: "timeout" },
};
