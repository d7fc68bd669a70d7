import { ServiceError } from "../../base/errors.js";
import { ENUMS, type OutputFormat } from "../../contract/enums.js";
import { CANVAS_IDS, type CanvasId } from "../../contract/platforms.js";
import { SIGNATURE_LENGTH } from "./link-keys.js";

/** The start of all links. */
export const LINK_PREFIX = "/i/";

/** The content of a link, apart from its document. */
export interface LinkTarget {
	/** The compressed document, as it is in the link. */
	readonly payload: string;
	/** Counted from 1. */
	readonly slide: number;
	readonly format: OutputFormat;
	/** The query as it was sent, without the question mark; undefined if there is none. Not signed. */
	readonly query?: string | undefined;
	/** When the link expires, in seconds of Unix time; undefined if it does not. */
	readonly expires: number | undefined;
}

/** A link in two parts, neither of which is verified yet. */
export interface SplitLink {
	readonly signature: string;
	/** The signed part: everything after the signature, as it was sent. */
	readonly signed: string;
}

/**
 * Splits a path, which must be exactly as it was sent: nothing is decoded.
 * @returns undefined if it does not begin like a link
 */
export function splitLink(path: string): SplitLink | undefined {
	if (!path.startsWith(LINK_PREFIX)) return undefined;
	const end = LINK_PREFIX.length + SIGNATURE_LENGTH;
	return { signature: path.slice(LINK_PREFIX.length, end), signed: path.slice(end) };
}

/** The target of a request, a path or (from a proxy) an absolute URL, in its parts as sent. */
export function splitUrl(url: string): { readonly path: string; readonly query?: string } {
	const target = url.replace(/^https?:\/\/[^/]*/i, "");
	const mark = target.indexOf("?");
	return mark === -1
		? { path: target }
		: { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

const JPG = /\.jpg$/i;

/** A path with the extension that links use. */
export const withUsualExtension = (path: string): string => path.replace(JPG, ".jpeg");

/** Whether the path of a URL has the extension that links use. */
export const hasUsualExtension = (url: string): boolean => !JPG.test(splitUrl(url).path);

/**
 * No leading zeros, so that each number has one spelling. Twelve digits are enough until the year
 * 33,000.
 */
const EXPIRY = "(?:/e(?<expires>[1-9][0-9]{0,11}))?";
const PAYLOAD = "/(?<payload>[A-Za-z0-9_-]+)";
const FILE = `/(?<slide>[1-9][0-9]{0,2})\\.(?<format>${ENUMS.outputFormat.join("|")})`;
const SIGNED = new RegExp(`^${EXPIRY}${PAYLOAD}${FILE}$`);

/**
 * Parses the signed part of a link. Only one spelling of each picture is accepted, so that no cache
 * keeps a picture twice.
 * @throws ServiceError invalid_request
 */
export function readTarget(signed: string): LinkTarget {
	const groups = SIGNED.exec(signed)?.groups;
	if (groups === undefined || !isCanonicalBase64(groups.payload!)) {
		throw new ServiceError("invalid_request", {
			message: `A link is ${LINK_PREFIX}{signature}/{payload}/{slide}.{format}, with /e{seconds} before the payload if it expires: base64url without padding, numbers without leading zeros, and the formats ${ENUMS.outputFormat.join(", ")}.`,
		});
	}
	const { expires, payload = "", slide, format } = groups;
	return {
		payload,
		slide: Number(slide),
		format: format as OutputFormat,
		expires: expires === undefined ? undefined : Number(expires),
	};
}

/** The query that selects a platform, without the question mark. */
export const platformQuery = (platform: CanvasId): string => `platform=${platform}`;

/** The part of a link that is signed. */
export function signedPart({ payload, slide, format, expires }: LinkTarget): string {
	const expiry = expires === undefined ? "" : `/e${expires}`;
	return `${expiry}/${payload}/${slide}.${format}`;
}

/** Identifies the picture of a link, whatever its expiry. */
export const pictureName = (target: LinkTarget): string => {
	const signed = signedPart({ ...target, expires: undefined });
	return target.query === undefined ? signed : `${signed}?${target.query}`;
};

/** The unused bits of the last character must be zero. */
const isCanonicalBase64 = (text: string): boolean =>
	Buffer.from(text, "base64url").toString("base64url") === text;

/** Whether a query only selects a platform. */
export const isPlatformQuery = (query: string): boolean =>
	CANVAS_IDS.some((id) => query === platformQuery(id));
