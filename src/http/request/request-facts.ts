import type { FastifyRequest } from "fastify";
import type { ErrorCode } from "../../errors/errors.js";

/** What the handlers know of a request that its line in the log says besides; never what a client wrote. */
export interface RequestFacts {
	/** Code of the error that answered it. */
	error?: ErrorCode;
	/** Why an image failed, and which field named it. */
	reason?: string;
	path?: string;
	/** Of a render: enumerations and numbers of the document, and milliseconds by step. */
	render?: Readonly<Record<string, unknown>>;
}

const facts = new WeakMap<FastifyRequest, RequestFacts>();

/** The facts of a request, to be read and added to. */
export function factsOf(request: FastifyRequest): RequestFacts {
	const known = facts.get(request) ?? {};
	facts.set(request, known);
	return known;
}
