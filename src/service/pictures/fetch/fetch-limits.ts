import { LIMITS } from "../../../contract/limits.js";

/** What bounds the fetching of images. */
export interface FetchLimits {
	/** Bytes of one image, on the wire and again after content decoding. */
	readonly maxImageBytes: number;
	/** Bytes of all remote images of one request together. */
	readonly maxRequestBytes: number;
	/**
	 * Bytes of remote images held for all requests at once, beyond those of which each client
	 * has a share: for clients that hold little beside some that have taken all they may.
	 */
	readonly beyondShareBytes: number;
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
	// Four ordinary requests beside one of the largest kind: the process stays below 400 MB.
	beyondShareBytes: 4 * LIMITS.maxRemoteImageBytes,
	timeoutMs: LIMITS.remoteImageTimeoutMs,
	maxRedirects: LIMITS.maxRemoteImageRedirects,
	fetchesPerRequest: 6,
	// As many as slow servers may hold up while others fetch from quick ones; bytes have bounds of their own.
	fetchesInService: 128,
});
