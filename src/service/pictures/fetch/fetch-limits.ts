import { LIMITS } from "../../../contract/limits.js";

/** Limits for fetching images. */
export interface FetchLimits {
	/** Bytes of one image, on the wire and again after content decoding. */
	readonly maxImageBytes: number;
	/** Bytes of all remote images of one request together. */
	readonly maxRequestBytes: number;
	/**
	 * Bytes of remote images for all requests, in addition to those that clients share. They are for
	 * clients that use little while others use their whole share.
	 */
	readonly beyondShareBytes: number;
	/** Milliseconds from the first name looked up to the last byte. */
	readonly timeoutMs: number;
	readonly maxRedirects: number;
	/** Simultaneous fetches of one request. */
	readonly fetchesPerRequest: number;
	/** Simultaneous fetches of all requests. */
	readonly fetchesInService: number;
}

export const DEFAULT_FETCH_LIMITS: FetchLimits = Object.freeze({
	maxImageBytes: LIMITS.maxRemoteImageBytes,
	maxRequestBytes: LIMITS.maxRequestImageBytes,
	// Enough for four ordinary requests and one of the largest kind; the process stays below 400 MB.
	beyondShareBytes: 4 * LIMITS.maxRemoteImageBytes,
	timeoutMs: LIMITS.remoteImageTimeoutMs,
	maxRedirects: LIMITS.maxRemoteImageRedirects,
	fetchesPerRequest: 6,
	// Enough that slow servers can occupy some while others fetch from fast servers. Bytes have
	// separate limits.
	fetchesInService: 128,
});
