import { ENUMS, type OutputFormat } from "../../contract/enums.js";
import { CANVAS_IDS, type CanvasId } from "../../contract/platforms.js";
import { ServiceError } from "../../errors/errors.js";
import { SIGNATURE_LENGTH } from "./link-keys.js";

/** What all links begin with. */
export const LINK_PREFIX = "/i/";

/** What a link says besides its document. */
export interface LinkTarget {
	/** The compressed document, as it stands in the link. */
	readonly payload: string;
	/** Counted from 1. */
	readonly slide: number;
	readonly format: OutputFormat;
	/** Which of the document's platforms its query chooses; undefined: the first. Not signed. */
	readonly platform?: CanvasId;
	/** When the link ends, in seconds of the Unix clock; undefined: it does not. */
	readonly expires: number | undefined;
}

/** A link in its two parts; nothing is known of either yet. */
export interface SplitLink {
	readonly signature: string;
	/** What is signed: all that follows the signature, as it was sent. */
	readonly signed: string;
}

/**
 * Parts a path, which is taken as it was sent: nothing is decoded.
 * @returns undefined when it does not begin as a link does
 */
export function splitLink(path: string): SplitLink | undefined {
	if (!path.startsWith(LINK_PREFIX)) return undefined;
	const end = LINK_PREFIX.length + SIGNATURE_LENGTH;
	return { signature: path.slice(LINK_PREFIX.length, end), signed: path.slice(end) };
}

/** No leading zeros: each number has one spelling. Twelve digits reach past the year 33,000. */
const EXPIRY = "(?:/e(?<expires>[1-9][0-9]{0,11}))?";
const PAYLOAD = "/(?<payload>[A-Za-z0-9_-]+)";
const FILE = `/(?<slide>[1-9][0-9]{0,2})\\.(?<format>${ENUMS.outputFormat.join("|")})`;
const SIGNED = new RegExp(`^${EXPIRY}${PAYLOAD}${FILE}$`);

/**
 * Reads the signed part of a link. Of all spellings that could mean the same
 * picture it takes one, so that no cache keeps a picture twice.
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

/**
 * Reads the query of a link, which has one spelling as the rest of it.
 * @param query as it was sent, without the question mark; undefined: there is none
 * @throws ServiceError invalid_request
 */
export function readPlatform(query: string | undefined): CanvasId | undefined {
	if (query === undefined) return undefined;
	const platform = CANVAS_IDS.find((id) => query === platformQuery(id));
	if (platform !== undefined) return platform;
	throw new ServiceError("invalid_request", {
		message: `A link takes no query parameter except ?platform=, which selects one of the document's platforms: ${CANVAS_IDS.join(", ")}.`,
	});
}

/** The query that chooses a platform, without the question mark. */
export const platformQuery = (platform: CanvasId): string => `platform=${platform}`;

/** The part of a link that is signed. */
export function signedPart({ payload, slide, format, expires }: LinkTarget): string {
	const expiry = expires === undefined ? "" : `/e${expires}`;
	return `${expiry}/${payload}/${slide}.${format}`;
}

/** What names the picture of a link, whenever it ends. */
export const pictureName = (target: LinkTarget): string => {
	const signed = signedPart({ ...target, expires: undefined });
	return target.platform === undefined ? signed : `${signed}?${platformQuery(target.platform)}`;
};

/** The bits that the last character has left over are zero. */
const isCanonicalBase64 = (text: string): boolean =>
	Buffer.from(text, "base64url").toString("base64url") === text;
