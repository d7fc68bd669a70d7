import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BytesInFlight } from "../../service/fairness/bytes-in-flight.js";
import type { PictureResponse } from "../../service/links/picture-response.js";
import { matchesTag } from "./send-image.js";
import { SVG_POLICY } from "./svg-policy.js";

/**
 * Seconds for which a picture may be cached: one that cannot change, one with remote images, and
 * one that depends on a template or a brand.
 */
const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

/** What is known about a picture before it is rendered. */
export type PictureFacts = Pick<PictureResponse, "type" | "lasting" | "mayChange"> &
	Partial<Pick<PictureResponse, "etag" | "drawnAt">>;

/**
 * Pages of any origin may embed and read the picture, because the answer depends only on the URL.
 */
export function allowEmbedding(reply: FastifyReply): void {
	reply
		.removeHeader("vary")
		.header("access-control-allow-origin", "*")
		.header("cross-origin-resource-policy", "cross-origin")
		.header("x-content-type-options", "nosniff");
}

/**
 * Sets the headers of a link's answer.
 * @param expires Unix time in seconds at which the link expires; no cache may keep the picture
 * longer
 * @returns whether the client already has the picture, so that a 304 is enough
 */
export function linkHead(
	request: FastifyRequest,
	reply: FastifyReply,
	{ type, lasting, mayChange, etag, drawnAt = Date.now() }: PictureFacts,
	expires = Number.POSITIVE_INFINITY,
): boolean {
	const now = Date.now();
	const longest = lasting ? YEAR_SECONDS : DAY_SECONDS - Math.ceil((now - drawnAt) / 1_000);
	const left = Math.floor(expires - now / 1_000);
	const maxAge = Math.max(0, Math.min(longest, left, mayChange ? HOUR_SECONDS : YEAR_SECONDS));
	reply
		.type(type)
		.header(
			"cache-control",
			`public, max-age=${maxAge}${lasting && !mayChange ? ", immutable" : ""}`,
		)
		.header("content-security-policy", SVG_POLICY);
	if (etag !== undefined) reply.header("etag", etag);
	return etag !== undefined && matchesTag(request.headers["if-none-match"], etag);
}

/** The answer to HEAD; it has a length if that is known. */
export function sendHead(reply: FastifyReply, size?: number): FastifyReply {
	if (size !== undefined) reply.header("content-length", size);
	return reply.send(Readable.from([]));
}

/** Counts the bytes of a picture for the client until they are sent, as far as its share allows. */
export function holdUntilSent(
	{ raw }: FastifyReply,
	bytes: number,
	inFlight: BytesInFlight,
	client: string,
): void {
	if (raw.closed || !inFlight.slides.take(client, bytes)) return;
	raw.once("close", () => inFlight.slides.add(client, -bytes));
}
