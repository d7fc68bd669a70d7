import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { ServiceError } from "../../base/errors.js";

/** The JSON of a document as the payload of a link: raw deflate (RFC 1951), in base64url. */
export function encodePayload(document: unknown): string {
	const json = JSON.stringify(document);
	return deflateRawSync(json, {
		level: constants.Z_BEST_COMPRESSION,
		memLevel: 9,
	}).toString("base64url");
}

/**
 * The JSON value of a payload.
 * @param payload base64url
 * @param maxBytes limit of the inflated text; inflating stops there
 * @throws ServiceError payload_too_large; invalid_request if it is not deflated JSON in UTF-8
 */
export function decodePayload(payload: string, maxBytes: number): unknown {
	const bytes = inflate(Buffer.from(payload, "base64url"), maxBytes);
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
	} catch (cause) {
		throw unreadable("is not JSON in UTF-8", cause);
	}
}

/** Size up to which a document is parsed without a turn. Bytes. */
const SMALL_BYTES = 65_536;

/** Whether the document of a payload is small, without parsing it. */
export function isSmallPayload(payload: string): boolean {
	try {
		inflateRawSync(Buffer.from(payload, "base64url"), { maxOutputLength: SMALL_BYTES });
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE";
	}
}

function inflate(deflated: Buffer, maxBytes: number): Buffer {
	let result: { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
	try {
		// With `info` the result is this object, which the types do not include.
		result = inflateRawSync(deflated, {
			maxOutputLength: maxBytes,
			info: true,
		}) as unknown as typeof result;
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
			throw new ServiceError("payload_too_large", {
				message: `The document of the link has more than ${maxBytes} bytes.`,
				cause,
			});
		}
		throw unreadable("is not compressed with raw deflate (RFC 1951)", cause);
	}
	if (result.engine.bytesWritten !== deflated.length) throw unreadable("has trailing data");
	return result.buffer;
}

const unreadable = (problem: string, cause?: unknown): ServiceError =>
	new ServiceError("invalid_request", { message: `The payload of the link ${problem}.`, cause });
