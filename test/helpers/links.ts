import { createHmac } from "node:crypto";
import { deflateRawSync } from "node:zlib";

/** A key of LINK_KEYS. */
export const LINK_KEY = "a-key-that-only-tests-sign-with";

/** The payload of a document, as a client makes it. */
export const payloadOf = (document: unknown): string =>
	deflateRawSync(typeof document === "string" ? document : JSON.stringify(document)).toString(
		"base64url",
	);

/** Signs what follows the signature in a path, as a client does. */
export const signedLink = (rest: string, key = LINK_KEY): string => {
	const digest = createHmac("sha256", key).update(rest).digest();
	return `/i/${digest.subarray(0, 16).toString("base64url")}${rest}`;
};

/** The path of a link. */
export const linkOf = (
	document: unknown,
	{ file = "1.png", expires, key }: { file?: string; expires?: number; key?: string } = {},
): string =>
	signedLink(`${expires === undefined ? "" : `/e${expires}`}/${payloadOf(document)}/${file}`, key);
