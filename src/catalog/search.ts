/** The searches for clients, for every transport. */
import {
	DEFAULT_PHOTO_QUERY,
	type IconSearchQuery,
	type IconSearchResponse,
	type PhotoProviderId,
	type PhotoSearchQuery,
	type PhotoSearchResponse,
} from "../contract/assets.js";
import { LIMITS } from "../contract/limits.js";
import type { IconCatalog } from "./icons/index.js";
import type { PhotoContext, PhotoProvider } from "./photos/index.js";

/**
 * A page of a photo search.
 * @param search already validated
 * @throws ServiceError provider_failed, rate_limited
 */
export async function searchPhotos(
	photos: PhotoProvider,
	search: PhotoSearchQuery,
	context: PhotoContext,
): Promise<PhotoSearchResponse> {
	const { query, target = "background", orientation, page = 1, per_page, limit } = search;
	const words = query?.trim() || DEFAULT_PHOTO_QUERY;
	const perPage = pageSize(per_page, limit, LIMITS.defaultPhotosPerPage);
	const { total, totalPages, results, note, subjects } = await photos.search(
		{ query: words, target, orientation, page, perPage },
		context,
	);
	return {
		ok: true,
		provider: photos.id as PhotoProviderId,
		query: words,
		target,
		page,
		perPage,
		total,
		totalPages,
		results: [...results],
		...(note !== undefined && { note }),
		...(subjects !== undefined && { subjects: [...subjects] }),
	};
}

/**
 * A page of an icon search.
 * @param search already validated
 * @param origin start of the icon URLs, without a trailing slash
 */
export async function searchIcons(
	icons: IconCatalog,
	search: IconSearchQuery,
	origin: string,
): Promise<IconSearchResponse> {
	const { query = "", page = 1, per_page, limit } = search;
	const perPage = pageSize(per_page, limit, LIMITS.defaultIconResults);
	const words = query.trim();
	const { total, results } = await icons.search(words, perPage, page);
	return {
		ok: true,
		query: words,
		page,
		perPage,
		limit: perPage,
		total,
		totalPages: Math.ceil(total / perPage),
		results: results.map((icon) => ({
			...icon,
			tags: [...icon.tags],
			renderUrl: `${origin}${icon.renderUrl}`,
		})),
	};
}

/** Results per page. Generated clients send defaults, so a default does not count as chosen. */
function pageSize(
	perPage: number | undefined,
	limit: number | undefined,
	fallback: number,
): number {
	return perPage === undefined || perPage === fallback ? (limit ?? fallback) : perPage;
}
