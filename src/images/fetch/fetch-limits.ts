import { LIMITS } from "../../contract/limits.js";

/** What bounds the fetching of images. */
export interface FetchLimits {
	/** Bytes of one image, on the wire and again after content decoding. */
	readonly maxImageBytes: number;
	/** Bytes of all remote images of one request together. */
	readonly maxRequestBytes: number;
	/**
	 * Bytes of remote images held for all requests at once. The one that came first may use
	 * them all; the others begin no new image while the rest of maxRequestBytes is in use.
	 */
	readonly maxServiceBytes: number;
	/** Milliseconds from the first name looked up to the last byte. */
	readonly timeoutMs: number;
	readonly maxRedirects: number;
	/** Fetches in flight at once for one request. */
	readonly fetchesPerRequest: number;
	/** Fetches in flight at once for all requests. */
	readonly fetchesInService: number;
}

export const DEFAULT_FETCH_LIMITS: FetchLimits = Object.freeze({
	maxImageBytes: LIMITS.maxRemoteImageBytes,
	maxRequestBytes: LIMITS.maxRequestImageBytes,
	// One request of the largest kind and some ordinary ones: the process stays below 400 MB.
	maxServiceBytes: LIMITS.maxRequestImageBytes + 4 * LIMITS.maxRemoteImageBytes,
	timeoutMs: LIMITS.remoteImageTimeoutMs,
	maxRedirects: LIMITS.maxRemoteImageRedirects,
	fetchesPerRequest: 6,
	fetchesInService: 32,
});
