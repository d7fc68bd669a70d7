import { type ImageFailureReason, imageFailure } from "./image-failure.js";

export { IMAGE_FAILURE_REASONS, type ImageFailureReason } from "./image-failure.js";

const NOT_FOUND = "Not found. See GET /api/openapi.json for all endpoints.";

/**
 * The catalogue of errors: each code with its HTTP status and its default message. Anything that is
 * not a ServiceError reaches the client as internal_error, which reveals nothing.
 */
export const ERROR_CATALOG = Object.freeze({
	invalid_render_request: { status: 400, message: "The render request is invalid." },
	invalid_request: { status: 400, message: "The request is invalid." },
	invalid_download_url: { status: 400, message: "The download location is invalid." },
	unauthorized: { status: 401, message: "A valid API key is required." },
	invalid_signature: { status: 403, message: "The link's signature is missing or does not match." },
	forbidden: {
		status: 403,
		message: "Requests from this origin or for this host are not allowed.",
	},
	not_found: { status: 404, message: NOT_FOUND },
	method_not_allowed: { status: 405, message: "This path does not allow this method." },
	request_timeout: { status: 408, message: "The request took too long to arrive." },
	idempotency_conflict: {
		status: 409,
		message: "Another request was sent with this idempotencyKey before.",
	},
	quota_exceeded: {
		status: 409,
		message: "The jobs of this client have used up their storage.",
	},
	link_expired: { status: 410, message: "The link has expired." },
	payload_too_large: { status: 413, message: "The request body is too large." },
	link_too_long: { status: 414, message: "The link is too long." },
	unsupported_media_type: { status: 415, message: "The body must be application/json." },
	range_not_satisfiable: { status: 416, message: "The requested byte range is outside the file." },
	image_too_large: { status: 422, message: "An image cannot be made as small as maxBytes." },
	remote_image_failed: { status: 422, message: "An image could not be used." },
	too_complex: { status: 422, message: "The slide is too complex to draw." },
	answer_too_large: { status: 422, message: "The rendered slides are too large." },
	rate_limited: { status: 429, message: "Too many requests." },
	internal_error: { status: 500, message: "Internal server error." },
	provider_failed: { status: 502, message: "The photo provider sent an invalid response." },
	overloaded: { status: 503, message: "The service is busy; try again shortly." },
	storage_unavailable: { status: 503, message: "Temporary images are unavailable at the moment." },
	render_timeout: { status: 504, message: "The render took too long." },
} as const);

export type ErrorCode = keyof typeof ERROR_CATALOG;

/** An error for clients: its code, message and details are public. */
export class ServiceError extends Error {
	override readonly name = "ServiceError";
	readonly code: ErrorCode;
	readonly status: number;
	readonly details: Readonly<Record<string, unknown>>;
	/** Seconds for the Retry-After header, if it makes sense to wait. */
	readonly retryAfter: number | undefined;

	constructor(
		code: ErrorCode,
		options: {
			message?: string | undefined;
			details?: Record<string, unknown>;
			retryAfter?: number;
			cause?: unknown;
		} = {},
	) {
		super(
			options.message ?? ERROR_CATALOG[code].message,
			options.cause === undefined ? undefined : { cause: options.cause },
		);
		this.code = code;
		this.status = ERROR_CATALOG[code].status;
		this.details = options.details ?? {};
		this.retryAfter = options.retryAfter;
	}
}

/** What a client sees of an error. */
export function errorBody({ code, message, details }: ServiceError) {
	return { error: { code, message, details: { ...details } } };
}

/**
 * Converts any thrown value to a ServiceError: others become internal_error, which reveals nothing
 * of the cause.
 */
export const asServiceError = (error: unknown): ServiceError =>
	error instanceof ServiceError ? error : new ServiceError("internal_error", { cause: error });

/**
 * A 422 for one image source.
 * @param path JSON pointer of the field that named the image, for example "/slides/0/image"
 * @param details public; `problem` is the message of a not_an_image
 */
export function imageError(
	reason: ImageFailureReason,
	path: string,
	details: Record<string, unknown> = {},
	cause?: unknown,
): ServiceError {
	return new ServiceError("remote_image_failed", { ...imageFailure(reason, path, details), cause });
}

/** The catalogue as a Markdown table, for docs/errors.md. */
export function errorTable(): string {
	const rows = Object.entries(ERROR_CATALOG).map(
		([code, { status, message }]) => `| ${status} | \`${code}\` | ${message} |`,
	);
	return ["| Status | Code | Message |", "| --- | --- | --- |", ...rows].join("\n");
}
