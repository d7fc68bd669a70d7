import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Issue } from "../../contract/issue.js";
import { type ErrorCode, ServiceError } from "../../errors/errors.js";
import { findJsonFault } from "../../json/fault.js";
import { clientOf } from "./client.js";
import { formParts } from "./form-parts.js";
import { beyondBounds } from "./json-bounds.js";
import { ParseTurns } from "./parse-turns.js";
import { invalid } from "./validation.js";

const FORM_TYPE = /^multipart\/form-data\s*;/i;
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Reads bodies: application/json in UTF-8, not compressed, and nothing else but a form where a
 * route takes one.
 * A key such as `__proto__` becomes a property like any other here, which the
 * schemas then refuse, since they all name the properties that they allow.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
	const turns = new ParseTurns();
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		"application/json",
		{ parseAs: "buffer" },
		async (request: FastifyRequest, body: Buffer) => {
			const { invalidCode: code = "invalid_request" } = request.routeOptions.config;
			await turns.next(clientOf(request), body.length);
			return readJson(body, code);
		},
	);
	app.addContentTypeParser(
		"multipart/form-data",
		{ parseAs: "buffer" },
		async (request: FastifyRequest, body: Buffer) => {
			const { invalidCode: code = "invalid_request" } = request.routeOptions.config;
			await turns.next(clientOf(request), body.length);
			return readForm(body, request.headers["content-type"] ?? "", code);
		},
	);
	app.addHook("preParsing", async ({ headers, routeOptions }) => {
		const type = headers["content-type"];
		const { form = false } = routeOptions.config;
		if (type !== undefined && !JSON_TYPE.test(type) && !(form && FORM_TYPE.test(type))) {
			throw new ServiceError(
				"unsupported_media_type",
				form ? { message: "The body must be application/json or multipart/form-data." } : {},
			);
		}
		if ((headers["content-encoding"] ?? "identity") !== "identity") {
			throw new ServiceError("unsupported_media_type", {
				message: "The body must not be compressed.",
			});
		}
	});
}

/**
 * The value of a JSON text.
 * @param path where it stands, as JSON pointer
 * @throws ServiceError of the code, with what is wrong and where
 */
function readJson(body: Buffer, code: ErrorCode, path = ""): unknown {
	const beyond = beyondBounds(body);
	if (beyond !== undefined) throw invalid(code, [{ path, message: beyond }]);
	try {
		return parseJson(body);
	} catch {
		throw invalid(code, [{ ...fault(body), path }]);
	}
}

/** A form as the JSON that it stands for: `document` is JSON, what else it has are texts. */
async function readForm(body: Buffer, contentType: string, code: ErrorCode): Promise<unknown> {
	const form: Record<string, unknown> = {};
	for (const [name, bytes] of await formParts(body, contentType, code)) {
		if (name === "document") form[name] = readJson(bytes, code, "/document");
		else form[name] = textOf(bytes, `/${name}`, code);
	}
	return form;
}

function textOf(bytes: Buffer, path: string, code: ErrorCode): string {
	try {
		return decode(bytes);
	} catch {
		throw invalid(code, [{ path, message: "is not UTF-8" }]);
	}
}

/** ignoreBOM keeps a byte order mark in the text, where JSON does not allow it. */
const decode = (body: Buffer): string =>
	new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);

const parseJson = (body: Buffer): unknown => JSON.parse(decode(body));

/** What is wrong with a body that was refused, and where; it repeats nothing of the body. */
function fault(body: Buffer): Issue {
	let text: string;
	try {
		text = decode(body);
	} catch {
		return { path: "", message: "is not UTF-8" };
	}
	const found = findJsonFault(text);
	if (found === undefined) return { path: "", message: "is not valid JSON" };
	const { problem, line, column, position } = found;
	const message = `is not valid JSON at line ${line}, column ${column}: ${problem}`;
	return { path: "", message, line, column, position };
}
