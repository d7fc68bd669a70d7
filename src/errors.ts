/**
 * The catalogue of errors: each code with its HTTP status and the sentence a
 * client reads when nothing more precise is said. Whatever is not a
 * ServiceError reaches the client as internal_error, which reveals nothing.
 */
export const ERROR_CATALOG = Object.freeze({
	invalid_render_request: { status: 400, message: "The render request is invalid." },
	invalid_request: { status: 400, message: "The request is invalid." },
	invalid_download_url: { status: 400, message: "The download location is invalid." },
	unauthorized: { status: 401, message: "A valid API key is required." },
	not_found: { status: 404, message: "Nothing is here." },
	method_not_allowed: { status: 405, message: "This method is not allowed here." },
	request_timeout: { status: 408, message: "The request took too long to arrive." },
	payload_too_large: { status: 413, message: "The request body is too large." },
	unsupported_media_type: { status: 415, message: "The body must be application/json." },
	range_not_satisfiable: { status: 416, message: "The file has no such range of bytes." },
	remote_image_failed: { status: 422, message: "An image could not be used." },
	rate_limited: { status: 429, message: "Too many requests." },
	internal_error: { status: 500, message: "Something went wrong." },
	provider_failed: { status: 502, message: "The photo provider did not answer properly." },
	overloaded: { status: 503, message: "The service is busy; try again shortly." },
	storage_unavailable: { status: 503, message: "Temporary images are not available now." },
	render_timeout: { status: 504, message: "The render took too long." },
} as const);

export type ErrorCode = keyof typeof ERROR_CATALOG;

/** Why an image could not be used; one word for every refused or failed connection. */
export const IMAGE_FAILURE_REASONS = [
	"unreachable",
	"timeout",
	"status",
	"too_many_redirects",
	"too_large",
	"too_many_pixels",
	"not_an_image",
	"too_complex",
] as const;
export type ImageFailureReason = (typeof IMAGE_FAILURE_REASONS)[number];

/** An error that a client may read: its code, message and details are public. */
export class ServiceError extends Error {
	override readonly name = "ServiceError";
	readonly code: ErrorCode;
	readonly status: number;
	readonly details: Readonly<Record<string, unknown>>;
	/** Seconds for a Retry-After header, when waiting helps. */
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

const IMAGE_FAILURE_MESSAGES: Readonly<Record<ImageFailureReason, string>> = {
	unreachable: "The image could not be reached.",
	timeout: "The image did not arrive in time.",
	status: "The image's server did not answer with the image.",
	too_many_redirects: "The image's server redirected too often.",
	too_large: "The image has too many bytes.",
	too_many_pixels: "The image has too many pixels.",
	not_an_image: "The source is not an image that can be decoded.",
	too_complex: "The image is too complex to draw.",
};

/**
 * A 422 for one image source.
 * @param path JSON pointer of the field that named the image, as "/slides/0/image"
 */
export function imageError(
	reason: ImageFailureReason,
	path: string,
	details: Record<string, unknown> = {},
	cause?: unknown,
): ServiceError {
	return new ServiceError("remote_image_failed", {
		message: IMAGE_FAILURE_MESSAGES[reason],
		details: { path, reason, ...details },
		cause,
	});
}

/** The catalogue as a Markdown table, for the README. */
export function errorTable(): string {
	const rows = Object.entries(ERROR_CATALOG).map(
		([code, { status, message }]) => `| ${status} | \`${code}\` | ${message} |`,
	);
	return ["| Status | Code | Message |", "| --- | --- | --- |", ...rows].join("\n");
}
