import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ServiceError } from "../../base/errors.js";
import type { StoredImage } from "../../service/delivery/image-store.js";
import { type ByteRange, byteRange } from "./byte-range.js";

/**
 * Sends a stored image from any store: the whole file, one range, or nothing if the client has it
 * already.
 * @param name under which the bytes never change; the ETag is made from it
 * @throws ServiceError range_not_satisfiable
 */
export async function sendImage(
	request: FastifyRequest,
	reply: FastifyReply,
	name: string,
	image: StoredImage,
): Promise<FastifyReply> {
	const { headers, method } = request;
	const tag = `"${name}"`;
	reply.header("etag", tag).header("accept-ranges", "bytes");
	if (matchesTag(headers["if-none-match"], tag)) return reply.status(304).send();

	if (image.location !== undefined && method === "GET") {
		// Caches may keep this answer as long as its URL is valid.
		return reply
			.removeHeader("content-security-policy")
			.header("cache-control", `public, max-age=${image.remainingSeconds}`)
			.redirect(await image.location(), 302);
	}
	const ifRange = headers["if-range"];
	const wanted = ifRange === undefined || ifRange === tag ? headers.range : undefined;
	// RFC 9110 defines ranges for GET only.
	const range = method === "GET" ? byteRange(wanted, image.size) : undefined;
	if (range === "unsatisfiable") {
		reply.header("content-range", `bytes */${image.size}`);
		throw new ServiceError("range_not_satisfiable");
	}
	if (image.file !== undefined) return sendFile(request, reply, image.file, range);
	const { start, end } = range ?? { start: 0, end: image.size - 1 };
	const body = method === "HEAD" ? Readable.from([]) : await image.read(start, end);
	if (range !== undefined) {
		reply.status(206).header("content-range", `bytes ${start}-${end}/${image.size}`);
	}
	// If the client disconnects before the first byte, the file must still be closed.
	if (reply.raw.closed) body.destroy();
	else reply.raw.once("close", () => body.destroy());
	return reply
		.type(image.type)
		.header("content-length", end - start + 1)
		.send(body);
}

/** Headers that @fastify/send evaluates, and answers with a 500 if they are invalid. */
const CONDITIONS = [
	"if-match",
	"if-none-match",
	"if-modified-since",
	"if-unmodified-since",
	"if-range",
	"range",
];

/** Sends a file with @fastify/static, which only sees the range that was chosen here. */
function sendFile(
	{ raw }: FastifyRequest,
	reply: FastifyReply,
	{ directory, name }: NonNullable<StoredImage["file"]>,
	range: ByteRange | undefined,
): FastifyReply {
	for (const header of CONDITIONS) delete raw.headers[header];
	if (range !== undefined) raw.headers.range = `bytes=${range.start}-${range.end}`;
	return reply.sendFile(name, directory, {
		cacheControl: false,
		etag: false,
		lastModified: false,
		index: false,
	});
}

/** Whether an If-None-Match header contains the tag, by weak comparison as the RFC requires. */
export function matchesTag(header: string | undefined, tag: string): boolean {
	if (header === undefined) return false;
	const tags = header.split(",").map((one) => one.trim().replace(/^W\//, ""));
	return tags.includes("*") || tags.includes(tag);
}
