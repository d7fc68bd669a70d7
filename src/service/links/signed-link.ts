import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";
import type { LinkKeys } from "./link-keys.js";
import { type LinkTarget, readPlatform, readTarget, splitLink } from "./link-path.js";

/**
 * Verifies and parses a signed link. The URL counts exactly as it was sent: the router decodes
 * escapes, and a cache in front would keep "%69" in addition to "i". Nothing in the link is parsed
 * before its signature is verified.
 * @param url the target of the request, a path or (from a proxy) an absolute URL
 * @throws ServiceError not_found, link_too_long, invalid_signature, invalid_request, link_expired
 */
export function readSignedLink(url: string, keys: LinkKeys): LinkTarget {
	const [path = "", ...query] = url.replace(/^https?:\/\/[^/]*/i, "").split("?");
	const link = splitLink(path);
	if (link === undefined) throw new ServiceError("not_found");
	if (url.length > LIMITS.maxLinkLength) {
		throw new ServiceError("link_too_long", {
			message: `A link has at most ${LIMITS.maxLinkLength} characters.`,
		});
	}
	if (!keys.accepts(link.signature, link.signed)) throw new ServiceError("invalid_signature");
	const platform = readPlatform(query.length === 0 ? undefined : query.join("?"));
	const target = { ...readTarget(link.signed), ...(platform !== undefined && { platform }) };
	if (target.expires !== undefined && target.expires * 1_000 <= Date.now()) {
		throw new ServiceError("link_expired");
	}
	return target;
}
