import type {
	Photo,
	PhotoOrientation,
	PhotoProviderId,
	PhotoTarget,
} from "../../contract/assets.js";

export interface PhotoQuery {
	/** What the author typed; blank means any background. */
	readonly query: string;
	readonly target: PhotoTarget;
	readonly orientation?: PhotoOrientation | undefined;
	/** From 1. A page past the last has no results. */
	readonly page: number;
	readonly perPage: number;
}

export interface PhotoPage {
	readonly provider: PhotoProviderId;
	/** Pictures that match and can be paged to. */
	readonly total: number;
	readonly totalPages: number;
	readonly results: readonly Photo[];
	/** Where nothing was found: what to do about it, and what would find something. */
	readonly note?: string;
	readonly subjects?: readonly string[];
}

export interface PhotoContext {
	/** Public base URL of this service, with or without a trailing slash. */
	readonly baseUrl: string;
	/** Aborts when the client has gone. */
	readonly signal: AbortSignal;
}

/** Where pictures come from. Errors: provider_failed (502), rate_limited (429) with retryAfter. */
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
	 * @returns whether the use was counted by somebody: false where nobody counts
	 * @throws ServiceError invalid_download_url when this provider cannot have given it out
	 */
	track(downloadLocation: string, context: PhotoContext): Promise<{ tracked: boolean }>;
	/** Closes the connections to the provider. */
	close(): Promise<void>;
}
