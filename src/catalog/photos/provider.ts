import type {
	Photo,
	PhotoOrientation,
	PhotoProviderId,
	PhotoTarget,
} from "../../contract/assets.js";

export interface PhotoQuery {
	/** The query of the author; blank for any background. */
	readonly query: string;
	readonly target: PhotoTarget;
	readonly orientation?: PhotoOrientation | undefined;
	/** From 1. A page beyond the last has no results. */
	readonly page: number;
	readonly perPage: number;
}

export interface PhotoPage {
	readonly provider: PhotoProviderId;
	/** Number of matching pictures on all pages. */
	readonly total: number;
	readonly totalPages: number;
	readonly results: readonly Photo[];
	/** If nothing was found: advice, and words with results. */
	readonly note?: string;
	readonly subjects?: readonly string[];
}

export interface PhotoContext {
	/** Public base URL of this service, with or without a trailing slash. */
	readonly baseUrl: string;
	/** Fires when the client has disconnected. */
	readonly signal: AbortSignal;
}

/** A source of pictures. Errors: provider_failed (502), rate_limited (429) with retryAfter. */
export interface PhotoProvider {
	readonly id: PhotoProviderId;
	/**
	 * Finds pictures.
	 * @throws ServiceError provider_failed or rate_limited
	 */
	search(query: PhotoQuery, context: PhotoContext): Promise<PhotoPage>;
	/**
	 * Reports the use of a picture.
	 * @param downloadLocation attribution.downloadLocation of a result of this provider
	 * @returns whether the provider counts uses
	 * @throws ServiceError invalid_download_url if the location is not one of this provider
	 */
	track(downloadLocation: string, context: PhotoContext): Promise<{ tracked: boolean }>;
	/** Closes the connections to the provider. */
	close(): Promise<void>;
}
