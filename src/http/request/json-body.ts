import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type ErrorCode, ServiceError } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import type { Issue } from "../../base/issue.js";
import { beyondBounds } from "../../base/json-bounds.js";
import { findJsonFaultInTurns } from "../../base/json-fault.js";
import { TableError } from "../../base/table-error.js";
import { wholeTableText } from "../../documents/rows/table-text.js";
import type { ParseTurns } from "../../service/fairness/parse-turns.js";
import type { HttpSettings } from "../settings.js";
import { clientOfRequest } from "./caller.js";
import { refuseForeignPages } from "./foreign-pages.js";
import { formParts } from "./form-parts.js";

const FORM_TYPE = /^multipart\/form-data\s*;/i;
const LINES_TYPE = /^application\/x-ndjson\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const JSON_MEDIA_TYPE = "application/json";
/** A media type without its parameters, as far as a message repeats it. */
const SHOWN_TYPE = /^[\w.+-]{1,40}\/[\w.+-]{1,60}/;

/**
 * The message for a body of another type.
 * @param types that the endpoint accepts
 * @param given the header Content-Type
 */
function otherType(types: readonly string[], given = ""): string {
	const [shown] = SHOWN_TYPE.exec(given) ?? [];
	const sent = given === "" ? "it has no Content-Type" : shown && `it is ${shown}`;
	const curl = shown === undefined || shown === "application/x-www-form-urlencoded";
	return [
		`The body must be ${types.join(" or ")}${sent === undefined ? "" : `; ${sent}`}.`,
		`Send JSON with the header Content-Type: ${JSON_MEDIA_TYPE}${curl ? ` (curl: -H "Content-Type: ${JSON_MEDIA_TYPE}")` : ""}.`,
	].join(" ");
}

/** The bodies of requests whose answers say where something is in the text. */
const texts = new WeakMap<FastifyRequest, string>();

/** The text of a JSON body, for an endpoint that keeps it. */
export const textOfBody = (request: FastifyRequest): string => texts.get(request) ?? "";

/**
 * Parses bodies: application/json in UTF-8 without compression, and forms for the routes that
 * accept one. A key such as `__proto__` becomes an ordinary property here. The schemas refuse it,
 * because they list all allowed properties.
 */
export function acceptJsonBodies(
	app: FastifyInstance,
	config: Pick<HttpSettings, "publicBaseUrl" | "corsOrigin">,
	turns: ParseTurns,
): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		"application/json",
		{ parseAs: "buffer" },
		async (request: FastifyRequest, body: Buffer) => {
			const { invalidCode: code = "invalid_request" } = request.routeOptions.config;
			const client = clientOfRequest(request);
			// One turn to check it and one to parse it: with megabytes, each takes as long as a turn
			// may take.
			await turns.run(client, () => refuseBeyondBounds(body, code), body.length);
			if (request.routeOptions.config.keepsText === true)
				texts.set(request, body.toString().replace(/^\uFEFF/, ""));
			return turns.run(client, () => parsedJson(body, code), body.length);
		},
	);
	app.addContentTypeParser(
		"multipart/form-data",
		{ parseAs: "buffer" },
		async (request: FastifyRequest, body: Buffer) => {
			const { invalidCode: code = "invalid_request" } = request.routeOptions.config;
			const type = request.headers["content-type"] ?? "";
			return turns.run(clientOfRequest(request), () => readForm(body, type, code), body.length);
		},
	);
	app.addHook("preParsing", async (request) => {
		const { headers, routeOptions } = request;
		const type = headers["content-type"];
		const { form = false, streamsBody = false } = routeOptions.config;
		const hasBody = "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > 0;
		if (type === undefined && hasBody && request.routeOptions.method !== "GET")
			throw new ServiceError("unsupported_media_type", { message: otherType([JSON_MEDIA_TYPE]) });
		const isTaken = (type: string) =>
			JSON_TYPE.test(type) ||
			(form && FORM_TYPE.test(type)) ||
			(streamsBody && LINES_TYPE.test(type));
		if (type !== undefined && !isTaken(type)) {
			const types = [
				JSON_MEDIA_TYPE,
				...(form ? ["multipart/form-data"] : []),
				...(streamsBody ? ["application/x-ndjson"] : []),
			];
			throw new ServiceError("unsupported_media_type", { message: otherType(types, type) });
		}
		// A page of any site may send a form, but JSON only after a preflight.
		if (type !== undefined && FORM_TYPE.test(type)) refuseForeignPages(request, config);
		if ((headers["content-encoding"] ?? "identity") !== "identity") {
			throw new ServiceError("unsupported_media_type", {
				message: "The body must not be compressed.",
			});
		}
	});
}

/**
 * Parses a JSON text that is part of a larger body.
 * @param path of that part, as a JSON pointer
 * @throws ServiceError with the code
 */
export async function jsonPart(bytes: Buffer, code: ErrorCode, path: string): Promise<unknown> {
	refuseBeyondBounds(bytes, code, path);
	return parsedJson(bytes, code, path);
}

/** @throws ServiceError with the code */
function refuseBeyondBounds(body: Buffer, code: ErrorCode, path = ""): void {
	const beyond = beyondBounds(body);
	if (beyond !== undefined) throw invalid(code, [{ path, message: beyond }]);
}

/**
 * Parses a JSON text that is within its limits. Returns a promise only for invalid JSON, because
 * the mistake is located in steps.
 * @param path of the text, as a JSON pointer
 * @throws ServiceError with the code, and what is wrong where; or the promise rejects with it
 */
function parsedJson(body: Buffer, code: ErrorCode, path = ""): unknown {
	try {
		return parseJson(body);
	} catch {
		return fault(body).then((issue) => {
			throw invalid(code, [{ ...issue, path }]);
		});
	}
}

/** A form as the equivalent JSON: `document` is JSON, all other parts are texts. */
async function readForm(body: Buffer, contentType: string, code: ErrorCode): Promise<unknown> {
	const form: Record<string, unknown> = {};
	for (const [name, bytes] of await formParts(body, contentType, code)) {
		if (name === "document") {
			form[name] = await jsonPart(bytes, code, "/document");
		} else if (name === "rows") form[name] = rowsOf(bytes, code);
		else form[name] = textOf(bytes, `/${name}`, code);
	}
	return form;
}

/** A table as text. @throws ServiceError with the code */
function rowsOf(bytes: Buffer, code: ErrorCode): string {
	try {
		return wholeTableText(bytes);
	} catch (error) {
		throw error instanceof TableError ? invalid(code, [{ path: "/rows", ...error.issue }]) : error;
	}
}

/**
 * A part of a form as text.
 * @throws ServiceError with the code if it is not UTF-8
 */
export function textOf(bytes: Buffer, path: string, code: ErrorCode): string {
	try {
		return decode(bytes);
	} catch {
		throw invalid(code, [{ path, message: "is not UTF-8" }]);
	}
}

/** ignoreBOM keeps a byte order mark in the text, which JSON does not allow. */
const decode = (body: Buffer): string =>
	new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);

const parseJson = (body: Buffer): unknown => JSON.parse(decode(body));

/** What is wrong with a body, and where; repeats nothing of the body. */
async function fault(body: Buffer): Promise<Issue> {
	let text: string;
	try {
		text = decode(body);
	} catch {
		return { path: "", message: "is not UTF-8" };
	}
	const found = await findJsonFaultInTurns(text, () => nextTurn());
	if (found === undefined) return { path: "", message: "is not valid JSON" };
	const { problem, line, column, position } = found;
	const message = `is not valid JSON at line ${line}, column ${column}: ${problem}`;
	return { path: "", message, line, column, position };
}
