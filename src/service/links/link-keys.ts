import { createHmac, timingSafeEqual } from "node:crypto";

/** Bytes of the HMAC in a signature: 128 bits, which cannot be found by trying. */
const SIGNATURE_BYTES = 16;

/** Characters of a signature: 16 bytes in base64url without padding. */
export const SIGNATURE_LENGTH = 22;

/**
 * The keys of signed links. The first one signs, and all are accepted, so that a key can be
 * replaced while links with the old one are still in use.
 */
export class LinkKeys {
	readonly #keys: readonly string[];

	/** @param keys at least one; the HMAC uses their UTF-8 bytes */
	constructor(keys: readonly string[]) {
		this.#keys = keys;
	}

	/** @param path the rest of the link after the signature, including its leading slash */
	sign(path: string): string {
		return signature(this.#keys[0]!, path);
	}

	/**
	 * Whether one of the keys made the signature. Always compares texts of the same length with all
	 * keys and to the end, so that the time reveals nothing. The unused bits of base64 have only one
	 * accepted spelling.
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
