import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "../errors.js";

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Reads bodies: application/json in UTF-8, not compressed, and nothing else.
 * A key such as `__proto__` becomes a property like any other here, which the
 * schemas then refuse, since they all name the properties that they allow.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		"application/json",
		{ parseAs: "buffer" },
		(request: FastifyRequest, body: Buffer, done) => {
			try {
				done(null, parseJson(body));
			} catch (error) {
				const { invalidCode: code = "invalid_request" } = request.routeOptions.config;
				done(new ServiceError(code, { message: fault(error), cause: error }));
			}
		},
	);
	app.addHook("preParsing", async ({ headers }) => {
		const type = headers["content-type"];
		if (type !== undefined && !JSON_TYPE.test(type)) {
			throw new ServiceError("unsupported_media_type");
		}
		if ((headers["content-encoding"] ?? "identity") !== "identity") {
			throw new ServiceError("unsupported_media_type", {
				message: "The body must not be compressed.",
			});
		}
	});
}

/** ignoreBOM keeps a byte order mark in the text, where JSON does not allow it. */
const parseJson = (body: Buffer): unknown =>
	JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));

/** What is wrong with the body; the engine's own sentence would repeat parts of it. */
function fault(error: unknown): string {
	if (!(error instanceof SyntaxError)) return "The body is not UTF-8.";
	const position = /at position (\d{1,9})/.exec(error.message)?.[1];
	return position === undefined
		? "The body is not valid JSON: it ends too early, or is empty."
		: `The body is not valid JSON: unexpected character at position ${position}.`;
}
