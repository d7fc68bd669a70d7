import { createHmac, timingSafeEqual } from "node:crypto";

/** Bytes of the HMAC that a signature carries: 128 bits, which nobody finds by trying. */
const SIGNATURE_BYTES = 16;

/** Characters of a signature: 16 bytes in base64url without padding. */
export const SIGNATURE_LENGTH = 22;

/**
 * The keys that links are signed with. The first one signs; all are accepted, so
 * that a new key can be put before an old one whose links are still out there.
 */
export class LinkKeys {
	readonly #keys: readonly string[];

	/** @param keys at least one; their UTF-8 bytes are the keys of the HMAC */
	constructor(keys: readonly string[]) {
		this.#keys = keys;
	}

	/** @param path what follows the signature in the link, its leading slash included */
	sign(path: string): string {
		return signature(this.#keys[0]!, path);
	}

	/**
	 * Whether one of the keys made the signature. Texts of the same fixed length
	 * are compared, all of them and to their ends: the time tells nothing, and the
	 * bits that base64 has left over have no second spelling.
	 */
	accepts(presented: string, path: string): boolean {
		const given = Buffer.from(presented);
		if (given.length !== SIGNATURE_LENGTH) return false;
		const matching = this.#keys.filter((key) =>
			timingSafeEqual(Buffer.from(signature(key, path)), given),
		);
		return matching.length > 0;
	}
}

function signature(key: string, path: string): string {
	const digest = createHmac("sha256", key).update(path).digest();
	return digest.subarray(0, SIGNATURE_BYTES).toString("base64url");
}
