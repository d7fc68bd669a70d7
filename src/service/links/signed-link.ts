import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";
import type { LinkKeys } from "./link-keys.js";
import {
	type LinkTarget,
	readTarget,
	splitLink,
	splitUrl,
	withUsualExtension,
} from "./link-path.js";

/**
 * Verifies and parses a signed link. The path counts exactly as it was sent, except for the
 * extension jpg: the router decodes escapes, and a cache in front would keep "%69" in addition to
 * "i". Nothing in the link is parsed before its signature is verified.
 * @param url the target of the request, a path or (from a proxy) an absolute URL
 * @throws ServiceError not_found, link_too_long, invalid_signature, invalid_request, link_expired
 */
export function readSignedLink(url: string, keys: LinkKeys): LinkTarget {
	const { path, query } = splitUrl(url);
	const link = splitLink(path);
	if (link === undefined) throw new ServiceError("not_found");
	if (path.length > LIMITS.maxLinkLength) {
		throw new ServiceError("link_too_long", {
			message: `A link has at most ${LIMITS.maxLinkLength} characters.`,
		});
	}
	const signed = withUsualExtension(link.signed);
	if (!keys.accepts(link.signature, signed)) throw new ServiceError("invalid_signature");
	const target = { ...readTarget(signed), query };
	if (target.expires !== undefined && target.expires * 1_000 <= Date.now()) {
		throw new ServiceError("link_expired");
	}
	return target;
}
