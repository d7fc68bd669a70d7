import type { FastifyRequest } from "fastify";
import type { DocumentUse } from "../../documents/ignored-fields.js";
import type { ResolvedDocument } from "../../documents/resolved-document.js";
import type { Service } from "../../service/service.js";
import { announcedBytes } from "./announced-bytes.js";
import { clientOfRequest } from "./caller.js";

/**
 * Resolves the body of a request as a document. A large one waits for another turn of its client,
 * apart from the turn in which it was parsed.
 * @param use what the document is rendered to, if the endpoint decides that
 * @throws ServiceError invalid_render_request with all mistakes
 */
export function resolveBody(
	{ resolve, turns }: Pick<Service, "resolve" | "turns">,
	request: FastifyRequest,
	use?: DocumentUse,
): Promise<ResolvedDocument> {
	const work = () => resolve(request.body, use);
	return turns.run(clientOfRequest(request), work, announcedBytes(request));
}
