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

type Details = Readonly<Record<string, unknown>>;

/** The same words for every address, so that they do not reveal which hosts exist. */
const UNREACHABLE_HINT =
	"Use a public http or https URL that the service can reach. The operator can allow private hosts with ALLOW_PRIVATE_IMAGE_HOSTS. For images of this service, give only the path, for example /api/assets/icons/lucide/rocket.svg.";

/** 12582912 as "12,582,912". */
const grouped = (value: unknown): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");

/** The message of each reason, made from its details. */
const SENTENCES: Readonly<Record<ImageFailureReason, (details: Details) => string>> = {
	unreachable: () => "The image's server could not be reached.",
	timeout: ({ timeoutMs }) =>
		timeoutMs === undefined
			? "The image took too long to load."
			: `The image did not load within ${grouped(timeoutMs)} ms.`,
	status: ({ status }) => `The image's server answered ${status ?? "with an error"}.`,
	too_many_redirects: ({ maxRedirects }) =>
		`The image's server redirected more than ${maxRedirects ?? "a few"} times.`,
	too_large: ({ maxBytes, maxRequestBytes }) => {
		if (maxRequestBytes !== undefined) {
			return `The images of the request have more than ${grouped(maxRequestBytes)} bytes in total.`;
		}
		return maxBytes === undefined
			? "The image file is too large."
			: `The image has more than ${grouped(maxBytes)} bytes.`;
	},
	too_many_pixels: ({ pixels, width, height, maxPixels }) =>
		pixels === undefined
			? "The image has too many pixels."
			: `The image has ${grouped(pixels)} pixels (${width} x ${height}); at most ${grouped(maxPixels)} are allowed.`,
	not_an_image: ({ problem }) =>
		typeof problem === "string" ? problem : "The source is not an image that can be decoded.",
	too_complex: () => "The image is too complex to draw.",
};

/** What a client sees of an image that could not be used: a message, and the details. */
export function imageFailure(
	reason: ImageFailureReason,
	path: string,
	{ problem, ...facts }: Details,
): { message: string; details: Record<string, unknown> } {
	const message = SENTENCES[reason]({ problem, ...facts });
	const hint = reason === "unreachable" ? { hint: UNREACHABLE_HINT } : {};
	const issue = { path, message: clause(message), reason, ...facts };
	return { message, details: { path, reason, ...facts, ...hint, issues: [issue] } };
}

/** A sentence in the form that follows a path. */
const clause = (sentence: string): string =>
	`${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, "");
