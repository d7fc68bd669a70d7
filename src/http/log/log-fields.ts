import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "../../base/errors.js";

/** What handlers add to the log line of a request; never what a client wrote. */
export interface LogFields {
	/** Code of the error in the answer. */
	error?: ErrorCode;
	/** Why an image failed, and the field that named it. */
	reason?: string;
	path?: string;
	/** Of a render: enumerations and numbers of the document, and milliseconds per step. */
	render?: Readonly<Record<string, unknown>>;
}

const facts = new WeakMap<FastifyRequest, LogFields>();

/** The facts of a request, for reading and adding. */
export function logFields(request: FastifyRequest): LogFields {
	const known = facts.get(request) ?? {};
	facts.set(request, known);
	return known;
}
